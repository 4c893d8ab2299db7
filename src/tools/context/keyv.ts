import { asJson, isObject } from '../../json/read.js'
import type { StateStore } from './types.js'

/** What is needed of a Keyv instance, of version 5 or 6. */
export interface KeyvLike {
  /** What is kept, or nothing. */
  get(key: string): Promise<unknown>
  /** Asked in place of `get` where it is there: version 5 answers `get` with nothing when its store throws. */
  getRaw?(key: string): Promise<unknown>
  /** Keeps it, `ttl` milliseconds long. */
  set(key: string, value: string, ttl?: number): Promise<unknown>
  /** Version 5 and 6 tell of failing stores by events. */
  on?(event: 'error', listener: (error: unknown) => void): unknown
}

/** How a state is kept through Keyv. */
export interface KeyvStateOptions {
  /** Whose state it is: the id of a conversation. States of different scopes share nothing. Default: one for all. */
  readonly scope?: string
  /** Milliseconds that a value is kept after it was written. Default: that of the Keyv instance. */
  readonly ttl?: number
  /** Milliseconds after which a store that does not answer has failed; at most 2,147,483,647. Default: 5,000. */
  readonly timeout?: number
}

/**
 * A state that outlives the process, in SQLite, Redis, Postgres or whatever Keyv has an adapter for. Processes that use one
 * database and one scope share it. Reading a value and writing it again is not one step: of two that do it at once, the
 * later one wins.
 *
 * Keyv tells most failures by an event alone. So the state listens for them (no event can end the process then), and an
 * answer that Keyv also gives on failure counts as one when something failed meanwhile: an error elsewhere on the same
 * instance can be taken for its own, but none is missed. A write that took too long may still be done.
 * @throws RangeError for a `ttl` or `timeout` that is no positive number, or too large.
 * @example createToolContext({ conversationId: id, state: keyvState(new Keyv(new KeyvRedis(url)), { scope: id }) })
 */
export function keyvState(keyv: KeyvLike, options: KeyvStateOptions = {}): StateStore {
  const { scope = '', timeout = 5_000, ttl } = options
  checkDuration('timeout', timeout, LONGEST_TIMER)
  if (ttl !== undefined) checkDuration('ttl', ttl, Number.MAX_SAFE_INTEGER)
  const prefix = `state:${scope.replaceAll('%', '%25').replaceAll(':', '%3A')}:`
  const failures = failuresOf(keyv)
  return {
    async get(key) {
      const earlier = failures.count
      const text = (await inTime(read(keyv, prefix + key), timeout, failures)) ?? undefined
      if (text === undefined) failures.throwSince(earlier)
      else if (typeof text !== 'string') throw new TypeError('What Keyv has under the key is no text.')
      return text
    },
    async set(key, text) {
      const earlier = failures.count
      const answer = await inTime(keyv.set(prefix + key, text, ttl), timeout, failures)
      failures.throwSince(earlier)
      if (answer === false) throw new Error('Keyv did not keep the value.')
    },
  }
}

/** What setTimeout can wait: https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value */
const LONGEST_TIMER = 2_147_483_647

function checkDuration(name: string, value: number, most: number): void {
  if (!(value > 0 && value <= most)) throw new RangeError(`${name} is a number of milliseconds, not ${value}`)
}

/** The answer, if it comes in time; else what failed meanwhile says why. */
async function inTime<Answer>(answer: Promise<Answer>, timeout: number, failures: Failures): Promise<Answer> {
  const earlier = failures.count
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const cause = failures.count === earlier ? {} : { cause: failures.latest }
      reject(new Error(`Keyv did not answer within ${timeout} ms.`, cause))
    }, timeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

async function read(keyv: KeyvLike, key: string): Promise<unknown> {
  if (keyv.getRaw === undefined) return keyv.get(key)
  const raw = asJson(await keyv.getRaw(key))
  return isObject(raw) ? raw['value'] : undefined
}

/** What failed on a Keyv instance since it is looked after. */
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

/** One listener for each instance, however many scopes use it. */
const WATCHED = new WeakMap<KeyvLike, Failures>()

function failuresOf(keyv: KeyvLike): Failures {
  const known = WATCHED.get(keyv)
  if (known !== undefined) return known
  const failures = new Failures()
  WATCHED.set(keyv, failures)
  keyv.on?.('error', (error) => failures.note(error))
  return failures
}
