import { AsyncLocalStorage } from 'node:async_hooks'
import type { RecordedExchange, RecordedResponse } from '../../../base/http/recorded-exchange.js'
import { PassingBody, withStream } from '../../../traffic/replay/passing.js'
import type { Fetch } from '../../../traffic/replay/recorder.js'

/** Maximum number of kept bytes of a body. A longer body is passed on but not shown. */
const LONGEST_BODY = 8 << 20

/**
 * One exchange while it is transferred, between the client and the proxy or between the proxy and a target.
 */
export class WatchedSide {
  readonly #id = crypto.randomUUID()
  readonly #recordedAt = new Date().toISOString()
  readonly #request: Pick<Request, 'method' | 'url' | 'headers'>
  readonly #asked = new PassingBody(LONGEST_BODY)
  readonly #onChange: () => void
  #answer: { readonly head: Pick<Response, 'status' | 'headers'>; readonly body: PassingBody } | undefined
  #isCut = false
  #isOver = false

  /** @param onChange called whenever data arrives. */
  constructor(request: Pick<Request, 'method' | 'url' | 'headers'>, onChange: () => void) {
    this.#request = request
    this.#onChange = onChange
  }

  /** True if the exchange has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  get hasAnswer(): boolean {
    return this.#answer !== undefined
  }

  /** The number of bytes in memory for this exchange. */
  get heldBytes(): number {
    return this.#asked.heldBytes + (this.#answer?.body.heldBytes ?? 0)
  }

  /**
   * Forwards a request and records both bodies while they are transferred. The work runs in the async context
   * of the caller.
   */
  async pass(request: Request, fetch: Fetch): Promise<Response> {
    const body = request.body && observed(request.body, this.#asked)
    const abort = new AbortController()
    const inContext = AsyncLocalStorage.snapshot()
    const onAbort = () => inContext(() => abort.abort(request.signal.reason))
    request.signal.addEventListener('abort', onAbort)
    if (request.signal.aborted) onAbort()
    const sent = new Request(body ? withStream(request, body) : request, { signal: abort.signal })
    return this.answered(await fetch(sent))
  }

  /** Records the body of a target's request, if it is in memory. */
  noteBody(body: unknown): void {
    if (typeof body === 'string') this.#asked.note(new TextEncoder().encode(body))
    if (body instanceof Uint8Array) this.#asked.note(body)
  }

  /** Returns the same answer with a body that is recorded while it is read. */
  answered(response: Response): Response {
    const passing = new PassingBody(LONGEST_BODY)
    this.#answer = {
      head: { status: response.status, headers: new Headers(response.headers) },
      body: passing,
    }
    if (response.body === null) {
      this.#end(false)
      return response
    }
    this.#onChange()
    const end = (isCut: boolean) => this.#end(isCut)
    return new Response(observed(response.body, passing, this.#onChange, end), response)
  }

  /** The exchange so far. It contains credentials until it is redacted. */
  get exchange(): RecordedExchange {
    const { request, ...rest } = this.answer
    const body = this.#asked.soFar('')
    return { ...rest, request: { ...request, ...(body && { body }) } }
  }

  /** The exchange without the request body, which may be long. */
  get answer(): RecordedExchange {
    const { method, url, headers } = this.#request
    return {
      id: this.#id,
      recordedAt: this.#recordedAt,
      request: { method, url, headers: Object.fromEntries(headers) },
      response: this.#response(),
    }
  }

  #response(): RecordedResponse {
    if (this.#answer === undefined) return { status: 0, headers: {}, aborted: true }
    const { head, body: passing } = this.#answer
    const body = passing.soFar(head.headers.get('content-type') ?? '')
    const { status, headers } = head
    const isCut = this.#isCut || passing.isTooLong
    return {
      ...{ status, headers: Object.fromEntries(headers) },
      ...(body && { body }),
      ...(isCut && { aborted: true as const }),
    }
  }

  #end(isCut: boolean): void {
    this.#isCut = isCut
    this.#isOver = true
    this.#onChange()
  }
}

/**
 * Returns a body whose bytes are recorded while they are read. It is read in the async context of its
 * creator.
 */
function observed(
  source: ReadableStream<Uint8Array>,
  passing: PassingBody,
  onChange: () => void = () => undefined,
  onEnd: (isCut: boolean) => void = onChange,
): ReadableStream<Uint8Array> {
  const inContext = AsyncLocalStorage.snapshot()
  const reader = source.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const step = await reader.read()
      if (step.done) {
        onEnd(false)
        return controller.close()
      }
      passing.note(step.value)
      onChange()
      controller.enqueue(step.value)
    } catch (error) {
      onEnd(true)
      controller.error(error)
    }
  }
  const cancel = (reason: unknown) => {
    onEnd(true)
    return reader.cancel(reason)
  }
  return new ReadableStream(
    { pull: (controller) => inContext(pull, controller), cancel: (reason) => inContext(cancel, reason) },
    { highWaterMark: 0 },
  )
}
