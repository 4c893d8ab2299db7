import { type LinkedAbort, linkedAbort } from '../../base/http/abort.js'
import { asChecked } from '../../base/json/read-json.js'
import type { Notice } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { failureOf } from '../../base/model/outcome.js'
import { keepRawBody } from '../../base/model/raw-body.js'
import { type FailedRequest, ResponseError } from '../../base/model/response-error.js'
import type { ModelResponse } from '../../base/model/types.js'
import { Assembler } from '../../codec/stream/assemble.js'
import { ReadOnce } from './read-once.js'
import type { ReceivedBody } from './received-body.js'

/**
 * One answer of a model, as events and as a complete response. A turn can be iterated once. Without
 * iteration, `response` reads the turn.
 */
export interface Turn<Output = undefined> extends AsyncIterable<StreamEvent> {
  /**
   * The complete answer, with the `object` if the conversation requested one. If the loop was left early, the
   * answer contains the output until then.
   * @throws ResponseError if the provider answered with an error or the stream was interrupted; OutputError
   * if the answer is not the requested object; errors of `send`.
   */
  readonly response: Promise<AnswerWith<Output>>
  /** Notices that were not reported at earlier turns. The list is complete when the answer is complete. */
  readonly notices: readonly Notice[]
}

/** An answer with the requested object. The object is absent if the model calls tools. */
export type AnswerWith<Output> = [Output] extends [undefined]
  ? ModelResponse
  : undefined extends Output
    ? ModelResponse & { readonly object?: Exclude<Output, undefined> }
    : ModelResponse & { readonly object: Output }

/** A function that sends the request. The signal is aborted when the answer is no longer needed. */
type Open = (
  signal: AbortSignal,
  report: (notice: Notice) => void,
) => Promise<AsyncIterator<StreamEvent, undefined>>

/** A function that processes the complete answer. */
type Complete = (
  response: ModelResponse,
  report: (notice: Notice) => void,
) => Promise<ModelResponse & { readonly object?: unknown }>

interface OpenTurnOptions {
  /** Returns the request, for the messages of errors. */
  readonly request: () => FailedRequest
  readonly wire: string
  readonly signal: AbortSignal | undefined
  /** The received body, for `rawBodyOf`. */
  readonly body: ReceivedBody | undefined
  readonly open: Open
  readonly complete: Complete | undefined
  readonly onNotice: ((notice: Notice) => void) | undefined
}

/** The advice of a turn that is read twice. */
export const READ_TURN_ONCE = 'a turn can be iterated only once; iterate it, then await its response'

export class OpenTurn<Output> extends ReadOnce<StreamEvent, AnswerWith<Output>> implements Turn<Output> {
  readonly notices: Notice[] = []
  readonly #assembler: Assembler
  /** Created with the first read, since it listens to the caller's signal. */
  #abort: LinkedAbort | undefined
  readonly #options: OpenTurnOptions
  #events: Promise<AsyncIterator<StreamEvent, undefined>> | undefined

  constructor(options: OpenTurnOptions) {
    super(READ_TURN_ONCE)
    this.#options = options
    this.#assembler = new Assembler(options.wire)
  }

  get response(): Promise<AnswerWith<Output>> {
    return this.whole
  }

  protected async read(): Promise<IteratorResult<StreamEvent, undefined>> {
    try {
      this.#events ??= this.#options.open(this.#linked().signal, (notice) => this.#report(notice))
      const step = await (await this.#events).next()
      if (step.done) this.#linked().release()
      else this.#assembler.push(step.value)
      return step
    } catch (error) {
      this.#linked().release()
      throw error
    }
  }

  #linked(): LinkedAbort {
    this.#abort ??= linkedAbort(this.#options.signal)
    return this.#abort
  }

  protected async leave(): Promise<void> {
    this.#linked().abort()
    this.#linked().release()
    const events = await this.#events?.catch(() => undefined)
    await events?.return?.()
  }

  protected async complete(): Promise<AnswerWith<Output>> {
    const response = this.#assembler.response()
    const body = this.#options.body?.get()
    if (body !== undefined) keepRawBody(response, body)
    const failure = failureOf(response)
    if (failure !== undefined) {
      const { request } = this.#options
      throw new ResponseError(response, failure, this.#linked().signal.reason, request())
    }
    const { complete } = this.#options
    const answer = (await complete?.(response, (notice) => this.#report(notice))) ?? response
    if (body !== undefined) keepRawBody(answer, body)
    return asChecked(answer)
  }

  #report(notice: Notice): void {
    this.notices.push(notice)
    this.#options.onNotice?.(notice)
  }
}
