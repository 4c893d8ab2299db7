import { asJson, isObject } from '../../base/json/read-json.js'
import { expectGiven } from '../../base/model/expect.js'
import type { StateStore } from './context-types.js'
import { type DatabaseStateOptions, inTime, storeSettings } from './store-options.js'

/** The required members of a Keyv instance, of version 5 or 6. */
export interface KeyvLike {
  /** Returns the stored value, or nothing. */
  get(key: string): Promise<unknown>
  /** Used instead of `get`, if present: in version 5, `get` returns nothing when its store throws. */
  getRaw?(key: string): Promise<unknown>
  /** Stores the value for `ttl` milliseconds. */
  set(key: string, value: string, ttl?: number): Promise<unknown>
  /** Adds a listener for errors. Versions 5 and 6 report failures of stores by events. */
  on?(event: 'error', listener: (error: unknown) => void): unknown
}

/** Options of `keyvState`. */
export interface KeyvStateOptions extends Omit<DatabaseStateOptions, 'ttl'> {
  /** The lifetime of a value in milliseconds. Default: the lifetime of the Keyv instance. */
  readonly ttl?: number | undefined
}

/**
 * Creates a state in any database with a Keyv adapter. Processes with the same database and scope share it.
 * Keyv cannot compare and write in one step, so `updateState` throws an error: use `redisState` or `sqlState`
 * for atomic changes.
 *
 * Keyv reports most failures only by an event. The state listens for this event, so that the event does not
 * end the process. An error of another operation on the same instance may be attributed to the state, but no
 * error is missed. A write that timed out may still take effect.
 * @throws RangeError if `ttl` or `timeout` is not a positive number, or too large.
 * @example createToolContext({ conversationId: id, state: keyvState(new Keyv(new KeyvRedis(url)), { scope: id }) })
 */
export function keyvState(keyv: KeyvLike, options: KeyvStateOptions = {}): StateStore {
  expectGiven(options, ['keyvState', 'keyvState(keyv, { scope })'], '/options')
  const { nameOf, timeout, ttl } = storeSettings(options)
  const failures = failuresOf(keyv)
  const ask = <Answer>(answer: Promise<Answer>) => {
    const earlier = failures.count
    const late = () =>
      new Error(
        `Keyv did not answer within ${timeout} ms.`,
        failures.count === earlier ? {} : { cause: failures.latest },
      )
    return inTime(answer, timeout, late)
  }
  return {
    async get(key) {
      const earlier = failures.count
      const text = (await ask(read(keyv, nameOf(key)))) ?? undefined
      if (text === undefined) failures.throwSince(earlier)
      else if (typeof text !== 'string') throw new TypeError('The value of the key in Keyv is not a text.')
      return text
    },
    async set(key, text) {
      const earlier = failures.count
      const answer = await ask(keyv.set(nameOf(key), text, ttl))
      failures.throwSince(earlier)
      if (answer === false) throw new Error('Keyv did not store the value.')
    },
  }
}

async function read(keyv: KeyvLike, key: string): Promise<unknown> {
  if (keyv.getRaw === undefined) return keyv.get(key)
  const raw = asJson(await keyv.getRaw(key))
  return isObject(raw) ? raw['value'] : undefined
}

/** The failures of a Keyv instance since the first watch. */
class Failures {
  count = 0
  latest: unknown = undefined

  note(error: unknown): void {
    this.count += 1
    this.latest = error
  }
  throwSince(earlier: number): void {
    if (this.count !== earlier) throw this.latest
  }
}

/** The watched instances. Each instance has one listener for any number of scopes. */
const WATCHED = new WeakMap<KeyvLike, Failures>()

function failuresOf(keyv: KeyvLike): Failures {
  const known = WATCHED.get(keyv)
  if (known !== undefined) return known
  const failures = new Failures()
  WATCHED.set(keyv, failures)
  keyv.on?.('error', (error) => failures.note(error))
  return failures
}
