/** Headers of one connection, or of an encoding that the recorded body no longer has. */
const UNTRUE = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|proxy-.*|:.*)$/

/** Headers as exchanges keep them: lower-case names, repeated ones joined, none that the recorded body belies. */
export function recordHeaders(
  pairs: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [original, value] of pairs) {
    const name = original.trim().toLowerCase()
    if (name === '' || UNTRUE.test(name)) continue
    const earlier = headers.get(name)
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(headers)
}
