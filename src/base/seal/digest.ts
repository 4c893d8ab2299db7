const encoder = /* @__PURE__ */ new TextEncoder()

/** Returns the SHA-256 digest of a text in UTF-8: 32 bytes. */
export async function digestBytes(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

/** Returns the SHA-256 digest of a text as hex digits. Default: all 64. */
export async function digest(text: string, digits = 64): Promise<string> {
  return hexOf(await digestBytes(text)).slice(0, digits)
}

/** Returns the number of bytes of a text in UTF-8. */
export function byteLengthOf(text: string): number {
  return encoder.encode(text).length
}

/** Converts bytes to hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Converts hex digits to bytes. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}
