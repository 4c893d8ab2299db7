import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import {
  arrayOr,
  at,
  expectObject,
  expectString,
  isArray,
  isObject,
  objectOr,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../../src/base/model/metadata.js'
import type { ModelResponse, Part, TextPart, Usage } from '../../src/base/model/types.js'
import { carriedAnswer, withCarriedAnswer } from '../../src/codec/format/carried-answer.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type Fields,
  type FieldsOf,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, type FinishTable } from '../../src/codec/shape/finish-table.js'
import { loneDecoder, loneEncoder } from '../../src/codec/shape/lone-element.js'
import { CALL, isLoneCall } from './calls.js'
import { decodeError, encodeError } from './errors.js'

const FIELDS: Fields = {
  content: 'string',
  tool_calls: 'array',
  usage: 'object',
  model: 'string',
  [CARRIED]: 'object',
}
const USAGE_FIELDS: FieldsOf<Usage> = {
  prompt_tokens: ['number', 'inputTokens'],
  completion_tokens: ['number', 'outputTokens'],
  total_tokens: ['number', 'totalTokens'],
}
/** Default values of an answer. */
const USUAL: JsonObject = {
  content: '',
  structured_response: null,
  tool_calls: [],
  usage: null,
  model: null,
  raw_body: null,
}
/** The finish reasons: none, since answers have no finish reason. */
const NO_WORDS: FinishTable = []

const LONE_CALL = { list: 'tool_calls', test: isLoneCall }
export const decodeResponse = /* @__PURE__ */ loneDecoder(decodeWhole, LONE_CALL)
export const response: ResponseCodec = {
  decode: decodeResponse,
  encode: /* @__PURE__ */ loneEncoder(encodeResponse, decodeResponse, LONE_CALL),
}

function decodeWhole(native: JsonObject, context: Context): ModelResponse {
  return withCarriedAnswer(decodeFieldsOf(native, context), native[CARRIED], `/${CARRIED}`)
}

function decodeFieldsOf(native: JsonObject, context: Context): ModelResponse {
  const isError = native.content === undefined && (native.error ?? null) !== null
  if (!isError && !isArray(native.tool_calls)) expectString(native.content, '/content')
  if (isError) return failedAnswer(decodeError(native), context)
  const parts = partsOf(native, context)
  const model = stringOr(native.model, undefined)
  const usage = objectOr(native.usage, undefined)
  const message = { role: 'assistant' as const, parts, origin: compact({ wire: context.wire, model }) }
  return compact({
    message,
    finish: decodeFinish(undefined, parts.some(isCallToAnswer), NO_WORDS),
    model,
    usage: usage && decodeFields<Usage>(usage, USAGE_FIELDS),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage: usage && innerExtras(usage, USAGE_FIELDS),
      absent: absentFields(native, FIELDS, Object.keys(USUAL)),
    }),
  })
}

function partsOf(native: JsonObject, context: Context): Part[] {
  const calls = arrayOr(native.tool_calls, []).map((call, index) => {
    const path = at('/tool_calls', index)
    return CALL.decode(expectObject(call, path), { ...context, path })
  })
  return [...textsOf(native, context), ...calls]
}

/** Returns the texts of an answer. The structured answer is used if the text is missing. */
function textsOf({ content, structured_response: value = null }: JsonObject, context: Context): TextPart[] {
  if (typeof content === 'string' && content !== '') return [{ type: 'text', text: content }]
  if (value === null) return []
  const text = (isObject(value) ? context.exactText(value) : undefined) ?? stringifyJson(value)
  return [withMetadata<TextPart>({ type: 'text', text }, { form: 'json' }, context)]
}

function encodeResponse(answer: ModelResponse, context: Context): JsonObject {
  const { message } = answer
  const own = metadataOf(answer, context)
  const native = isFailed(answer)
    ? encodeError(answer.error, message.origin?.wire === context.wire)
    : withExtras(encodeFieldsOf(answer, own, context), own, USUAL)
  const slot = carriedAnswer(answer, decodeFieldsOf(native, createContext(context.wire)), context)
  return slot === undefined ? native : { ...native, [CARRIED]: slot }
}

function encodeFieldsOf(
  { message, model, usage }: ModelResponse,
  own: OwnMetadata | undefined,
  context: Context,
) {
  const texts = message.parts.filter((part) => part.type === 'text')
  const structured = structuredOf(texts, context)
  const calls = message.parts.flatMap((part, index) =>
    part.type === 'tool-call' && !part.providerExecuted
      ? [CALL.encode(part, { ...context, path: at('/message/parts', index) })]
      : [],
  )
  const text = structured === undefined ? texts.map((part) => part.text).join('') : ''
  return {
    content: text === '' ? undefined : text,
    structured_response: structured,
    tool_calls: calls.length === 0 ? undefined : calls,
    usage: usage && encodeUsage(usage, own),
    model,
  }
}

function structuredOf([only, ...others]: readonly TextPart[], context: Context): JsonValue | undefined {
  const isStructured = only !== undefined && others.length === 0 && metadataOf(only, context)?.form === 'json'
  return isStructured ? tryParseJson(only.text) : undefined
}

/** Encodes token counts. All three counts are required, so an answer that lacks a count gets no usage. */
function encodeUsage(usage: Usage, own: OwnMetadata | undefined): JsonObject | undefined {
  const { inputTokens, outputTokens, totalTokens } = usage
  const isWhole = [inputTokens, outputTokens, totalTokens].every((count) => count !== undefined)
  const wasThere = own !== undefined && !wasAbsent(own, 'usage')
  return isWhole || wasThere ? withExtras(encodeFields(usage, USAGE_FIELDS), own?.usage) : undefined
}
