import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  objectOr,
} from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { type Context, createContext } from '../../base/model/context.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type { ModelResponse, Part, ProviderError, TextPart, ToolCall } from '../../base/model/types.js'
import type { ResponseCodec } from '../shape/codecs.js'
import { decodeProviderError, failedAnswer, isFailed } from '../shape/failed-answer.js'
import { absentFields, type Fields, innerExtras, metadataFor, withExtras } from '../shape/fields.js'
import { decodeFinish, type FinishTable } from '../shape/finish-table.js'
import { decodeUsage, type UsageTable, writeUsage } from '../shape/usage-table.js'
import { carriedAnswer, withCarriedAnswer } from './carried-answer.js'
import { CARRIED } from './carry.js'

/** Names of the fields of an answer in a format: a text, its thinking, and calls. */
export interface AnswerForm {
  /** The field of the text. */
  readonly text: string
  /** The field of the thinking. Default: the format has no field for thinking. */
  readonly thinking?: string
  /** The field of the calls. */
  readonly calls: string
  /** Decodes one call. */
  decodeCall(native: JsonObject, context: Context): ToolCall
  /** Encodes one call. */
  encodeCall(call: ToolCall, context: Context): JsonObject
  /** Decodes a call that is the complete answer; undefined for any other value. */
  loneCall?(native: JsonObject, context: Context): ToolCall | undefined
  /** Encodes a call that is the complete answer. Default: it is encoded like one call of several. */
  encodeLone?(call: ToolCall, context: Context): JsonObject
  /** The field of the token counts, and its members. */
  readonly usage?: UsageForm
  /** Default members of an answer. */
  readonly usual: JsonObject
}

/** The form of token counts. */
export interface UsageForm {
  /** The field of the counts. */
  readonly field: string
  /** One row for each count. */
  readonly table: UsageTable
}

/** The finish reasons of a log: none, since answers in logs have no finish reason. */
const NO_WORDS: FinishTable = []

/** Creates the codec of answers in a log; data without a field is kept next to the answers, under one key. */
export function entryResponse(form: AnswerForm): ResponseCodec {
  return {
    decode: (native, context) =>
      withCarriedAnswer(decodeAnswer(native, form, context), native[CARRIED], `/${CARRIED}`),
    encode: (answer, context) => encodeAnswer(answer, form, context),
  }
}

function decodeAnswer(native: JsonObject, form: AnswerForm, context: Context): ModelResponse {
  const lone = form.loneCall?.(native, context)
  if (lone !== undefined) return loneAnswer(lone, context)
  const { text, thinking = '', calls, usage: counted } = form
  const error = errorIn(native, text, calls)
  if (error !== undefined) return failedAnswer(error, context)
  if (!isArray(native[calls])) expectString(native[text], `/${text}`)
  const fields: Fields = {
    [text]: 'string',
    [thinking]: 'string',
    [calls]: 'array',
    ...(counted && { [counted.field]: 'object' }),
    [CARRIED]: 'object',
  }
  const parts: Part[] = [
    ...textsIn(native[thinking]).map((said) => ({ type: 'reasoning' as const, text: said })),
    ...textsIn(native[text]).map((said): TextPart => ({ type: 'text', text: said })),
    ...expectArray(native[calls] ?? [], `/${calls}`).map((call, index) =>
      form.decodeCall(expectObject(call, at(`/${calls}`, index)), {
        ...context,
        path: at(`/${calls}`, index),
      }),
    ),
  ]
  const counts = counted && objectOr(native[counted.field], undefined)
  return compact({
    message: { role: 'assistant' as const, parts, origin: { wire: context.wire } },
    finish: decodeFinish(undefined, parts.some(isCallToAnswer), NO_WORDS),
    usage: counts && decodeUsage(counts, counted.table),
    providerMetadata: metadataFor(native, fields, context, {
      usage: counts && innerExtras(counts, numbers(counted.table)),
      absent: absentFields(native, fields, Object.keys(form.usual)),
    }),
  })
}

function numbers({ rows }: UsageTable): Fields {
  return Object.fromEntries(Object.keys(rows).map((name) => [name, 'number' as const]))
}

function loneAnswer(call: ToolCall, context: Context): ModelResponse {
  const message = { role: 'assistant' as const, parts: [call], origin: { wire: context.wire } }
  return withMetadata<ModelResponse>({ message, finish: { reason: 'tool-calls' } }, { form: 'call' }, context)
}

function textsIn(value: JsonValue | undefined): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Reads the error from `{error: "text"}` or `{error: {message, …}}`, if the answer has no content. */
function errorIn(native: JsonObject, text: string, calls: string): ProviderError | undefined {
  const { error } = native
  const isEmpty = textsIn(native[text]).length === 0 && !(isArray(native[calls]) && native[calls].length > 0)
  if (!isEmpty || textsIn(error).length + Number(isObject(error)) === 0) return undefined
  return { ...decodeProviderError(error, ['type', 'code']), raw: native }
}

function encodeAnswer(answer: ModelResponse, form: AnswerForm, context: Context): JsonObject {
  const native = encodeFieldsOf(answer, form, context)
  const slot = carriedAnswer(answer, decodeAnswer(native, form, createContext(context.wire)), context)
  return slot === undefined ? native : { ...native, [CARRIED]: slot }
}

function encodeFieldsOf(answer: ModelResponse, form: AnswerForm, context: Context): JsonObject {
  const { message, usage } = answer
  const own = metadataOf(answer, context)
  const [first] = message.parts
  if (own?.form === 'call' && message.parts.length === 1 && first?.type === 'tool-call')
    return (form.encodeLone ?? form.encodeCall)(first, { ...context, path: '/message/parts/0' })
  if (isFailed(answer)) return encodeError(answer.error, message.origin?.wire === context.wire)
  const said = (type: 'text' | 'reasoning') =>
    message.parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('') || undefined
  const calls = message.parts.flatMap((part, index) =>
    isCallToAnswer(part) ? [form.encodeCall(part, { ...context, path: at('/message/parts', index) })] : [],
  )
  const { thinking, usage: counted } = form
  return withExtras(
    {
      ...(thinking && { [thinking]: said('reasoning') }),
      [form.text]: said('text'),
      [form.calls]: calls.length === 0 ? undefined : calls,
      ...(counted &&
        usage && { [counted.field]: withExtras(writeUsage({ ...usage }, counted.table), own?.usage) }),
    },
    own,
    form.usual,
  )
}

function encodeError({ message, code, raw }: ProviderError, isOwn: boolean): JsonObject {
  if (isOwn && isObject(raw) && errorIn(raw, '', '')?.message === message) return raw
  return { error: asJson(compact({ message, code })) }
}
