import { assembleStream } from '../adapter/assemble-stream.js'
import { type Context, createContext, type Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { statusOf, translateError } from '../adapter/errors.js'
import { fitResponse } from '../adapter/fit/index.js'
import type { Registry } from '../adapter/registry.js'
import { streamFrames } from '../adapter/stream-frames.js'
import { AdapterError } from '../json/errors.js'
import { parseExact, stringifyExact } from '../json/exact.js'
import { isObject } from '../json/read.js'
import type { Response as CanonicalResponse, Conversation } from '../model/types.js'
import { bodyJson, bodyText, chunkBytes, frameChunk } from './body.js'
import { restoreDeclared } from './declared.js'
import type { RecordedChunk, RecordedExchange, RecordedRequest, RecordedResponse } from './exchange.js'
import { pathOf } from './match.js'
import { failedResponse } from './refusal.js'

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
  const context = createContext(adapter.id)
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
  return failedResponse({ message, code: String(status) })
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
  const declared = restoreDeclared(decoded.response, decodeRequest(request, target), source, target)
  const fitted = fitResponse(declared, target.codecs, { from: source.id })
  const context = createContext(target.id, { parseExact })
  const { answer, status } = stateFailure(fitted.response, recorded.response, source, target, context)
  const streams = wantsStream && !isRefusal
  const whole = streams ? answer : withoutParts(answer, context)
  const response: RecordedResponse = {
    status: streams || answer.error === undefined ? recorded.response.status : status,
    headers: {
      'content-type': streams ? target.codecs.stream.framing.contentType : 'application/json',
      ...retryHeaders(recorded.response, answer, decoded.response, source),
    },
    body: streams
      ? { chunks: encodeStream(answer, target, recorded.response, context) }
      : { text: stringifyExact(target.codecs.response.encode(whole, context)) },
    ...(recorded.response.aborted && { aborted: true as const }),
  }
  const exchange = { ...recorded, wire: target.id, request, response }
  return { exchange, notices: [...decoded.notices, ...fitted.notices, ...context.notices] }
}

interface Stated {
  readonly answer: CanonicalResponse
  /** With which the target's provider refuses a request for this reason. */
  readonly status: number
}

/** The answer with its error, if any, in the words of the target. */
function stateFailure(
  answer: CanonicalResponse,
  { status }: RecordedResponse,
  source: Adapter,
  target: Adapter,
  context: Context,
): Stated {
  const { error } = answer
  if (error === undefined) return { answer, status }
  const refused = status >= 400 ? status : undefined
  const { errors } = target.codecs.http
  if (source.id === target.id) return { answer, status: refused ?? statusOf(error, errors) }
  const stated = translateError(error, refused, source.codecs.http.errors, errors)
  if (error.code !== undefined && error.code !== stated.error.code)
    reportCode(error.code, stated.error.code, context)
  return { answer: { ...answer, error: stated.error }, status: stated.status }
}

function reportCode(before: string, after: string | undefined, context: Context): void {
  context.report({
    code: 'error-code-changed',
    severity: 'info',
    path: '/error/code',
    message: `this wire calls the error ${before.slice(0, 100)} ${after ?? 'nothing in particular'}`,
  })
}

/** A provider that fails before its whole answer is ready sends an error and no part of the answer. */
function withoutParts(answer: CanonicalResponse, context: Context): CanonicalResponse {
  const { error, message } = answer
  if (error === undefined) return answer
  if (message.parts.length > 0)
    context.report({
      code: 'failed-answer-dropped',
      severity: 'warning',
      path: '/message/parts',
      message: 'the answer failed after a part of it; asked for whole it is an error, without that part',
    })
  return failedResponse(error)
}

/** When the request may come again: every client reads that from the headers. */
function retryHeaders(
  { headers }: RecordedResponse,
  { error }: CanonicalResponse,
  decoded: CanonicalResponse,
  source: Adapter,
): Readonly<Record<string, string>> {
  if (error === undefined) return {}
  const kept = Object.entries(headers).filter(([name]) => RETRY_HEADER.test(name))
  if (kept.length > 0) return Object.fromEntries(kept)
  const seconds = source.codecs.http.retryAfter?.(decoded.error?.raw ?? null)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

const RETRY_HEADER = /^(retry-after|retry-after-ms|x-should-retry)$/i

function asksForStream({ url, body }: RecordedRequest, { codecs }: Adapter): boolean {
  const json = bodyJson(body)
  return codecs.http.streams(pathOf(url), isObject(json) ? json : {})
}

/** The target's frames, spread over the time that the recorded stream took. What was aborted just stops. */
function encodeStream(
  response: CanonicalResponse,
  target: Adapter,
  { body, aborted }: RecordedResponse,
  context: Context,
): RecordedChunk[] {
  const frames = [...streamFrames(response, target.codecs, context, { aborted })]
  const times = body !== undefined && 'chunks' in body ? body.chunks : []
  const first = times[0]?.at ?? 0
  const last = times.at(-1)?.at ?? 0
  const step = (last - first) / Math.max(1, frames.length - 1)
  return frames.map((frame, index) => frameChunk(frame, first + step * index))
}
