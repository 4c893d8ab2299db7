import { carried, withCarried } from '../../src/format/carry.js'
import {
  asJson,
  expectObject,
  isArray,
  isObject,
  numberOr,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact, equalJson, unlessEmpty } from '../../src/json/write.js'
import { isCallToAnswer } from '../../src/model/calls.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/model/metadata.js'
import type { Message, ModelResponse, ProviderError, Usage } from '../../src/model/types.js'
import type { ResponseCodec } from '../../src/shape/codecs.js'
import { anyOf, extraOf, type Fields } from '../../src/shape/fields.js'
import { decodeFinish, encodeFinish } from '../../src/shape/finish.js'
import { dropError } from '../../src/shape/losses.js'
import { nameResults } from '../../src/shape/results.js'
import { decodeAnswer, encodeAnswer, finishWord, LISTS, modelOf } from './answer.js'
import { closeMessage, type Form, openMessage } from './forms.js'
import { type Head, headOf } from './head.js'
import { FINISH_BY_WORD, NOTHING, ROLES, WORD_BY_FINISH } from './maps.js'
import { closeOuter, openOuter } from './outer.js'
import { leftOf } from './slots.js'

/** What an answer tells itself, and its message does not. */
export const ENVELOPE: Fields = { id: 'string', response_metadata: 'object', usage_metadata: 'object' }

const USUAL = 'finish_reason'
/** Why an answer ended is told in `additional_kwargs`, which stay as they are. */
const IN_KWARGS = 'additional_kwargs'

/** @param form in which answers are written. Default: that in which they came, or plain objects. */
export function responseIn(form?: Form): ResponseCodec {
  return { decode: decodeResponse, encode: (response, context) => encodeResponse(response, context, form) }
}

export const response = /* @__PURE__ */ responseIn()

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (native.error !== undefined && native.content === undefined && native.lc === undefined)
    return decodeErrorBody(native, context)
  const { value, path, metadata: outer } = openOuter(native)
  const opened = openMessage(value, path, context)
  if (ROLES.get(opened.type) !== 'assistant') throw wrongType('an AI message', opened.type, path)
  const head = headOf({ ...opened, metadata: {} })
  const lists = LISTS.filter((name) => isArray(head.fields[name]) && head.fields[name].length === 0)
  const message = decodeAnswer(head, path, context, stringOr(head.fields.id, path), {
    ...ENVELOPE,
    ...anyOf(lists),
  })
  const entries = { ...opened.metadata, ...outer, list: lists.length === 0 ? undefined : lists }
  const envelope = decodeEnvelope(head, message.parts.some(isCallToAnswer), context, entries)
  return { message: nameResults([message])[0] ?? message, ...envelope }
}

/** Everything of an answer but its message; streams build the same of their chunks. */
export function decodeEnvelope(
  { fields, slot, answer, kwargs }: Pick<Head, 'fields' | 'slot' | 'answer' | 'kwargs'>,
  hasClientCalls: boolean,
  context: Context,
  entries: OwnMetadata,
): Omit<ModelResponse, 'message'> {
  const said = finishWord(answer)
  const [field, word] = said ?? finishWord(kwargs) ?? []
  const usage = objectOr(fields.usage_metadata, undefined)
  const model = modelOf(answer)
  const modelField = answer.model_name === model ? 'model_name' : 'model'
  const unread = Object.entries(answer).filter(
    ([key]) => key !== field && (key !== modelField || model === undefined),
  )
  const decoded = withCarried<Omit<ModelResponse, 'message'>>(
    compact({
      finish: decodeFinish(word, hasClientCalls, FINISH_BY_WORD),
      id: stringOr(fields.id, undefined),
      model,
      usage: usage && decodeUsage(usage),
    }),
    slot?.response,
  )
  const own = wireMetadata(context, {
    ...entries,
    usage,
    finish: said === undefined && field !== undefined ? IN_KWARGS : said?.[0] === USUAL ? undefined : field,
    model: model === undefined || modelField === 'model_name' ? undefined : modelField,
    answer: isObject(fields.response_metadata)
      ? compact({ extra: unread.length === 0 ? undefined : Object.fromEntries(unread) })
      : undefined,
    slot: leftOf(slot?.response, carried(decoded, context)),
  })
  const providerMetadata = { ...decoded.providerMetadata, ...own }
  return Object.keys(providerMetadata).length === 0 ? decoded : { ...decoded, providerMetadata }
}

/** `input_tokens` is the whole prompt. */
function decodeUsage(usage: JsonObject): Usage {
  const input = objectOr(usage.input_token_details, NOTHING)
  const output = objectOr(usage.output_token_details, NOTHING)
  return compact({
    inputTokens: numberOr(usage.input_tokens, undefined),
    outputTokens: numberOr(usage.output_tokens, undefined),
    totalTokens: numberOr(usage.total_tokens, undefined),
    cachedInputTokens: numberOr(input.cache_read, undefined),
    cacheWriteTokens: numberOr(input.cache_creation, undefined),
    reasoningTokens: numberOr(output.reasoning, undefined),
  })
}

/** The native object as long as it says the same. Its three totals are always numbers. */
function encodeUsage(usage: Usage, native: JsonObject | undefined): JsonObject {
  if (native !== undefined && equalJson(asJson(decodeUsage(native)), asJson(usage))) return native
  const { inputTokens = 0, outputTokens = 0, totalTokens = inputTokens + outputTokens } = usage
  const input = compact({ cache_read: usage.cachedInputTokens, cache_creation: usage.cacheWriteTokens })
  const output = compact({ reasoning: usage.reasoningTokens })
  return compact({
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: totalTokens,
    input_token_details: Object.keys(input).length === 0 ? undefined : input,
    output_token_details: Object.keys(output).length === 0 ? undefined : output,
  })
}

/**
 * What stands in `response_metadata` of an answer.
 * @param isLast whether a reader has to see that the answer ended.
 */
export function answerOf(canonical: ModelResponse, context: Context, isLast = false): JsonObject {
  const { finish, message, model } = canonical
  const own = metadataOf(canonical, context)
  const hasCalls = message.parts.some(isCallToAnswer)
  const isOwn = message.origin?.wire === context.wire
  const isPlain =
    finish.raw === undefined && decodeFinish(undefined, hasCalls, FINISH_BY_WORD).reason === finish.reason
  const word = encodeFinish(finish, isOwn, hasCalls, FINISH_BY_WORD, WORD_BY_FINISH)
  const field = stringOr(own?.finish, USUAL)
  const isSilent = (isPlain && !isLast) || (field === IN_KWARGS && finish.raw !== undefined && !isLast)
  return compact({
    ...extraOf(own?.answer),
    [field === IN_KWARGS ? USUAL : field]: isSilent ? undefined : word,
    [stringOr(own?.model, 'model_name')]: model,
  })
}

/** What is carried of an answer beside its message. */
export function responseSlot(canonical: ModelResponse, context: Context): JsonObject | undefined {
  const { message: _message, ...envelope } = canonical
  const kept = objectOr(metadataOf(canonical, context)?.slot, NOTHING)
  const slot = unlessEmpty({ ...kept, ...carried(envelope, context) })
  return slot && { response: slot }
}

export function usageOf({ usage, ...canonical }: ModelResponse, context: Context): JsonObject | undefined {
  return usage && encodeUsage(usage, objectOr(metadataOf(canonical, context)?.usage, undefined))
}

function encodeResponse(canonical: ModelResponse, context: Context, form: Form | undefined): JsonObject {
  const { message, error } = canonical
  const own = metadataOf(canonical, context)
  if (error !== undefined && message.parts.length === 0) return encodeError(error, message, context)
  if (error !== undefined) dropError(error, context)
  const answer = answerOf(canonical, context)
  const fields = encodeAnswer(message, '/message', context, answer, responseSlot(canonical, context))
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

/** LangChain throws errors; as JSON they are what the provider said, or what stands beside it. */
function decodeErrorBody(native: JsonObject, { wire }: Context): ModelResponse {
  return {
    message: { role: 'assistant', parts: [], origin: { wire } },
    finish: { reason: 'error' },
    error: decodeError(native),
  }
}

export function decodeError(native: JsonObject): ProviderError {
  const error = objectOr(native.error, native)
  const message = stringOr(error.message, undefined) ?? stringOr(native.error, undefined)
  return compact({
    message: message ?? 'the model failed without a message',
    code:
      stringOr(error.lc_error_code, undefined) ??
      stringOr(error.type, undefined) ??
      stringOr(error.code, undefined),
    raw: native,
  })
}

export function encodeError(
  { message, code, raw }: ProviderError,
  author: Message,
  { wire }: Context,
): JsonObject {
  if (author.origin?.wire !== wire || !isObject(raw)) return { error: compact({ message, code }) }
  const told = decodeError(raw)
  if (told.message === message && told.code === code) return raw
  return { ...raw, error: { ...objectOr(raw.error, NOTHING), ...compact({ message, code }) } }
}
