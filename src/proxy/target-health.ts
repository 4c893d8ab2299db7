import { piecesOf, type StreamedAnswer } from '../base/http/http-message.js'
import { concatenate } from '../base/http/recorded-body.js'
import { withRequestedWait } from '../base/http/retry-after.js'
import { tryParseJson } from '../base/json/parse.js'

/** The rests of failing targets. */
export interface RestingOptions {
  /**
   * Failures in a row after which a target rests, if it stated no time: refusals with 429 or 5xx, and answers that did not begin.
   * Default: 5.
   * @asType integer
   * @minimum 1
   */
  readonly failures?: number | undefined
  /**
   * Milliseconds of a rest after these failures. Then one request is sent to the target, and its outcome decides. Default: 30000.
   * @asType integer
   * @minimum 1
   * @maximum 2147483647
   */
  readonly rest?: number | undefined
  /**
   * The longest rest in milliseconds, if a target states a time (`retry-after`, `retry-after-ms`, Google's `RetryInfo`). Default:
   * 300000 (5 minutes).
   * @asType integer
   * @minimum 1
   * @maximum 2147483647
   */
  readonly longest?: number | undefined
}

interface ModelHealth {
  readonly failures: number
  /** The end of the rest. */
  readonly until: number
  /** True while one request tries the target after its rest. */
  readonly isTried: boolean
}

/** Maximum number of models with a state, since clients may choose their names. */
const MOST_MODELS = 1000

/** The failures of one target, by model: providers limit the rate of each model. */
export class TargetHealth {
  readonly #models = new Map<string, ModelHealth>()
  readonly #failures: number
  readonly #rest: number
  readonly #longest: number
  readonly #now: () => number

  constructor(options: RestingOptions, now: () => number) {
    this.#failures = options.failures ?? 5
    this.#rest = options.rest ?? 30_000
    this.#longest = options.longest ?? 300_000
    this.#now = now
  }

  /** Returns the milliseconds until requests are sent to the model again; 0 for a model that does not rest. */
  restOf(model: string): number {
    const { until = 0, isTried = false } = this.#models.get(model) ?? {}
    return Math.max(until - this.#now(), isTried ? 1 : 0)
  }

  /** Begins a request. Returns false while the model rests, or while another request tries it. */
  begin(model: string): boolean {
    const known = this.#models.get(model)
    if (known === undefined || known.until === 0) return true
    if (this.restOf(model) > 0) return false
    this.#models.set(model, { ...known, isTried: true })
    return true
  }

  succeeded(model: string): void {
    this.#models.delete(model)
  }

  /** @param wait the milliseconds that the target requested. Default: it requested none. */
  failed(model: string, wait?: number): void {
    const known = this.#models.get(model)
    const failures = (known?.failures ?? 0) + 1
    const rest = wait === undefined ? (failures >= this.#failures ? this.#rest : 0) : wait
    const until = rest === 0 ? 0 : this.#now() + Math.min(rest, this.#longest)
    this.#models.delete(model)
    this.#models.set(model, { failures, until: Math.max(until, known?.until ?? 0), isTried: false })
    for (const oldest of this.#models.keys()) {
      if (this.#models.size <= MOST_MODELS) break
      this.#models.delete(oldest)
    }
  }

  /** Ends a request without an outcome: the client left. */
  left(model: string): void {
    const known = this.#models.get(model)
    if (known !== undefined) this.#models.set(model, { ...known, isTried: false })
  }
}

/** The state of a target for one request. */
export interface AttemptHealth {
  readonly health: TargetHealth
  readonly model: string
}

/** Milliseconds to wait for the rest of a refusal, before the next target is tried. */
const REFUSAL_TIMEOUT = 2000
/** Bytes of a refusal that are searched for a time. */
const LONGEST_REFUSAL = 64 << 10

/** Returns the milliseconds that a refusal requests, in its headers or its body. The body is read. */
export async function requestedWait(response: StreamedAnswer): Promise<number | undefined> {
  const wait = headerWait(response)
  if (wait !== undefined) return wait
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (response.body === null || !isJson) return undefined
  const raw = tryParseJson(await textOf(response.body))
  const { retryAfter: seconds } = withRequestedWait({ message: '', ...(raw !== undefined && { raw }) })
  return seconds === undefined ? undefined : seconds * 1000
}

/** Returns the milliseconds that the headers of a refusal request. */
export function headerWait(response: StreamedAnswer): number | undefined {
  const headers = new Headers([...response.headers].map(([name, value]) => [name, value]))
  const { retryAfter } = withRequestedWait({ message: '' }, { headers })
  return retryAfter === undefined ? undefined : retryAfter * 1000
}

async function textOf(body: NonNullable<StreamedAnswer['body']>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  const stop = setTimeout(() => void body.cancel().catch(() => undefined), REFUSAL_TIMEOUT)
  try {
    for await (const piece of piecesOf(body)) {
      pieces.push(piece)
      length += piece.length
      if (length > LONGEST_REFUSAL) break
    }
  } catch {
    // A refusal without its end requests no time.
  } finally {
    clearTimeout(stop)
  }
  return new TextDecoder().decode(concatenate(pieces))
}
