import { fromBase64, toBase64 } from '../json/base64.js'
import { stringifyJson } from '../json/write-json.js'
import { digestBytes } from './digest.js'

/** The prefix of texts encrypted by this proxy. */
const MARK = 'toolwire.'
/** Number of nonce bytes. Each text is encrypted with a new nonce. */
const NONCE = 12

/**
 * Encrypts texts that a client keeps for the proxy. They can be decrypted only for clients with the same key.
 * Forged or changed texts are rejected.
 */
export class TextSeal {
  readonly #secret: string
  readonly #scope: string
  #key: Promise<CryptoKey> | undefined

  /**
   * @param secret the secret of the proxy.
   * @param scope identifies the client.
   */
  constructor(secret: string, scope: string) {
    this.#secret = secret
    this.#scope = scope
  }

  async seal(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(NONCE))
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await this.#importKey(), encoder.encode(text)),
    )
    const bytes = new Uint8Array(NONCE + sealed.length)
    bytes.set(iv)
    bytes.set(sealed, NONCE)
    return MARK + toBase64(bytes)
  }

  /** Returns the text, or undefined if it was encrypted for another client or was changed. */
  async open(sealed: string): Promise<string | undefined> {
    const bytes = fromBase64(sealed.slice(MARK.length))
    if (bytes === undefined || bytes.length <= NONCE) return undefined
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, NONCE) }
    try {
      const opened = await crypto.subtle.decrypt(algorithm, await this.#importKey(), bytes.slice(NONCE))
      return new TextDecoder().decode(opened)
    } catch {
      return undefined
    }
  }

  #importKey(): Promise<CryptoKey> {
    this.#key ??= importKey(stringifyJson(['toolwire:sealed', this.#secret, this.#scope]))
    return this.#key
  }
}

/** Returns true if a proxy encrypted the text. Other texts are used unchanged. */
export function isSealed(text: string): boolean {
  return text.startsWith(MARK)
}

const encoder = /* @__PURE__ */ new TextEncoder()

async function importKey(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await digestBytes(text), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
