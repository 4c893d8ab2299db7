import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseExact, parseJson } from '../../base/json/parse.js'
import { asJson, expectObject, isArray } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Context, ContextOptions, Notice } from '../../base/model/context.js'
import type { Conversation, ModelResponse } from '../../base/model/types.js'
import { streamFrames } from '../../codec/stream/frame-writer.js'
import { isUnread, refuseGuess } from '../../codec/stream/unread-calls.js'
import type { KnownWire, WireCodecs } from '../../codec/wire/contract.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { models } from '../../translate/catalogue/index.js'
import { decodeAnswer, decodeRequest } from '../../translate/exchange/decode-exchange.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { adaptAnswer, unreadableRefusal } from '../../translate/exchange/translate-answer.js'
import { encodeConversation, moveConversation } from '../../translate/exchange/translate-conversation.js'
import type { FitOptions } from '../../translate/fit/fit.js'
import { type ConvertedSides, convertSide, decodeSide, joinSides } from './sides.js'
import { chunksOf, likelyWire, type ResolvedRecord } from './traffic-record.js'

export type DecodedExchange = ConvertedSides<Conversation, ModelResponse>

/** Options of decoding a record. */
export interface DecodeOptions extends ContextOptions {
  /** The wires that a record of a wrongly named wire may have. Default: they are not suggested. */
  readonly registry?: Registry | undefined
}

/** Decodes a record. The errors of its sides are part of the result. */
export function decodeExchange(record: ResolvedRecord, options: DecodeOptions): DecodedExchange {
  const { codecs, id } = record.adapter
  const { request, answer } = decodersOf(record)
  const decoded = joinSides(
    request && convertSide(codecs.id, request.side, options, request.decode),
    answer && convertSide(codecs.id, answer.side, options, answer.decode),
  )
  if (!record.isNamed) refuseGuess(id, decoded.notices)
  const notices = [...(record.notices ?? []), ...decoded.notices]
  return withLikelyWire({ ...decoded, notices }, record, options.registry)
}

/**
 * Adds the recognized wire to an error, and to notices about calls that were not decoded, if the caller named another
 * wire.
 */
function withLikelyWire(
  decoded: DecodedExchange,
  record: ResolvedRecord,
  registry: Registry | undefined,
): DecodedExchange {
  const { error, notices } = decoded
  if (registry === undefined || (error === undefined && !notices.some(isUnread))) return decoded
  const wire = likelyWire(record, registry)
  if (wire === undefined) return decoded
  const fix = `this looks like ${wire}, not ${record.adapter.id}: name ${wire} (--from or --wire), or leave the wire out`
  const add = <Told extends { readonly message: string }>(told: Told): Told => ({
    ...told,
    message: `${told.message}; ${fix}`,
  })
  return compact({
    ...decoded,
    error: error && add(error),
    notices: notices.map((notice) => (isUnread(notice) ? add(notice) : notice)),
  })
}

/**
 * Decodes a record.
 * @param notices gets the notices, with paths in the record.
 * @throws AdapterError for a side that cannot be decoded, with its path in the record.
 */
export function decodeSides(
  record: ResolvedRecord,
  options: ContextOptions,
  notices: Notice[],
): Pick<DecodedExchange, 'request' | 'response'> {
  const { codecs, id } = record.adapter
  const { request, answer } = decodersOf(record)
  notices.push(...(record.notices ?? []))
  const decoded = compact({
    request: request && decodeSide(codecs.id, request.side, options, request.decode, notices),
    response: answer && decodeSide(codecs.id, answer.side, options, answer.decode, notices),
  })
  if (!record.isNamed) refuseGuess(id, notices)
  return decoded
}

/** Returns the sides of a record, each with its decoder. */
function decodersOf(record: ResolvedRecord) {
  const { request, response, stream } = record
  const { codecs } = record.adapter
  return {
    request: request && {
      side: request,
      decode: (context: Context) => decodeRequest(expectObject(request.value, ''), codecs, context),
    },
    answer: response
      ? { side: response, decode: (context: Context) => decodeWhole(record, codecs, context) }
      : stream && {
          side: stream,
          decode: (context: Context) =>
            decodeAnswer({ stream: checked(chunksOf(stream.value)) }, codecs, context),
        },
  }
}

function decodeWhole(
  { response, status = 200 }: ResolvedRecord,
  codecs: WireCodecs,
  context: Context,
): ModelResponse {
  const value = response?.value ?? null
  if (typeof value === 'string' && status >= 400) return unreadableRefusal(value, status)
  return decodeAnswer({ body: expectObject(value, '') }, codecs, context)
}

/** Yields chunks, and checks each one when it is read. */
function* checked(chunks: readonly (JsonValue | Uint8Array)[]): Generator<string | Uint8Array | JsonObject> {
  for (const [index, chunk] of chunks.entries())
    yield typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : expectObject(chunk, `/${index}`)
}

export interface EncodeOptions extends Pick<FitOptions, 'providerExecuted' | 'limits'> {
  readonly to: Adapter
  /** The wire of the exchange, if known. */
  readonly from?: KnownWire | undefined
  /** The model that the request is sent to. */
  readonly model?: string | undefined
  readonly maxOutputTokens?: number | undefined
  /** True if the response is encoded as the target's stream, in `sse`. Default: false. */
  readonly stream?: boolean | undefined
}

/**
 * Both sides of an exchange. Each side is decoded when it is needed, so that an error affects only that side.
 */
export interface EncodeInput {
  readonly request?: (() => Conversation) | undefined
  readonly response?: (() => ModelResponse) | undefined
}

/**
 * An exchange in native form. The answer is complete in `response`, or streamed in `sse`, or in `chunks` for
 * wires with binary streams.
 */
export interface EncodedExchange extends ConvertedSides<JsonValue, JsonValue> {
  readonly sse?: string
  readonly chunks?: JsonArray
}

export function encodeExchange({ request, response }: EncodeInput, options: EncodeOptions): EncodedExchange {
  const { id } = options.to
  const { response: answer, ...joined } = joinSides<JsonValue, JsonValue>(
    request &&
      convertSide(id, { path: '/request' }, { parseExact }, (context) =>
        encodeRequest(request(), options, context),
      ),
    response &&
      convertSide(id, { path: '/response' }, { parseExact }, (context) =>
        encodeAnswer(response(), options, context),
      ),
  )
  if (answer === undefined) return joined
  if (isArray(answer)) return { ...joined, chunks: answer }
  return typeof answer === 'string' ? { ...joined, sse: answer } : { ...joined, response: answer }
}

function encodeRequest(conversation: Conversation, options: EncodeOptions, context: Context): JsonValue {
  const { from, to, stream: _stream, ...rest } = options
  const moved = moveConversation(conversation, { from, to }, context)
  const { value, notices } = encodeConversation(moved, {
    ...rest,
    ...{ to, from: from?.id, parseExact, models, fill: true },
  })
  for (const notice of notices) context.report(notice)
  return asJson(value)
}

/** Encodes the answer as one body, as the text of a stream, or as the events of a binary stream. */
function encodeAnswer(answer: ModelResponse, options: EncodeOptions, context: Context): JsonValue {
  const { from, to, limits, providerExecuted, stream } = options
  const { response } = adaptAnswer(answer, from, to.codecs, { limits, providerExecuted }, context)
  if (!stream) return to.codecs.response.encode(response, context)
  const frames = [...streamFrames(response, to.codecs, context)]
  if (frames.every((frame) => typeof frame === 'string')) return frames.join('')
  const framer = to.codecs.stream.framing.createFramer()
  return frames.flatMap((frame) => framer.push(frame)).map(({ data }) => parseJson(data))
}
