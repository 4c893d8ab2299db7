import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, expectObject, isObject, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ModelResponse, ProviderError, ProviderMetadata } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropAnswerHead, dropError } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { FINISH, USAGE } from './maps.js'

const FIELDS: Fields = { id: 'string', finish_reason: 'string', message: 'object', usage: 'object' }
const MESSAGE_FIELDS: Fields = {
  role: 'any',
  content: 'any',
  tool_calls: 'any',
  tool_plan: 'any',
  citations: 'any',
}

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (!isObject(native.message) && isAnyError(native))
    return failedAnswer(decodeProviderError(native), context)
  const said = expectObject(native.message, '/message')
  const { role = 'assistant' } = said
  if (role !== 'assistant' && role !== null) throw wrongType('"assistant"', role, '/message/role')
  const message = decodeAssistant(said, {
    context: { ...context, path: '/message' },
    side: 'response',
    place: callPlace(native),
    cut: isCut(native.finish_reason),
  })
  return { message, ...decodeEnvelope(native, message.parts.some(isCallToAnswer), context) }
}

/** Returns a text that distinguishes calls without an id from calls of other answers. */
export function callPlace({ id }: JsonObject): string {
  return stringOr(id, '')
}

/** Returns true if the output limit ended the answer. */
export function isCut(reason: JsonValue | undefined): boolean {
  return isCutBy(reason, FINISH)
}

/**
 * Decodes all of an answer except its message. Streams build the same object from their first and last
 * events.
 */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const usage = isObject(native.usage) ? native.usage : undefined
  return compact({
    finish: decodeFinish(native.finish_reason, hasClientCalls, FINISH),
    id: stringOr(native.id, undefined),
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage,
      absent: absentFields(native, FIELDS, ['id', 'finish_reason']),
    }),
  })
}

/**
 * Returns the metadata of a streamed message.
 * @param late citations that arrived after their block.
 */
export function messageMetadata(
  message: JsonObject,
  late: JsonArray,
  context: Context,
): ProviderMetadata | undefined {
  const { citations: _citations, ...rest } = message
  const fields: Fields = { ...MESSAGE_FIELDS, citations: undefined }
  return metadataFor(late.length === 0 ? rest : { ...rest, citations: late }, fields, context)
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error, model } = canonical
  const isOwn = message.origin?.wire === context.wire
  if (isFailed(canonical)) return encodeError(canonical.error, isOwn)
  if (error !== undefined) dropError(error, context)
  if (model !== undefined) dropAnswerHead({ model }, context)
  const own = metadataOf(canonical, context)
  const reason = encodeFinish(canonical, FINISH, context)
  const native = encodeAssistant(message, 'response', { ...context, path: '/message' }, isCut(reason))
  return withExtras(
    {
      id: canonical.id,
      message: native,
      finish_reason: canonical.finish.raw === undefined ? undefined : reason,
      usage: encodeUsage(canonical, USAGE, context),
    },
    own,
    { id: isOwn ? undefined : '', finish_reason: reason },
  )
}

/**
 * Encodes an error as `{id?, message}`. The body has no field for the code, which follows from the status.
 */
function encodeError(error: ProviderError, isOwn: boolean): JsonObject {
  return (isOwn ? unchangedBody(error) : undefined) ?? { message: error.message }
}

/** Returns the citations next to a message that do not refer to a part. */
export function citationsBeside(
  { messageMetadata: kept }: { readonly messageMetadata?: ProviderMetadata },
  context: Context,
): JsonArray {
  const own = metadataOf(compact({ providerMetadata: kept }), context)
  return isObject(own?.extra) ? arrayOr(own.extra.citations, []) : []
}
