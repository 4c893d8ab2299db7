import { signalOf } from '../../base/http/abort.js'
import { recordBody } from '../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../base/http/recorded-exchange.js'
import { expectFunction, expectOptions, type KnownOptions } from '../../base/model/entrance.js'
import { type RedactOptions, redactExchange } from '../redaction/redact.js'
import { PassingBody, passThrough, readBody } from './passing.js'

/** What official SDKs take as their `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Where recorded exchanges go: a cassette file, or memory. */
export interface ExchangeSink {
  /** Called once for each exchange, when it has ended. The client waits for it. */
  append(exchange: RecordedExchange): Promise<void>
}

/** What is recorded, and where to. */
export interface RecorderOptions {
  /** Where exchanges go. */
  readonly sink: ExchangeSink
  /** The fetch that really sends. Default: the global one. */
  readonly fetch?: Fetch | undefined
  /** What is taken out beside the usual secrets. */
  readonly redact?: RedactOptions | undefined
  /**
   * The longest body that is kept, in bytes; a longer one passes through, and the exchange's notes say that it is not
   * recorded. Default: 256 MiB. No JSON text, and so no cassette, can hold more than 512 MiB.
   */
  readonly maxBodyBytes?: number | undefined
  /** Names the wire of an exchange, if it can. */
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
 * Records what passes through its fetch. Answers stream through unbuffered; a stream that either side breaks off is
 * recorded as aborted, with what had arrived. The client sees the end of a body only after its exchange is in the sink.
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

/** A request as it can be recorded and compared. Reads its body. */
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
  /** Whether its body was too long to be recorded. */
  readonly isTooLong: boolean
}

/** The same response, whose body is noted down on its way through. */
async function observe(
  response: Response,
  request: SentRequest,
  body: PassingBody,
  save: (exchange: RecordedExchange) => Promise<void>,
): Promise<Response> {
  let saved: Promise<void> | undefined
  // The first to end the exchange decides how it ended.
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
  // fetch has already decoded the body, so these two would be untrue.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const init = { status: response.status, statusText: response.statusText, headers }
  if (response.body === null || NO_BODY.has(response.status)) {
    await finish(false)
    return new Response(null, init)
  }
  return new Response(passThrough(response.body.getReader(), body, finish), init)
}

/** Statuses for which a Response may have no body at all (https://fetch.spec.whatwg.org/#null-body-status). */
const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** An answer of which nothing could be kept is one that breaks off, lest it pass for an empty one. */
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
