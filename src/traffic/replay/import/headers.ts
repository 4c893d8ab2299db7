/** Matches headers of one connection, or of an encoding that was removed from the recorded body. */
const UNTRUE = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|proxy-.*|:.*)$/

/**
 * Returns headers in the form of exchanges: names in lower case, repeated headers joined, and without headers
 * that no longer match the recorded body.
 */
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
