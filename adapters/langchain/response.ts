import type { JsonObject } from '../../src/base/json/json-types.js'
import {
  expectObject,
  isArray,
  isObject,
  objectIn,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/base/json/read-json.js'
import { compact, unlessEmpty } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { type MetadataEntries, metadataOf, withMore } from '../../src/base/model/metadata.js'
import type { Message, ModelResponse, ProviderError } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { anyOf, extraOf, type Fields } from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeAiMessage, encodeAnswer, finishField, LISTS, modelOf } from './answer.js'
import { closeMessage, type MessageForm, openMessage } from './forms.js'
import { type Head, headOf } from './head.js'
import { FINISH, ROLE_NAMES, USAGE } from './maps.js'
import { closeOuter, openOuter } from './outer.js'
import { leftOf } from './slots.js'

/** Fields of an answer that its message does not contain. */
export const ENVELOPE: Fields = { id: 'string', response_metadata: 'object', usage_metadata: 'object' }

const USUAL = 'finish_reason'
/** The finish reason is in `additional_kwargs`, which are kept unchanged. */
const IN_KWARGS = 'additional_kwargs'

/**
 * Creates the codec of answers.
 * @param form the form of encoded answers. Default: their original form, or plain objects.
 */
export function responseIn(form?: MessageForm): ResponseCodec {
  return { decode: decodeResponse, encode: (response, context) => encodeResponse(response, context, form) }
}

export const response = /* @__PURE__ */ responseIn()

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (native.error !== undefined && native.content === undefined && native.lc === undefined)
    return failedAnswer(decodeError(native), context)
  const { value, path, metadata: outer } = openOuter(native)
  const opened = openMessage(value, { ...context, path })
  if (ROLE_NAMES.get(opened.type) !== 'assistant') throw wrongType('an AI message', opened.type, path)
  const head = headOf({ ...opened, metadata: {} })
  const lists = LISTS.filter((name) => isArray(head.fields[name]) && head.fields[name].length === 0)
  const message = decodeAiMessage(head, { ...context, path }, stringOr(head.fields.id, path), {
    ...ENVELOPE,
    ...anyOf(lists),
  })
  const entries = { ...opened.metadata, ...outer, list: lists.length === 0 ? undefined : lists }
  const envelope = decodeEnvelope(head, message.parts.some(isCallToAnswer), context, entries)
  return { message: nameResults([message])[0] ?? message, ...envelope }
}

/** Decodes all of an answer except its message. Streams build the same fields from their chunks. */
export function decodeEnvelope(
  { fields, slot, answer, kwargs }: Pick<Head, 'fields' | 'slot' | 'answer' | 'kwargs'>,
  hasClientCalls: boolean,
  context: Context,
  entries: MetadataEntries,
): Omit<ModelResponse, 'message'> {
  const said = finishField(answer)
  const [field, word] = said ?? finishField(kwargs) ?? []
  const usage = objectOr(fields.usage_metadata, undefined)
  const model = modelOf(answer)
  const modelField = answer.model_name === model ? 'model_name' : 'model'
  const unread = Object.entries(answer).filter(
    ([key]) => key !== field && (key !== modelField || model === undefined),
  )
  const decoded = withCarried<Omit<ModelResponse, 'message'>>(
    compact({
      finish: decodeFinish(word, hasClientCalls, FINISH),
      id: stringOr(fields.id, undefined),
      model,
      usage: usage && decodeUsage(usage, USAGE),
    }),
    slot?.response,
  )
  const own = {
    ...entries,
    usage,
    finish: said === undefined && field !== undefined ? IN_KWARGS : said?.[0] === USUAL ? undefined : field,
    model: model === undefined || modelField === 'model_name' ? undefined : modelField,
    answer: isObject(fields.response_metadata)
      ? compact({ extra: unread.length === 0 ? undefined : Object.fromEntries(unread) })
      : undefined,
    slot: leftOf(slot?.response, carried(decoded, context)),
  }
  return withMore(decoded, own, context)
}

/**
 * Returns the `response_metadata` of an answer.
 * @param isLast true if the reader needs to see the end of the answer.
 */
export function responseMetadata(canonical: ModelResponse, context: Context, isLast = false): JsonObject {
  const { finish, message, model } = canonical
  const own = metadataOf(canonical, context)
  const hasCalls = message.parts.some(isCallToAnswer)
  const isPlain =
    finish.raw === undefined && decodeFinish(undefined, hasCalls, FINISH).reason === finish.reason
  const word = encodeFinish(canonical, FINISH, context)
  const field = stringOr(own?.finish, USUAL)
  const isSilent = (isPlain && !isLast) || (field === IN_KWARGS && finish.raw !== undefined && !isLast)
  return compact({
    ...extraOf(own?.answer),
    [field === IN_KWARGS ? USUAL : field]: isSilent ? undefined : word,
    [stringOr(own?.model, 'model_name')]: model,
  })
}

/** Returns the carried data of an answer, in addition to its message. */
export function responseSlot(canonical: ModelResponse, context: Context): JsonObject | undefined {
  const { message: _message, ...envelope } = canonical
  const kept = objectIn(metadataOf(canonical, context)?.slot)
  const slot = unlessEmpty({ ...kept, ...carried(envelope, context) })
  return slot && { response: slot }
}

export function usageOf(canonical: ModelResponse, context: Context): JsonObject | undefined {
  return encodeUsage(canonical, USAGE, context)
}

function encodeResponse(
  canonical: ModelResponse,
  context: Context,
  form: MessageForm | undefined,
): JsonObject {
  const { message, error } = canonical
  const own = metadataOf(canonical, context)
  if (isFailed(canonical)) return encodeError(canonical.error, message, context)
  if (error !== undefined) dropError(error, context)
  const answer = responseMetadata(canonical, context)
  const fields = encodeAnswer(
    message,
    { ...context, path: '/message' },
    answer,
    responseSlot(canonical, context),
  )
  const full = compact({
    ...Object.fromEntries(
      LISTS.filter((name) => isArray(own?.list) && own.list.includes(name)).map((name) => [name, []]),
    ),
    ...fields,
    response_metadata: fields.response_metadata ?? (own?.answer === undefined ? undefined : {}),
    id: canonical.id ?? fields.id,
    usage_metadata: usageOf(canonical, context) ?? fields.usage_metadata,
  })
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return expectObject(closeOuter(closeMessage('ai', full, own, form), own, text), '')
}

const ERROR_CODES = ['lc_error_code', 'type', 'code']

/**
 * Decodes an error. LangChain throws errors; their JSON is the provider's error, possibly with other fields.
 */
export function decodeError(native: JsonObject): ProviderError {
  return decodeProviderError(native, ERROR_CODES)
}

export function encodeError(error: ProviderError, author: Message, { wire }: Context): JsonObject {
  const { message, code, raw } = error
  if (author.origin?.wire !== wire || !isObject(raw)) return { error: compact({ message, code }) }
  const before = unchangedBody(error, ERROR_CODES)
  if (before !== undefined) return before
  return { ...raw, error: { ...objectIn(raw.error), ...compact({ message, code }) } }
}
