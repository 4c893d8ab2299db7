import { parseExact, stringifyExact } from '../json/exact.js'
import { expectObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import type { StateStore } from '../tools/context/types.js'

/** The part of a state that belongs to one client: others cannot find what is in it. */
export class ClientState {
  readonly #state: StateStore
  readonly #scope: string

  /** @param scope by which clients are told from each other. */
  constructor(state: StateStore, scope: string) {
    this.#state = state
    this.#scope = scope
  }

  /** A key that says nothing of the text. */
  async key(kind: string, text: string): Promise<string> {
    return `${kind}:${await digest(`${this.#scope}\n${text}`)}`
  }

  /** What is kept; undefined for what never was, or was forgotten. */
  async read(key: string): Promise<JsonObject | undefined> {
    const text = await this.#state.get(key)
    return text === undefined || text === '' ? undefined : expectObject(parseExact(text), '')
  }

  async write(key: string, value: object): Promise<void> {
    await this.#state.set(key, stringifyExact(value))
  }

  /** Whether something is, or was, under the key. */
  async isTaken(key: string): Promise<boolean> {
    return (await this.#state.get(key)) !== undefined
  }

  async forget(key: string): Promise<void> {
    await this.#state.set(key, '')
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** A text as 32 characters. */
async function digest(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
