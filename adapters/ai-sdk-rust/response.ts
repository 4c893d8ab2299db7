import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, ModelResponse, Part, ProviderError, Usage } from '../../src/base/model/types.js'
import { carriedAnswer, withCarriedAnswer } from '../../src/codec/format/carried-answer.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { decodeProviderError, failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  extraFields,
  type Fields,
  type FieldsOf,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, type FinishTable } from '../../src/codec/shape/finish-table.js'
import { loneDecoder, loneEncoder } from '../../src/codec/shape/lone-element.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { isLoneCall } from './calls.js'
import { decodePart, encodePart } from './parts.js'
import { CAMEL_CASE, closed, opened, readNames, writeNames } from './slots.js'

const FIELDS: Fields = { content: 'array', finishReason: 'string', usage: 'object', response: 'object' }
const HEAD_FIELDS: Fields = { id: 'string', modelId: 'string' }
const USAGE_FIELDS: FieldsOf<Usage> = {
  inputTokens: ['number', 'inputTokens'],
  outputTokens: ['number', 'outputTokens'],
  totalTokens: ['number', 'totalTokens'],
  reasoningTokens: ['number', 'reasoningTokens'],
  cachedInputTokens: ['number', 'cachedInputTokens'],
}
const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'tool-calls tool_calls'],
  ['length', 'length'],
  ['filtered', 'content-filter content_filter'],
  ['failed', 'error'],
  ['unknown', 'other unknown'],
]

const LONE_CALL = { list: 'content', test: isLoneCall }
export const decodeResponse = /* @__PURE__ */ loneDecoder(decodeWhole, LONE_CALL)
export const response: ResponseCodec = {
  decode: decodeResponse,
  encode: /* @__PURE__ */ loneEncoder(encodeResponse, decodeResponse, LONE_CALL),
}

/** Decodes a `GenerateResponse`, or an error. */
function decodeWhole(native: JsonObject, context: Context): ModelResponse {
  if (native.content === undefined && (native.error ?? null) !== null) return decodeFailure(native, context)
  const content = expectArray(native.content, '/content')
  const parts = content.map((part, index) =>
    decodePart(part, 'answer', { ...context, path: at('/content', index) }),
  )
  return decodeEnvelope(native, parts, context)
}

/** Decodes all of an answer except its content. Streams deliver these fields in pieces. */
export function decodeEnvelope(object: JsonObject, parts: readonly Part[], context: Context): ModelResponse {
  const { slot } = opened(object, CAMEL_CASE)
  return withCarriedAnswer(readAnswer(object, parts, context), slot, `/providerMetadata/${CARRIED}`)
}

function readAnswer(object: JsonObject, parts: readonly Part[], context: Context): ModelResponse {
  const { native, spelling } = opened(object, CAMEL_CASE)
  const head = readNames(objectIn(native.response), CAMEL_CASE)
  const usage = isObject(native.usage) ? readNames(native.usage, CAMEL_CASE) : undefined
  const counts = usage && decodeFields<Usage>(usage.native, USAGE_FIELDS)
  const model = stringOr(head.native.modelId, undefined)
  const message: Message = { role: 'assistant', parts, origin: compact({ wire: context.wire, model }) }
  const [named = message] = nameResults([message])
  return compact({
    message: named,
    finish: decodeFinish(native.finishReason, parts.some(isCallToAnswer), FINISH),
    id: stringOr(head.native.id, undefined),
    model,
    usage: counts && Object.keys(counts).length > 0 ? counts : undefined,
    providerMetadata: metadataFor(native, FIELDS, context, {
      spelling,
      usage: usage && kept(usage.native, USAGE_FIELDS, usage.spelling),
      response: isObject(native.response) ? (kept(head.native, HEAD_FIELDS, head.spelling) ?? {}) : undefined,
      absent: absentFields(native, { ...FIELDS, warnings: 'array' }, ['finishReason', 'usage', 'warnings']),
    }),
  })
}

function kept(
  native: JsonObject,
  fields: Fields,
  spelling: readonly string[] | undefined,
): JsonObject | undefined {
  const extra = extraFields(native, fields)
  return extra === undefined && spelling === undefined ? undefined : compact({ extra, spelling })
}

function encodeResponse(answer: ModelResponse, context: Context): JsonObject {
  const { message } = answer
  if (isFailed(answer)) return encodeFailure(answer.error, message.origin?.wire === context.wire, context)
  const content = message.parts.flatMap(
    (part, index) => encodePart(part, 'answer', { ...context, path: at('/message/parts', index) }) ?? [],
  )
  const warnings: JsonObject = metadataOf(answer, context) === undefined ? { warnings: [] } : {}
  return { content, ...encodeEnvelope(answer, context), ...warnings }
}

/** Encodes the fields around an answer's content. A stream sends them at its end. */
export function encodeEnvelope(answer: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(answer, context)
  const { id, model, usage, finish, message } = answer
  const isUnsaid = wasAbsent(own, 'finishReason') && finish.raw === undefined
  const isUncounted = usage === undefined && wasAbsent(own, 'usage')
  const fresh = {
    finishReason: isUnsaid ? undefined : encodeFinish(answer, FINISH, context),
    usage: isUncounted ? undefined : written(usage && encodeFields(usage, USAGE_FIELDS), own?.usage),
    response:
      own?.response === undefined && id === undefined && model === undefined
        ? undefined
        : written({ id, modelId: model }, own?.response),
  }
  const native = closed(fresh, own, undefined, CAMEL_CASE)
  const plain = createContext(context.wire)
  const read = readAnswer(native, message.parts, plain)
  const said = { ...answer, message: { ...message, parts: read.message.parts } }
  const slot = carriedAnswer(said, read, context)
  return slot === undefined ? native : closed(fresh, own, slot, CAMEL_CASE)
}

function written(
  fresh: Readonly<Record<string, JsonValue | undefined>> = {},
  own: JsonValue | undefined,
): JsonObject {
  return writeNames(withExtras(fresh, own), CAMEL_CASE, isObject(own) ? own.spelling : undefined)
}

function decodeFailure(native: JsonObject, context: Context): ModelResponse {
  // The crate reports errors as text.
  const error = { ...decodeProviderError(native.error), raw: native }
  return withCarriedAnswer(failedAnswer(error, context), native[CARRIED], `/${CARRIED}`)
}

export function decodeError(native: JsonObject, context: Context): ProviderError {
  const { error = { message: '' } } = decodeFailure(native, context)
  return error
}

/**
 * Encodes the error of a failed answer.
 * @param isOwn true if `raw` has this format.
 */
export function encodeFailure(error: ProviderError, isOwn: boolean, context: Context): JsonObject {
  const { raw: _raw, ...facts } = error
  const read = isOwn && isObject(error.raw) ? decodeError(error.raw, context) : undefined
  const isSame = read?.message === error.message && read.code === error.code
  const before = isSame && isObject(error.raw) ? error.raw : undefined
  if (before !== undefined) return before
  const isPlain = Object.keys(facts).length === 1
  return compact({ error: error.message, [CARRIED]: isPlain ? undefined : { error: { ...facts } } })
}
