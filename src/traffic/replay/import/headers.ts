/** Matches headers of one connection, or of an encoding that was removed from the recorded body. */
const UNTRUE = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|proxy-.*|:.*)$/

/** Matches the name of a header. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[-!#$%&'*+.^_`|~0-9a-z]+$/

const LINE_BREAKS = /\r\n|[\r\n\0]/g

/**
 * Returns headers in the form of exchanges: names in lower case, repeated headers joined, and without headers
 * that no longer match the recorded body. A line break in a value is replaced by a space, as recipients of a folded header
 * do (RFC 9112, section 5.2). Names that no header can have are left out.
 */
export function recordHeaders(
  pairs: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [original, value] of pairs) {
    const name = original.trim().toLowerCase()
    if (!TOKEN.test(name) || UNTRUE.test(name)) continue
    const text = value.replaceAll(LINE_BREAKS, ' ')
    const earlier = headers.get(name)
    headers.set(name, earlier === undefined ? text : `${earlier}, ${text}`)
  }
  return Object.fromEntries(headers)
}
