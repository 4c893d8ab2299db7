/**
 * A hash of texts, one after the other, without their blanks: clients trim, and wires join. The empty text where nothing else
 * is in them. It reads each character once, since whole histories go through it with every request.
 */
export function textPrint(texts: readonly string[]): string {
  let first = 0x811c9dc5
  let second = 0
  let length = 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (isBlank(code)) continue
      length += 1
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(((second << 5) | (second >>> 27)) ^ code, 0x9e3779b1)
    }
  }
  return length === 0 ? '' : [length, first, second].map((value) => (value >>> 0).toString(36)).join('.')
}

/** What `\s` means in an expression, and control characters. */
function isBlank(code: number): boolean {
  if (code < 0xa0) return code <= 0x20
  if (code < 0x2000) return code === 0xa0 || code === 0x1680
  if (code > 0x205f) return code === 0x3000 || code === 0xfeff
  return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f
}
