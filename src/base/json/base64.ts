/** Converts each byte to one character. Chunks are small, since each of their bytes uses stack space. */
export function binaryString(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 1024)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 1024)))
  return pieces.join('')
}

/** Converts each character to one byte. */
export function binaryBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(binaryString(bytes))
}

/** Decodes base64; returns undefined for invalid input. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return binaryBytes(atob(text))
  } catch {
    return undefined
  }
}
