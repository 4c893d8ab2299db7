import { AdapterError } from '../json/errors.js'
import type { Notice } from '../model/context.js'
import type { ModelResponse, ProviderError } from '../model/types.js'
import { Assembler } from '../stream/assemble.js'
import type { StreamEvent } from '../stream/events.js'

/** One answer of a model, while it comes and after. It can be iterated once; `response` reads what nobody iterated. */
export interface Turn extends AsyncIterable<StreamEvent> {
  /**
   * The whole answer, once it is there. One that was let go early is what came until then.
   * @throws ResponseError when the provider answered with an error or the stream broke off, and what `send` throws.
   */
  readonly response: Promise<ModelResponse>
  /** What could not be taken as it was, told for the first time. Complete once the answer is. */
  readonly notices: readonly Notice[]
}

/** A provider's error in place of an answer, or after the beginning of one. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'

  /** @param response what came until then, with the error in it. Its broken calls are marked and not to be run. */
  constructor(
    readonly response: ModelResponse,
    /** What the provider says went wrong. */
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

interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/** Nobody has to hear of its failure. */
function deferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => undefined)
  return { promise, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) }
}
