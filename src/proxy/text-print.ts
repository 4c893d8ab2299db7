const encoder = new TextEncoder()
/** Whitespace that has several bytes in UTF-8. */
const WIDE_BLANKS = /[^\S\0- ]+/g

/**
 * Returns a hash of texts in sequence, without whitespace, because clients trim texts and wires join them.
 * Returns the empty text if the texts contain only whitespace. Every request hashes its complete history, so
 * the code reads bytes and has no branch per byte.
 */
export function textPrint(texts: readonly string[]): string {
  let first = 0x811c9dc5
  let second = 0
  let length = 0
  for (const text of texts) {
    const bytes = bytesOf(text)
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      // All bits are set if the byte counts.
      const counts = (0x20 - byte) >> 31
      first ^= (Math.imul(first ^ byte, 0x01000193) ^ first) & counts
      second ^= (Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0x9e3779b1) ^ second) & counts
      length -= counts
    }
  }
  return length === 0 ? '' : [length, first, second].map((value) => (value >>> 0).toString(36)).join('.')
}

function bytesOf(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  return bytes.length === text.length ? bytes : encoder.encode(text.replaceAll(WIDE_BLANKS, ''))
}
