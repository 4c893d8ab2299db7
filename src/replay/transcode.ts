import { assembleStream } from '../adapter/assemble-stream.js'
import { type Context, createContext, type Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { fitResponse } from '../adapter/fit/index.js'
import type { Registry } from '../adapter/registry.js'
import { streamFrames } from '../adapter/stream-frames.js'
import { AdapterError } from '../json/errors.js'
import { isObject } from '../json/read.js'
import { stringifyJson } from '../json/write.js'
import type { Response as CanonicalResponse, Conversation } from '../model/types.js'
import { bodyJson, bodyText, chunkBytes } from './body.js'
import type { RecordedChunk, RecordedExchange, RecordedRequest, RecordedResponse } from './exchange.js'
import { pathOf } from './match.js'

/** The wire of a recorded exchange: the one it names, or the one its bodies look like. */
export function adapterOf(exchange: RecordedExchange, registry: Registry): Adapter {
  if (exchange.wire !== undefined) return registry.get(exchange.wire)
  const request = bodyJson(exchange.request.body)
  const response = bodyJson(exchange.response.body)
  const found = registry.recognise({
    ...(isObject(request) && { request }),
    ...(isObject(response) && { response }),
  })
  if (found !== undefined) return found.adapter
  throw new AdapterError('unknown-wire', '', `no adapter recognises the recording ${exchange.id}`)
}

/** A recorded or received request in canonical form. */
export function decodeRequest(request: RecordedRequest, adapter: Adapter): Conversation {
  return adapter.decodeRequest(bodyText(request.body)).value
}

interface DecodedAnswer {
  readonly response: CanonicalResponse
  readonly notices: readonly Notice[]
}

/** The recorded answer in canonical form, whole or assembled from its stream. */
export function decodeAnswer({ response }: RecordedExchange, adapter: Adapter): DecodedAnswer {
  const context = createContext()
  const { body, status } = response
  if (body !== undefined && 'chunks' in body) {
    const answer = assembleStream(body.chunks.map(chunkBytes), adapter.codecs, context)
    return { response: answer, notices: context.notices }
  }
  const text = bodyText(body)
  try {
    const { value, notices } = adapter.decodeResponse(text)
    return { response: value, notices }
  } catch (error) {
    if (status < 400 || !(error instanceof AdapterError)) throw error
    return { response: unreadableRefusal(text, status), notices: [] }
  }
}

/** What a gateway answered in place of the provider, for instance a page of HTML. */
function unreadableRefusal(text: string, status: number): CanonicalResponse {
  const message = text.trim() === '' ? `the server answered with status ${status}` : text
  return {
    message: { role: 'assistant', parts: [] },
    finish: { reason: 'error' },
    error: { message, code: String(status) },
  }
}

export interface Transcoded {
  readonly exchange: RecordedExchange
  readonly notices: readonly Notice[]
}

/** The recording as if the target's provider had given the answer to this request. */
export function transcode(
  recorded: RecordedExchange,
  request: RecordedRequest,
  source: Adapter,
  target: Adapter,
): Transcoded {
  const wantsStream = asksForStream(request, target)
  const isStream = recorded.response.body !== undefined && 'chunks' in recorded.response.body
  const isRefusal = recorded.response.status >= 400
  if (source.id === target.id && (isRefusal || isStream === wantsStream))
    return { exchange: recorded, notices: [] }
  const decoded = decodeAnswer(recorded, source)
  const fitted = fitResponse(decoded.response, target.codecs, { from: source.id })
  const context = createContext()
  const streams = wantsStream && !isRefusal
  const response: RecordedResponse = {
    status: statusOf(recorded, fitted.response, streams),
    headers: { 'content-type': streams ? contentType(target) : 'application/json' },
    body: streams
      ? { chunks: encodeStream(fitted.response, target, recorded.response, context) }
      : { text: stringifyJson(target.codecs.response.encode(fitted.response, context)) },
    ...(recorded.response.aborted && { aborted: true as const }),
  }
  const exchange = { ...recorded, wire: target.id, request, response }
  return { exchange, notices: [...decoded.notices, ...fitted.notices, ...context.notices] }
}

function asksForStream({ url, body }: RecordedRequest, { codecs }: Adapter): boolean {
  const json = bodyJson(body)
  return codecs.http.streams(pathOf(url), isObject(json) ? json : {})
}

function contentType({ codecs }: Adapter): string {
  return codecs.stream.framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson'
}

/** A stream that failed before it said anything was a 200; as a whole answer it is a refusal. */
function statusOf({ response }: RecordedExchange, answer: CanonicalResponse, streams: boolean): number {
  const isError = answer.error !== undefined && answer.message.parts.length === 0
  return !streams && isError && response.status < 400 ? 500 : response.status
}

/** The target's frames, spread over the time that the recorded stream took. What was aborted just stops. */
function encodeStream(
  response: CanonicalResponse,
  target: Adapter,
  { body, aborted }: RecordedResponse,
  context: Context,
): RecordedChunk[] {
  const texts = [...streamFrames(response, target.codecs, context, { aborted })]
  const times = body !== undefined && 'chunks' in body ? body.chunks : []
  const first = times[0]?.at ?? 0
  const last = times.at(-1)?.at ?? 0
  const step = (last - first) / Math.max(1, texts.length - 1)
  return texts.map((text, index) => ({ at: first + step * index, text }))
}
