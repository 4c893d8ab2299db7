import { AdapterError } from '../json/errors.js'
import type { Notice } from '../model/context.js'
import type { ModelResponse, ProviderError } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import type { StreamEvent } from '../stream/events.js'
import { deferred } from './deferred.js'

/** One answer of a model, as events and as a whole. It can be iterated once; without that, `response` reads it. */
export interface Turn extends AsyncIterable<StreamEvent> {
  /**
   * The whole answer. If the loop was left early, it has what arrived until then.
   * @throws ResponseError if the provider answered with an error or the stream was cut off; errors of `send`.
   */
  readonly response: Promise<ModelResponse>
  /** Notices that were not reported at earlier turns. Complete when the answer is. */
  readonly notices: readonly Notice[]
}

/** An error of the provider, instead of an answer or in the middle of one. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'

  /** @param response what arrived until then, with the error. Its broken calls are marked; do not run them. */
  constructor(
    readonly response: ModelResponse,
    /** The provider's error. */
    readonly error: ProviderError,
    cause?: unknown,
  ) {
    super(error.message, cause === undefined ? {} : { cause })
  }
}

/** Sends the request; the signal is aborted when nobody wants the answer any more. */
type Open = (
  signal: AbortSignal,
  report: (notice: Notice) => void,
) => Promise<AsyncIterator<StreamEvent, undefined>>

export class OpenTurn implements Turn {
  readonly notices: Notice[] = []
  readonly #assembler: Assembler
  readonly #abort = new AbortController()
  readonly #signal: AbortSignal
  readonly #open: Open
  readonly #onNotice: ((notice: Notice) => void) | undefined
  #events: Promise<AsyncIterator<StreamEvent, undefined>> | undefined
  #response: Promise<ModelResponse> | undefined
  #isIterated = false
  /** Settled when the last event was taken, or when reading failed. */
  readonly #end = deferred()

  constructor(
    wire: string,
    signal: AbortSignal | undefined,
    open: Open,
    onNotice?: (notice: Notice) => void,
  ) {
    this.#assembler = new Assembler(wire)
    this.#signal = signal === undefined ? this.#abort.signal : AbortSignal.any([signal, this.#abort.signal])
    this.#open = open
    this.#onNotice = onNotice
  }

  get response(): Promise<ModelResponse> {
    this.#response ??= this.#whole()
    return this.#response
  }

  /** @throws AdapterError('unsupported') when the events were given already. */
  [Symbol.asyncIterator](): AsyncIterator<StreamEvent, undefined> {
    if (this.#isIterated || this.#response !== undefined)
      throw new AdapterError(
        'unsupported',
        '',
        'a turn can be iterated only once; iterate it, then await its response',
      )
    this.#isIterated = true
    return { next: () => this.#next(), return: () => this.#cancel() }
  }

  async #next(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.#events ??= this.#open(this.#signal, (notice) => this.#report(notice))
    try {
      const step = await (await this.#events).next()
      if (step.done) this.#end.resolve()
      else this.#assembler.push(step.value)
      return step
    } catch (error) {
      this.#end.reject(error)
      throw error
    }
  }

  async #cancel(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.#end.resolve()
    this.#abort.abort()
    const events = await this.#events?.catch(() => undefined)
    await events?.return?.()
    return { done: true, value: undefined }
  }

  async #whole(): Promise<ModelResponse> {
    if (this.#isIterated) await this.#end.promise
    else while (!(await this.#next()).done);
    const response = this.#assembler.response()
    if (response.error === undefined) return response
    throw new ResponseError(response, response.error, this.#signal.reason)
  }

  #report(notice: Notice): void {
    this.notices.push(notice)
    this.#onNotice?.(notice)
  }
}
