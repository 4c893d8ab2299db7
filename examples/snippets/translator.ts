// A stand-in for the program under test.
export function translate(
  body: string,
  from: string,
  to: string,
): string {
  return from === to
    ? body
    : JSON.stringify({ error: { message: `no ${from} to ${to}` } })
}
