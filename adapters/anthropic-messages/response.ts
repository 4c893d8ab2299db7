import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, isArray, isObject, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer, lastAuthorsParts } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import { finishOf } from '../../src/base/model/outcome.js'
import type {
  Finish,
  ModelResponse,
  Part,
  ProviderError,
  ProviderMetadata,
} from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { asCut, encodeBlocks } from '../../src/codec/shape/encode-parts.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeBlock, encodePart } from './blocks.js'
import { FINISH, USAGE } from './maps.js'

const FIELDS: Fields = {
  type: 'string',
  role: 'string',
  id: 'string',
  model: 'string',
  content: 'array',
  stop_reason: 'string',
  usage: 'object',
}

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (!isArray(native.content) && isAnyError(native))
    return failedAnswer(decodeProviderError(native, ERROR_CODES), context)
  expectConstant(native, 'type', 'message')
  expectConstant(native, 'role', 'assistant')
  const blocks = expectArray(native.content, '/content')
  const parts = blocks.map((block, index) =>
    decodeBlock(block, { ...context, path: at('/content', index) }, callPlace(native, index)),
  )
  const last = parts.at(-1)
  if (last?.type === 'tool-call' && isCut(native))
    parts[parts.length - 1] = asCut(last, context, 'verbatimInput')
  const envelope = decodeEnvelope(native, lastAuthorsParts(parts).some(isCallToAnswer), context)
  const message = compact({
    role: 'assistant' as const,
    parts,
    origin: compact({ wire: context.wire, model: envelope.model }),
    providerMetadata: messageMetadata(native, context),
  })
  const named = parts.some(isNamelessResult) ? nameResults([message])[0] : message
  return Object.assign({ message: named ?? message }, envelope)
}

function isNamelessResult(part: Part): boolean {
  return part.type === 'tool-result' && part.name === ''
}

function expectConstant(native: JsonObject, key: string, value: string): void {
  const actual = native[key]
  if (actual === undefined || actual === null || actual === value) return
  throw wrongType(`"${value}"`, actual, at('', key))
}

/**
 * Keeps the container of waiting code in the message, since the next request has to name the container and is
 * built from the messages.
 */
export function messageMetadata({ container }: JsonObject, context: Context): ProviderMetadata | undefined {
  return wireMetadata(context, {
    container: isObject(container) ? stringOr(container.id, undefined) : undefined,
  })
}

/** Distinguishes calls without id from calls of other answers. */
export function callPlace(native: JsonObject, index: number): string {
  return `${stringOr(native.id, '')}/${index}`
}

/** Returns true if the output limit ended the answer. */
export function isCut(native: JsonObject): boolean {
  return isCutBy(native.stop_reason, FINISH)
}

/**
 * Decodes all of an answer except its content. Streams build the same object from their first and last
 * events.
 */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const id = stringOr(native.id, undefined)
  const model = stringOr(native.model, undefined)
  const usage = isObject(native.usage) ? native.usage : undefined
  return compact({
    finish: decodeStopReason(native, hasClientCalls),
    id,
    model,
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage,
      absent: absentFields(native, FIELDS, ['type', 'role', 'stop_reason']),
    }),
  })
}

/**
 * Decodes a stop reason. A finished message has a reason; an unfinished message has null.
 * https://platform.claude.com/docs/en/api/messages
 */
function decodeStopReason({ stop_reason: reason }: JsonObject, hasClientCalls: boolean): Finish {
  return reason === null ? finishOf('unknown') : decodeFinish(reason, hasClientCalls, FINISH)
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error } = canonical
  const isOwn = message.origin?.wire === context.wire
  if (isFailed(canonical)) return encodeErrorBody(canonical.error, isOwn)
  if (error !== undefined) dropError(error, context)
  const metadata = metadataOf(canonical, context)
  const stopReason = encodeFinish(canonical, FINISH, context)
  const cutPart = isCut({ stop_reason: stopReason }) ? message.parts.at(-1) : undefined
  const content = encodeBlocks(message, { ...context, path: '/message' }, encodePart, cutPart)
  const usage = withSearches(
    encodeUsage(canonical, USAGE, context),
    content.filter(isSearch).length,
    metadata,
  )
  return withExtras(
    {
      id: canonical.id,
      model: canonical.model,
      content,
      stop_reason: canonical.finish.raw === undefined ? undefined : stopReason,
      usage,
    },
    metadata,
    {
      ...(usage === undefined && !isOwn && context.answerFields?.()),
      type: 'message',
      role: 'assistant',
      stop_reason: stopReason,
      stop_sequence: isOwn ? undefined : null,
    },
  )
}

/**
 * Adds the number of searches to the usage of an answer of another wire. Failed searches do not count.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool#usage-and-pricing
 */
export function withSearches(
  usage: JsonObject | undefined,
  web_search_requests: number,
  metadata: JsonObject | undefined,
): JsonObject | undefined {
  const isCounted = web_search_requests === 0 || isObject(metadata?.usage)
  return usage === undefined || isCounted ? usage : { ...usage, server_tool_use: { web_search_requests } }
}

/** Returns true for the results of a search that succeeded. */
export function isSearch(block: JsonValue): boolean {
  return isObject(block) && block.type === 'web_search_tool_result' && isArray(block.content)
}

/**
 * `{type: 'error', error: {type, message}, request_id}`: a rejected request, or the end of a failed stream.
 */
export const ERROR_CODES = ['type']

/**
 * Encodes the body of an error.
 * @param isOwn true if the error is from this wire. Its original body is then encoded, with edits.
 */
export function encodeErrorBody(error: ProviderError, isOwn: boolean): JsonObject {
  const { message, code, raw } = error
  const kept = isOwn ? unchangedBody(error, ERROR_CODES) : undefined
  if (kept !== undefined) return kept
  if (!isOwn || !isObject(raw) || !isObject(raw.error))
    return { type: 'error', error: { type: code ?? 'api_error', message } }
  const changed = compact({
    message: typeof raw.error.message === 'string' ? message : undefined,
    type: typeof raw.error.type === 'string' ? code : undefined,
  })
  return { ...raw, error: { ...raw.error, ...changed } }
}
