import { signalOf } from './abort.js'
import { concatenate, recordBody, recordChunk } from './body.js'
import type {
  RecordedBody,
  RecordedChunk,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from './exchange.js'
import { type RedactOptions, redactExchange } from './redact.js'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Where recorded exchanges go: a cassette file, or memory. */
export interface ExchangeSink {
  append(exchange: RecordedExchange): Promise<void>
}

export interface RecorderOptions {
  readonly sink: ExchangeSink
  /** The fetch that really sends. Default: the global one. */
  readonly fetch?: Fetch
  readonly redact?: RedactOptions
  /** Names the wire of an exchange, if it can. */
  readonly recognise?: (exchange: RecordedExchange) => string | undefined
}

export interface Recorder {
  /** A fetch for the official SDKs (`new OpenAI({ fetch: recorder.fetch })`). */
  readonly fetch: Fetch
  /** Resolves when every exchange that has ended is in the sink. */
  flush(): Promise<void>
}

/** Content types whose bodies are streams of events: their chunks and times are kept. */
const STREAMED = /event-stream|ndjson|jsonl|eventstream/

/**
 * Records what passes through its fetch. Bodies stream through unbuffered; a stream that either side breaks off is
 * recorded as aborted, with what had arrived. The client sees the end of a body only after its exchange is in the sink.
 */
export function createRecorder(options: RecorderOptions): Recorder {
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
      const original = new Request(input, init)
      const request = await recordRequest(original.clone())
      const response = await send(original, { signal: signalOf(input, init) })
      return observe(response, request, save)
    },
    async flush() {
      await Promise.all(pending)
    },
  }
}

/** A request as it can be recorded and compared. Reads its body. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  const body = recordBody(new Uint8Array(await request.arrayBuffer()))
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body && { body }),
  }
}

/** The same response, whose body is noted down on its way through. */
async function observe(
  response: Response,
  request: RecordedRequest,
  save: (exchange: RecordedExchange) => Promise<void>,
): Promise<Response> {
  const chunks: ObservedChunk[] = []
  const started = performance.now()
  let saved: Promise<void> | undefined
  // The first to end the exchange decides how it ended.
  const finish = (aborted: boolean): Promise<void> => {
    saved ??= save({
      id: crypto.randomUUID(),
      recordedAt: new Date().toISOString(),
      request,
      response: recordResponse(response, chunks, aborted),
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
  const note = (bytes: Uint8Array) => chunks.push({ at: performance.now() - started, bytes })
  return new Response(passThrough(response.body.getReader(), note, finish), init)
}

interface ObservedChunk {
  readonly at: number
  readonly bytes: Uint8Array
}

function recordResponse(
  response: Response,
  chunks: readonly ObservedChunk[],
  aborted: boolean,
): RecordedResponse {
  const body = observedBody(response.headers.get('content-type') ?? '', chunks)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(body && { body }),
    ...(aborted && { aborted: true as const }),
  }
}

/** Statuses for which a Response may have no body at all (https://fetch.spec.whatwg.org/#null-body-status). */
const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

function observedBody(contentType: string, chunks: readonly ObservedChunk[]): RecordedBody | undefined {
  if (!STREAMED.test(contentType)) return recordBody(concatenate(chunks.map((chunk) => chunk.bytes)))
  return {
    chunks: chunks.map(({ at, bytes }): RecordedChunk => recordChunk(bytes, Math.round(at * 10) / 10)),
  }
}

function passThrough(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  note: (bytes: Uint8Array) => void,
  finish: (aborted: boolean) => Promise<void>,
): ReadableStream<Uint8Array> {
  let cancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await reader.read()
        if (cancelled) return
        if (step.done) {
          await finish(false)
          controller.close()
        } else {
          note(step.value)
          controller.enqueue(step.value)
        }
      } catch (error) {
        await finish(true)
        controller.error(error)
      }
    },
    async cancel(reason) {
      cancelled = true
      const saved = finish(true)
      await reader.cancel(reason).catch(() => undefined)
      await saved
    },
  })
}
