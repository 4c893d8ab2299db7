import { isHeaderValue } from '../chat/send/key-and-endpoint.js'
import { ProxyFailure } from './proxy-failure.js'

/**
 * A source of one key: the key, or a function that returns it. The function receives a key that the target refused with 401, so that
 * it can read the key again.
 */
export type RingSource = string | ((refused?: string) => string | undefined | Promise<string | undefined>)

/** Milliseconds until a refused key is used again, if the target requested no time. */
const REST = 60_000

/** The keys of a target. The first one that does not rest is used; a refused one (401, 429) rests. */
export class KeyRing {
  readonly #sources: readonly RingSource[]
  readonly #until = new Map<RingSource, number>()
  readonly #now: () => number

  constructor(sources: readonly RingSource[], now: () => number = Date.now) {
    this.#sources = sources
    this.#now = now
  }

  /** The keys that are known before the first request. */
  get known(): readonly string[] {
    return this.#sources.filter((source) => typeof source === 'string')
  }

  /** The number of sources. */
  get size(): number {
    return this.#sources.length
  }

  /** Returns the key to use. If all keys rest, the one whose rest ends first. */
  async current(): Promise<string | undefined> {
    const [first] = this.#ordered()
    return first && keyIn(first)
  }

  /**
   * Reports a refused key.
   * @param wait the milliseconds that the target requested, for status 429. Default: none.
   * @returns another key to try, or undefined.
   */
  async refused(key: string | undefined, status: number, wait = REST): Promise<string | undefined> {
    const [used] = this.#ordered()
    if (used === undefined) return undefined
    const again = await keyIn(used, status === 401 ? key : undefined)
    // The source, or another request, has a newer key.
    if (again !== undefined && again !== key) return again
    this.#until.set(used, this.#now() + wait)
    const [next] = this.#ordered()
    return next === undefined || this.#restOf(next) > 0 ? undefined : keyIn(next)
  }

  #ordered(): readonly RingSource[] {
    return [...this.#sources].sort((one, other) => this.#restOf(one) - this.#restOf(other))
  }

  #restOf(source: RingSource): number {
    return Math.max(0, (this.#until.get(source) ?? 0) - this.#now())
  }
}

/**
 * Returns the key of a source.
 * @throws ProxyFailure for a key that is not a valid header value. The message does not contain the key.
 */
async function keyIn(source: RingSource, refused?: string): Promise<string | undefined> {
  const key = typeof source === 'function' ? await source(refused) : source
  if (key === undefined || key === '') return undefined
  if (isHeaderValue(key)) return key
  throw new ProxyFailure('internal', 'the key of the target contains characters that headers cannot have')
}
