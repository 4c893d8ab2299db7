import type { JsonObject } from '../base/json/json-types.js'
import { parseExact, stringifyExact } from '../base/json/parse.js'
import { expectObject } from '../base/json/read-json.js'
import { expectOptions, type KnownOptions } from '../base/model/expect.js'
import { digest } from '../base/seal/digest.js'
import type { StateStore } from '../tools/context/context-types.js'

/** Hex digits of a digest in a key: 128 bits. */
const KEY_DIGITS = 32

/** The part of a state that belongs to one client. Other clients cannot access it. */
export class ClientState {
  readonly #state: StateStore
  readonly #scope: string

  /** @param scope identifies the client. */
  constructor(state: StateStore, scope: string) {
    this.#state = state
    this.#scope = scope
  }

  /** Returns a key that does not reveal the text. */
  async key(kind: string, text: string): Promise<string> {
    return `${kind}:${await digest(`${this.#scope}\n${text}`, KEY_DIGITS)}`
  }

  /**
   * Returns a key without hashing each id, for ids made by the proxy and for hashes, which reveal no content.
   */
  async ownKey(kind: string, id: string): Promise<string> {
    return `${kind}:${await ownerOf(this.#state, this.#scope)}:${id}`
  }

  /** Runs work that stores an answer. The next request of the client waits for it, also if the client left before its end. */
  async storing(work: () => Promise<void>): Promise<void> {
    const { storing } = changesOf(this.#state)
    const before = storing.get(this.#scope)
    const stored = work()
    const settled = Promise.allSettled([before, stored]).then(() => {
      if (storing.get(this.#scope) === settled) storing.delete(this.#scope)
    })
    storing.set(this.#scope, settled)
    await stored
  }

  /** Resolves when the client's earlier answers are stored. Undefined if no answer is being stored. */
  settled(): Promise<unknown> | undefined {
    return changesOf(this.#state).storing.get(this.#scope)
  }

  /** Returns the stored value, or undefined if it was never stored or was deleted. */
  async read(key: string): Promise<JsonObject | undefined> {
    return objectOf(await this.#state.get(key))
  }

  async write(key: string, value: object): Promise<void> {
    await this.#state.set(key, stringifyExact(value))
  }

  async forget(key: string): Promise<void> {
    await this.#state.set(key, '')
  }

  /** Stores an id under a key. If a second id claims the key, neither id is found later. */
  async claim(key: string, id: string): Promise<void> {
    try {
      await this.update(key, (known) => {
        const isClaimed = known !== undefined && (known.id === undefined || known.id === id)
        return isClaimed ? undefined : known === undefined ? { id } : {}
      })
    } catch (error) {
      addUnsure(changesOf(this.#state).unsure, key)
      throw error
    }
  }

  /**
   * Changes the value under a key. A store without `replace` can lose one of two concurrent changes of two processes.
   * @param change returns the new value, or undefined to keep the stored one. Called again if another change came first.
   * @returns the value before the change.
   */
  async update(
    key: string,
    change: (known: JsonObject | undefined) => JsonObject | undefined,
  ): Promise<JsonObject | undefined> {
    const { lines } = changesOf(this.#state)
    const update = (lines.get(key) ?? Promise.resolve()).then(() => this.#update(key, change))
    const settled = update.catch(() => undefined)
    lines.set(key, settled)
    await settled
    if (lines.get(key) === settled) lines.delete(key)
    return update
  }

  /** Returns the id under a key, if no other id has ever claimed the key. */
  async only(key: string): Promise<string | undefined> {
    if (changesOf(this.#state).unsure.has(key)) return undefined
    const id = (await this.read(key))?.id
    return typeof id === 'string' ? id : undefined
  }

  async #update(
    key: string,
    change: (known: JsonObject | undefined) => JsonObject | undefined,
  ): Promise<JsonObject | undefined> {
    for (;;) {
      const text = await this.#state.get(key)
      const known = objectOf(text)
      const next = change(known)
      if (next === undefined) return known
      if (await this.#replace(key, text, stringifyExact(next))) return known
    }
  }

  async #replace(key: string, expected: string | undefined, text: string): Promise<boolean> {
    if (this.#state.replace !== undefined) return this.#state.replace(key, expected, text)
    await this.#state.set(key, text)
    return true
  }
}

/** The digests of the clients of each state, computed once per client: a digest costs a job in another thread. */
const OWNERS = new WeakMap<StateStore, Map<string, Promise<string>>>()
/** Maximum number of clients whose digest is kept per state. The client that came first is dropped first. */
const MOST_OWNERS = 10_000

function ownerOf(state: StateStore, scope: string): Promise<string> {
  const owners = OWNERS.get(state) ?? new Map<string, Promise<string>>()
  OWNERS.set(state, owners)
  const owner = owners.get(scope) ?? digest(scope, KEY_DIGITS)
  owners.set(scope, owner)
  const [oldest] = owners.keys()
  if (owners.size > MOST_OWNERS && oldest !== undefined) owners.delete(oldest)
  return owner
}

/** Parses a text of the state. Returns undefined for a missing or deleted value. */
function objectOf(text: string | undefined): JsonObject | undefined {
  return text === undefined || text === '' ? undefined : expectObject(parseExact(text), '')
}

/** The changes of a state, as known to this process. */
interface Changes {
  /**
   * The end of the latest active change, by key. Changes are queued, because reading and writing a key is not
   * atomic.
   */
  readonly lines: Map<string, Promise<unknown>>
  /** Keys whose claim failed. The stored claims of these keys are incomplete. */
  readonly unsure: Set<string>
  /** The end of the active work that stores answers, by client. */
  readonly storing: Map<string, Promise<unknown>>
}

const CHANGES = new WeakMap<StateStore, Changes>()

function changesOf(state: StateStore): Changes {
  const known = CHANGES.get(state)
  if (known !== undefined) return known
  const changes: Changes = { lines: new Map(), unsure: new Set(), storing: new Map() }
  CHANGES.set(state, changes)
  return changes
}

/** Maximum number of unsure keys, more than can fail in one day. */
const MOST_UNSURE = 100_000

function addUnsure(unsure: Set<string>, key: string): void {
  unsure.add(key)
  for (const oldest of unsure) {
    if (unsure.size <= MOST_UNSURE) break
    unsure.delete(oldest)
  }
}

/** Size and lifetime of the stored texts. */
export interface ProxyMemoryOptions {
  /** Milliseconds for which a text is kept after it was written. Default: one day. */
  readonly lifetime?: number | undefined
  /**
   * Maximum total number of characters in keys and texts. Beyond the limit, the least recently used texts are
   * dropped. Default: 128 Mi.
   */
  readonly maxLength?: number | undefined
}

interface StoredText {
  readonly text: string
  readonly until: number
}

const DAY = 86_400_000

const MEMORY: KnownOptions<ProxyMemoryOptions> = { lifetime: true, maxLength: true }

/**
 * Creates a bounded state in the memory of this process. Several proxies behind one load balancer need a
 * shared state: `redisState` of `toolwire/tools`, or another state with `replace`.
 */
export function proxyMemory(options: ProxyMemoryOptions = {}): StateStore {
  expectOptions(options, MEMORY, ['proxyMemory', 'proxyMemory({ lifetime, maxLength })'])
  const { lifetime = DAY, maxLength = 128 << 20 } = options
  // A Map keeps the order in which its keys were set, so the first key is the least recently used.
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
