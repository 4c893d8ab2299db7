import { signalOf } from '../../base/http/abort.js'
import { recordBody } from '../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../base/http/recorded-exchange.js'
import { expectFunction, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { type RedactOptions, redactExchange } from '../redaction/redact.js'
import { PassingBody, readBody, recordingStream } from './passing.js'

/** The type of the `fetch` option of official SDKs. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The destination of recorded exchanges: a cassette file, or memory. */
export interface ExchangeSink {
  /** Called once for each exchange when it has ended. The client waits for the returned promise. */
  append(exchange: RecordedExchange): Promise<void>
}

/** Options of `createRecorder`. */
export interface RecorderOptions {
  /** The destination of exchanges. */
  readonly sink: ExchangeSink
  /** The fetch that sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Values to redact in addition to the usual secrets. */
  readonly redact?: RedactOptions | undefined
  /**
   * Maximum length of a recorded body, in bytes. A longer body is passed through, and a note in the exchange
   * states that it was not recorded. Default: 256 MiB. A JSON text, and therefore a cassette, cannot exceed
   * 512 MiB.
   */
  readonly maxBodyBytes?: number | undefined
  /** Returns the wire of an exchange, if it is recognized. */
  readonly recognise?: ((exchange: RecordedExchange) => string | undefined) | undefined
}

/** A fetch that records. */
export interface Recorder {
  /** A fetch for the official SDKs (`new OpenAI({ fetch: recorder.fetch })`). */
  readonly fetch: Fetch
  /** Resolves when every exchange that has ended is in the sink. */
  flush(): Promise<void>
}

const MAX_BODY_BYTES = 256 << 20

const OPTIONS: KnownOptions<RecorderOptions> = {
  sink: true,
  fetch: true,
  redact: true,
  maxBodyBytes: true,
  recognise: true,
}

/**
 * Records the requests and answers of its fetch. Answers are streamed without buffering. A stream that either
 * side interrupts is recorded as aborted, with the data received until then. The client sees the end of a
 * body only after its exchange is in the sink.
 * @example const recorder = createRecorder({ sink: await CassetteWriter.open('talk.cassette') })
 */
export function createRecorder(options: RecorderOptions): Recorder {
  expectOptions(options, OPTIONS, ['createRecorder', 'createRecorder({ sink })'])
  expectFunction(
    options.sink?.append,
    ['the sink of a recorder', "sink: await CassetteWriter.open('talk.cassette')"],
    '/sink',
  )
  const { maxBodyBytes = MAX_BODY_BYTES } = options
  const pending = new Set<Promise<void>>()
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const save = (exchange: RecordedExchange): Promise<void> => {
    const wire = options.recognise?.(exchange)
    const named = wire === undefined ? exchange : { ...exchange, wire }
    const saved = options.sink.append(redactExchange(named, options.redact))
    const tracked = saved.finally(() => pending.delete(tracked)).catch(() => undefined)
    pending.add(tracked)
    return saved
  }
  return {
    async fetch(input, init) {
      const { request, body, isTooLong } = await readBody(new Request(input, init), maxBodyBytes)
      const sent: SentRequest = { recorded: recordedRequest(request, body), isTooLong }
      const signal = signalOf(input, init)
      const response = await send(request, { ...(signal !== undefined && { signal }) })
      return observe(response, sent, new PassingBody(maxBodyBytes), save)
    },
    async flush() {
      await Promise.all(pending)
    },
  }
}

/** Returns a request in a form that can be recorded and compared. Reads its body. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  return recordedRequest(request, recordBody(new Uint8Array(await request.arrayBuffer())))
}

function recordedRequest(request: Request, body: RecordedBody | undefined): RecordedRequest {
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body && { body }),
  }
}

interface SentRequest {
  readonly recorded: RecordedRequest
  /** True if the body was too long to be recorded. */
  readonly isTooLong: boolean
}

/** Returns the same response, whose body is recorded while it is read. */
async function observe(
  response: Response,
  request: SentRequest,
  body: PassingBody,
  save: (exchange: RecordedExchange) => Promise<void>,
): Promise<Response> {
  let saved: Promise<void> | undefined
  // The first event that ends the exchange decides if it is recorded as aborted.
  const finish = (aborted: boolean): Promise<void> => {
    saved ??= save({
      id: crypto.randomUUID(),
      recordedAt: new Date().toISOString(),
      request: request.recorded,
      response: recordResponse(response, body, aborted),
      ...notesOn(request, body),
    })
    return saved
  }
  const headers = new Headers(response.headers)
  // fetch has already decoded the body, so these two headers would be wrong.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const init = { status: response.status, statusText: response.statusText, headers }
  if (response.body === null || NO_BODY.has(response.status)) {
    await finish(false)
    return new Response(null, init)
  }
  return new Response(recordingStream(response.body.getReader(), body, finish), init)
}

/** Statuses of responses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

/**
 * Converts an answer to its recorded form. If no byte of an answer could be kept, the answer is recorded as
 * aborted, so that it is not read as an empty answer.
 */
function recordResponse(response: Response, passing: PassingBody, aborted: boolean): RecordedResponse {
  const body = passing.take(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(body && { body }),
    ...((aborted || passing.isTooLong) && { aborted: true as const }),
  }
}

function notesOn(request: SentRequest, { isTooLong, limit }: PassingBody): { notes?: string } {
  const sides = [...(request.isTooLong ? ['request'] : []), ...(isTooLong ? ['answer'] : [])]
  if (sides.length === 0) return {}
  return { notes: `not recorded: the body of the ${sides.join(' and of the ')}, longer than ${limit} bytes` }
}
