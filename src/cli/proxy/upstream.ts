import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import {
  type ByteReader,
  type ByteSource,
  type ByteStep,
  bytesInPieces,
  HeaderMap,
  joinedBytes,
  type StreamedAnswer,
  webStream,
} from '../../base/http/http-message.js'
import { type Send, type SentRequest, sendBy } from '../../proxy/proxy-target.js'
import { nodeUnpackers } from './unpackers.js'

/**
 * The global symbol of the agent that Node's `fetch` uses.
 * https://github.com/nodejs/undici/blob/main/lib/global.js
 */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** Milliseconds to wait for the headers of an answer, and for further data of its body; 0 means no limit. */
export interface UpstreamPatience {
  readonly headersTimeout: number
  readonly bodyTimeout: number
}

/** No limits, since reasoning models take long and the options of the proxy set the limits. */
const ENDLESS: UpstreamPatience = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * Sends requests with undici, without the cost of `fetch`. If a user replaced Node's default agent (for
 * example with a corporate proxy), requests are sent with `fetch`, which uses that agent.
 */
export function nodeSend(patience = ENDLESS): Send {
  const given: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof given === 'object' && given !== null && given.constructor.name !== 'Agent')
    return sendBy((url, init) => globalThis.fetch(url, init))
  const agent = new Agent(patience)
  return (request) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(request.url)
      agent.dispatch(
        {
          ...{ origin, path: pathname + search, method: methodOf(request) },
          ...bodyParts(request),
        },
        new Upstream(request, resolve, reject),
      )
    })
}

/**
 * The default headers. Some servers refuse clients without a user agent. Compression is not requested, since
 * compressed data is received later.
 */
const USUAL = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'toolwire' }

/** Returns the body with its headers. Pieces are sent with their length, not in chunks. */
function bodyParts({ body, headers }: SentRequest): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  const given = { ...USUAL, ...headers }
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array)
    return { headers: given, body: body ?? null }
  return {
    headers: { ...given, 'content-length': String(bytesInPieces(body)) },
    body: Readable.from(body, { objectMode: false }),
  }
}

/** Returns the method for undici. Its types list only registered methods; clients may use others. */
function methodOf({ method }: SentRequest): Dispatcher.HttpMethod {
  return method
}

/** Maximum number of buffered bytes before reading from the connection pauses. */
const MOST_WAITING = 1 << 16

/** An answer while it is received. All received data is read in one piece. */
class Upstream implements Dispatcher.DispatchHandler, ByteSource, ByteReader {
  readonly #request: SentRequest
  readonly #begin: (answer: StreamedAnswer) => void
  readonly #fail: (error: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #pieces: Uint8Array[] = []
  #length = 0
  #isOver = false
  #error: Error | undefined
  #wake: (() => void) | undefined

  constructor(request: SentRequest, begin: (answer: StreamedAnswer) => void, fail: (error: unknown) => void) {
    this.#request = request
    this.#begin = begin
    this.#fail = fail
    request.signal.addEventListener('abort', this.#onAbort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#request.signal.aborted) this.#onAbort()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, given: GivenHeaders): void {
    if (status < 200) return
    const headers = new HeaderMap(given)
    const hasBody = this.#request.method !== 'HEAD' && !WITHOUT_BODY.has(status)
    this.#begin({ status, headers, body: hasBody ? plain(this, headers) : null })
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    if (this.#isOver) return
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length > MOST_WAITING) controller.pause()
    this.#wake?.()
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error)
    // If the answer has begun, the reader of the answer receives the error.
    this.#fail(error)
  }

  getReader(): ByteReader {
    return this
  }

  async read(): Promise<ByteStep> {
    while (this.#pieces.length === 0) {
      if (this.#error !== undefined) throw this.#error
      if (this.#isOver) return { done: true }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const value = joinedBytes(this.#pieces)
    this.#pieces = []
    this.#length = 0
    if (this.#controller?.paused) this.#controller.resume()
    return { done: false, value }
  }

  async cancel(): Promise<void> {
    if (this.#isOver) return
    this.#end()
    this.#pieces = []
    this.#controller?.abort(new Error('the answer is not wanted any more'))
  }

  readonly #onAbort = () => {
    const { reason } = this.#request.signal
    this.#controller?.abort(reason instanceof Error ? reason : new Error('aborted', { cause: reason }))
  }

  #end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#error = error
    this.#request.signal.removeEventListener('abort', this.#onAbort)
    this.#wake?.()
  }
}

type GivenHeaders = ConstructorParameters<typeof HeaderMap>[0]

/** Statuses without a body: https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** Returns the body without content encodings, which some servers use although none were requested. */
function plain(body: ByteSource, headers: HeaderMap): ByteSource {
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(/[\s,]+/)
  const unpackers = nodeUnpackers()
  return codings
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reduceRight<ByteSource>((packed, coding) => {
      const unpack = unpackers[coding.replace(/^x-/, '')]
      return unpack === undefined ? packed : unpack(webStream(packed))
    }, body)
}
