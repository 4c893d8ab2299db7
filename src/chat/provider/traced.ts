import { compact } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { Telemetry } from '../../tools/executor/executor-types.js'
import type { ModelCall, ModelCallEnd } from '../../tools/telemetry/model-call.js'
import type { Provider } from './provider-types.js'
import { ReadOnce } from './read-once.js'
import { type AnswerWith, READ_TURN_ONCE, type Turn } from './turn.js'

/** Options of `traced`. */
export interface TracedOptions {
  /** The id of the conversation, for the spans. Default: unknown. */
  readonly conversationId?: string | undefined
}

/**
 * Returns a provider whose turns are observed, for example as spans of OpenTelemetry. A turn is observed from
 * its first event to its end. The option `telemetry` of a loop does the same.
 * @example const model = traced(claude, openTelemetry(api))
 */
export function traced(provider: Provider, telemetry: Telemetry, options: TracedOptions = {}): Provider {
  if (telemetry.model === undefined) return provider
  const begin = telemetry.model.bind(telemetry)
  const { wire, model, adapters: [adapter] = [], url, streams } = provider
  const facts = { wire, provider: adapter?.codecs.http.provider, url, ...options }
  return {
    ...provider,
    turn: (conversation, turnOptions) => {
      const call = { ...facts, request: compact({ model, ...conversation, stream: streams }) }
      return new TracedTurn(provider.turn(conversation, turnOptions), call, begin)
    },
  }
}

class TracedTurn<Output> extends ReadOnce<StreamEvent, AnswerWith<Output>> implements Turn<Output> {
  readonly #turn: Turn<Output>
  readonly #isStreamed: boolean
  readonly #begin: () => (end: ModelCallEnd) => void
  #reading: Reading | undefined

  constructor(turn: Turn<Output>, call: ModelCall, begin: NonNullable<Telemetry['model']>) {
    super(READ_TURN_ONCE)
    this.#turn = turn
    this.#isStreamed = call.request?.stream === true
    this.#begin = () => begin(call)
  }

  get notices(): readonly Notice[] {
    return this.#turn.notices
  }

  get response(): Promise<AnswerWith<Output>> {
    return this.whole
  }

  protected async read(): Promise<IteratorResult<StreamEvent, undefined>> {
    const reading = this.#started()
    try {
      const step = await reading.events.next()
      if (this.#isStreamed) reading.firstEventMilliseconds ??= performance.now() - reading.started
      if (step.done) this.#end()
      return step
    } catch (error) {
      this.#end()
      throw error
    }
  }

  protected async leave(): Promise<void> {
    const reading = this.#started()
    await reading.events.return?.()
    this.#end(true)
  }

  protected complete(): Promise<AnswerWith<Output>> {
    return this.#turn.response
  }

  #started(): Reading {
    this.#reading ??= {
      events: this.#turn[Symbol.asyncIterator](),
      end: this.#begin(),
      started: performance.now(),
    }
    return this.#reading
  }

  /** Reports the end, with the part of the answer that arrived. */
  #end(isAborted?: true): void {
    const { end, firstEventMilliseconds } = this.#started()
    this.#turn.response.then(
      (response) => end(compact({ response, isAborted, firstEventMilliseconds })),
      (error: unknown) => {
        const response = error instanceof ResponseError ? error.response : undefined
        end(compact({ response, error, isAborted, firstEventMilliseconds }))
      },
    )
  }
}

/** A turn that is being read. */
interface Reading {
  readonly events: AsyncIterator<StreamEvent, undefined>
  readonly end: (end: ModelCallEnd) => void
  readonly started: number
  firstEventMilliseconds?: number
}
