import { fromBase64, toBase64 } from '../json/base64.js'
import { stringifyJson } from '../json/write-json.js'
import { digestBytes } from './digest.js'

/** What sealed texts of this proxy begin with. */
const MARK = 'toolwire.'
/** Bytes of the number that each text is encrypted with once. */
const NONCE = 12

/**
 * Encrypts texts that a client keeps for the proxy. They open only for clients that show the same key; what anybody else
 * wrote, or changed, does not open.
 */
export class TextSeal {
  readonly #secret: string
  readonly #scope: string
  #key: Promise<CryptoKey> | undefined

  /** @param secret of the proxy. @param scope by which clients are told from each other. */
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

  /** The text; undefined for one that was sealed for somebody else, or changed. */
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

/** Whether a proxy sealed it: others' are their own matter. */
export function isSealed(text: string): boolean {
  return text.startsWith(MARK)
}

const encoder = /* @__PURE__ */ new TextEncoder()

async function importKey(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await digestBytes(text), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
