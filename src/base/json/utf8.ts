/** Returns the number of UTF-8 bytes before each code unit of a text, and before its end. */
export function bytesBefore(text: string): readonly number[] {
  const bytes = [0]
  let before = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (character.length === 2) bytes.push(before)
    before += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    bytes.push(before)
  }
  return bytes
}

/**
 * Returns the index of the code unit at a byte position.
 * @param bytes the result of `bytesBefore`.
 */
export function unitAt(bytes: readonly number[], byte: number): number {
  let low = 0
  let high = bytes.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bytes[middle] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return low
}
