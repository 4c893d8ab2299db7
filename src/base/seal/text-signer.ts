import { bytesOfHex, hexOf } from './digest.js'

/** Signs texts and verifies their signatures with one secret: HMAC with SHA-256, in hex digits. */
export interface TextSigner {
  sign(text: string): Promise<string>
  /** Returns false for a signature that is not a string. */
  verify(text: string, signature: unknown): Promise<boolean>
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }
const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * Creates a signer of texts.
 * @param secret any text. The key is imported once, at the first use.
 */
export function createTextSigner(secret: string): TextSigner {
  let imported: Promise<CryptoKey> | undefined
  const keyOf = () => {
    imported ??= crypto.subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign', 'verify'])
    return imported
  }
  return {
    sign: async (text) =>
      hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(), encoder.encode(text)))),
    verify: async (text, signature) =>
      typeof signature === 'string' &&
      crypto.subtle.verify('HMAC', await keyOf(), bytesOfHex(signature), encoder.encode(text)),
  }
}
