/** One character per byte. Pieces are small, since each of their bytes takes room on the stack. */
export function binaryString(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 1024)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 1024)))
  return pieces.join('')
}

/** The bytes of a text that has one character for each. */
export function binaryBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(binaryString(bytes))
}

/** The bytes of base64; undefined for what is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return binaryBytes(atob(text))
  } catch {
    return undefined
  }
}
