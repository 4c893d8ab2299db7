/** Reads a file of expected failures: an id per line, with `*` for any text and `#` before a comment. */
export function parseExpectedFailures(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split('#')[0] ?? '').trim())
    .filter((line) => line !== '')
}

/** Returns true if the id of a case matches a pattern with `*` for any text. */
export function matchesId(pattern: string, id: string): boolean {
  // Not a regular expression, whose time would grow with the stars.
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === id
  if (!id.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let from = first.length
  for (const piece of rest) {
    const found = id.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  return id.length - last.length >= from && id.endsWith(last)
}
