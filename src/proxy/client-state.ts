import type { JsonObject } from '../base/json/json-types.js'
import { parseExact, stringifyExact } from '../base/json/parse.js'
import { expectObject } from '../base/json/read-json.js'
import { digest } from '../base/seal/digest.js'
import type { StateStore } from '../tools/context/context-types.js'

/** Hex digits of a digest in a key: 128 bits. */
const KEY_DIGITS = 32

/** The part of a state that belongs to one client: others cannot find what is in it. */
export class ClientState {
  readonly #state: StateStore
  readonly #scope: string
  #owner: Promise<string> | undefined

  /** @param scope by which clients are told from each other. */
  constructor(state: StateStore, scope: string) {
    this.#state = state
    this.#scope = scope
  }

  /** A key that says nothing of the text. */
  async key(kind: string, text: string): Promise<string> {
    return `${kind}:${await digest(`${this.#scope}\n${text}`, KEY_DIGITS)}`
  }

  /** The same without a digest for each: by an id that the proxy made, or a hash, which say nothing themselves. */
  async ownKey(kind: string, id: string): Promise<string> {
    this.#owner ??= digest(this.#scope, KEY_DIGITS)
    return `${kind}:${await this.#owner}:${id}`
  }

  /** What is kept; undefined for what never was, or was forgotten. */
  async read(key: string): Promise<JsonObject | undefined> {
    return objectOf(await this.#state.get(key))
  }

  async write(key: string, value: object): Promise<void> {
    await this.#state.set(key, stringifyExact(value))
  }

  async forget(key: string): Promise<void> {
    await this.#state.set(key, '')
  }

  /** Lets something be found under a key, for as long as nothing else is. */
  async claim(key: string, id: string): Promise<void> {
    const { lines, unsure } = claimsOf(this.#state)
    const claim = (lines.get(key) ?? Promise.resolve()).then(() => this.#claim(key, id))
    const settled = claim.catch(() => addUnsure(unsure, key))
    lines.set(key, settled)
    await settled
    if (lines.get(key) === settled) lines.delete(key)
    await claim
  }

  /** What alone was ever to be found under a key. */
  async only(key: string): Promise<string | undefined> {
    if (claimsOf(this.#state).unsure.has(key)) return undefined
    const id = (await this.read(key))?.id
    return typeof id === 'string' ? id : undefined
  }

  /** A store without `replace` can lose one of two claims that two processes make at the same moment. */
  async #claim(key: string, id: string): Promise<void> {
    for (;;) {
      const text = await this.#state.get(key)
      const known = objectOf(text)
      const isClaimed = known !== undefined && (known.id === undefined || known.id === id)
      if (isClaimed) return
      const next = stringifyExact(known === undefined ? { id } : {})
      if (this.#state.replace === undefined) return await this.#state.set(key, next)
      if (await this.#state.replace(key, text, next)) return
    }
  }
}

/** What a text of the state says; undefined where nothing is, or what was is forgotten. */
function objectOf(text: string | undefined): JsonObject | undefined {
  return text === undefined || text === '' ? undefined : expectObject(parseExact(text), '')
}

/** What this process knows of the claims in a state. */
interface Claims {
  /** By key, the end of the latest claim that is under way: reading and writing a key is not one step. */
  readonly lines: Map<string, Promise<unknown>>
  /** Keys that could not be claimed: what is found there is not all that belongs there. */
  readonly unsure: Set<string>
}

const CLAIMS = new WeakMap<StateStore, Claims>()

function claimsOf(state: StateStore): Claims {
  const known = CLAIMS.get(state)
  if (known !== undefined) return known
  const claims = { lines: new Map<string, Promise<unknown>>(), unsure: new Set<string>() }
  CLAIMS.set(state, claims)
  return claims
}

/** More keys than fail in a day are not remembered. */
const MOST_UNSURE = 100_000

function addUnsure(unsure: Set<string>, key: string): void {
  unsure.add(key)
  for (const oldest of unsure) {
    if (unsure.size <= MOST_UNSURE) break
    unsure.delete(oldest)
  }
}

/** How much is kept in memory, and for how long. */
export interface ProxyMemoryOptions {
  /** Milliseconds that a text is kept after it was written. Default: a day. */
  readonly lifetime?: number | undefined
  /** Characters of all keys and texts together; beyond them what was not used for longest goes. Default: 128 Mi. */
  readonly maxLength?: number | undefined
}

interface StoredText {
  readonly text: string
  readonly until: number
}

const DAY = 86_400_000

/**
 * A state in the memory of this process, with bounds. Several proxies behind one balancer need one that they share:
 * `redisState` of `toolwire/tools`, or another one that can `replace`.
 */
export function proxyMemory({ lifetime = DAY, maxLength = 128 << 20 }: ProxyMemoryOptions = {}): StateStore {
  // A Map keeps the order in which its keys were set: the first is the one that was not used for longest.
  const kept = new Map<string, StoredText>()
  let length = 0
  const remove = (key: string) => {
    const entry = kept.get(key)
    if (entry === undefined) return undefined
    kept.delete(key)
    length -= key.length + entry.text.length
    return entry
  }
  const add = (key: string, entry: StoredText) => {
    kept.set(key, entry)
    length += key.length + entry.text.length
  }
  const get = (key: string) => {
    const entry = remove(key)
    if (entry === undefined || entry.until <= Date.now()) return undefined
    add(key, entry)
    return entry.text
  }
  const set = (key: string, text: string) => {
    remove(key)
    if (key.length + text.length > maxLength) return
    add(key, { text, until: Date.now() + lifetime })
    for (const oldest of kept.keys()) {
      if (length <= maxLength) break
      remove(oldest)
    }
  }
  const replace = (key: string, expected: string | undefined, text: string) => {
    if (get(key) !== expected) return false
    set(key, text)
    return true
  }
  return { get, set, replace }
}
