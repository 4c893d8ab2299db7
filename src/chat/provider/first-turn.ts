import { reasonOf } from '../../base/http/reason.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { failedFinish } from '../../base/model/outcome.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ModelResponse, ProviderError } from '../../base/model/types.js'
import type { Cooling } from './cooling.js'
import { NoProviderError } from './no-provider-error.js'
import { passingFailure } from './passing-failure.js'
import type { Provider } from './provider-types.js'
import { ReadOnce } from './read-once.js'
import { type AnswerWith, READ_TURN_ONCE, type Turn } from './turn.js'

/** A provider that failed, and its successor. */
export interface Fallback {
  /** The provider that failed. */
  readonly failed: Provider
  /** The provider that is tried next. */
  readonly next: Provider
  /** The failure. */
  readonly error: unknown
  /** The milliseconds during which later turns try `failed` last. */
  readonly cooldown: number
}

interface FirstTurnOptions<Output> {
  /** The providers in the order in which they are tried. */
  readonly order: readonly Provider[]
  readonly cooling: Cooling
  readonly signal: AbortSignal | undefined
  open(provider: Provider): Turn<Output>
  readonly onFallback: ((fallback: Fallback) => void) | undefined
}

/** The failure of a provider before its first content. */
interface Failed {
  readonly error: unknown
  readonly retryAfter: number | undefined
}

/** The events of a turn that were read until its first content. */
interface Begun<Output> {
  readonly turn: Turn<Output>
  readonly events: AsyncIterator<StreamEvent, undefined>
  readonly first: StreamEvent[]
}

/** The turn of the first provider that begins an answer. */
export class FirstTurn<Output> extends ReadOnce<StreamEvent, AnswerWith<Output>> implements Turn<Output> {
  readonly #options: FirstTurnOptions<Output>
  readonly #own: Notice[] = []
  /** The turn that is being read. */
  #turn: Turn<Output> | undefined
  #current: AsyncIterator<StreamEvent, undefined> | undefined
  #begun: Promise<Begun<Output>> | undefined
  #isLeft = false

  constructor(options: FirstTurnOptions<Output>) {
    super(READ_TURN_ONCE)
    this.#options = options
  }

  get notices(): readonly Notice[] {
    return [...this.#own, ...(this.#turn?.notices ?? [])]
  }

  get response(): Promise<AnswerWith<Output>> {
    return this.whole
  }

  protected async read(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.#begun ??= this.#begin()
    const { first, events } = await this.#begun
    const value = first.shift()
    return value === undefined ? events.next() : { done: false, value }
  }

  protected async leave(): Promise<void> {
    this.#isLeft = true
    await this.#current?.return?.()
  }

  protected async complete(): Promise<AnswerWith<Output>> {
    const turn = this.#turn
    if (turn === undefined) throw new AdapterError('unsupported', '', 'the turn was left before it began')
    return turn.response
  }

  async #begin(): Promise<Begun<Output>> {
    const { order, cooling } = this.#options
    const errors: unknown[] = []
    for (const [index, provider] of order.entries()) {
      const begun = await this.#try(provider)
      if (!('error' in begun)) {
        cooling.succeed(provider)
        return begun
      }
      errors.push(begun.error)
      const cooldown = cooling.fail(provider, begun.retryAfter)
      const next = order[index + 1]
      if (next !== undefined) this.#fallBack({ failed: provider, next, error: begun.error, cooldown })
    }
    throw errors.length === 1 ? errors[0] : new NoProviderError(errors)
  }

  /**
   * Tries a provider.
   * @throws errors after which no other provider is tried.
   */
  async #try(provider: Provider): Promise<Begun<Output> | Failed> {
    const turn = this.#options.open(provider)
    const events = turn[Symbol.asyncIterator]()
    const first: StreamEvent[] = []
    this.#turn = turn
    this.#current = events
    try {
      for (;;) {
        const step = await events.next()
        if (step.done) return { turn, events, first }
        first.push(step.value)
        if (step.value.type === 'error') await this.#throwPassing(step.value.error, provider, turn)
        if (!OPENING.has(step.value.type)) return { turn, events, first }
      }
    } catch (error) {
      return this.#failed(error, provider)
    }
  }

  /** Throws the error of an answer without content if another provider may answer. */
  async #throwPassing(error: ProviderError, provider: Provider, turn: Turn<Output>): Promise<void> {
    const { wire, model } = provider
    const thrown = new ResponseError({ ...EMPTY, error }, error, undefined, { wire, model })
    if (this.#isOver() || passingFailure(thrown, provider) === undefined) return
    await this.#current?.return?.()
    await turn.response
    throw thrown
  }

  #failed(error: unknown, provider: Provider): Failed {
    const failure = this.#isOver() ? undefined : passingFailure(error, provider)
    if (failure === undefined) throw error
    return { error, retryAfter: failure.retryAfter }
  }

  /**
   * Returns true if the answer is no longer needed. Errors caused by the abort are not failures of a
   * provider.
   */
  #isOver(): boolean {
    return this.#isLeft || this.#options.signal?.aborted === true
  }

  #fallBack(fallback: Fallback): void {
    const { failed, next, error } = fallback
    this.#own.push({
      code: 'provider-fallback',
      severity: 'info',
      path: '',
      message: `${failed.model} did not answer, and ${next.model} was asked: ${reasonOf(error)}`,
    })
    this.#options.onFallback?.(fallback)
  }
}

/** Events before the first content. */
const OPENING: ReadonlySet<StreamEvent['type']> = new Set([
  'response-start',
  'text-start',
  'reasoning-start',
  'restart',
])
const EMPTY: ModelResponse = { message: { role: 'assistant', parts: [] }, finish: failedFinish() }
