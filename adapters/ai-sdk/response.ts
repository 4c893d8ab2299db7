import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  isObject,
  numberOr,
  objectIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, ModelResponse, ProviderError, Usage } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { decodeProviderError, failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, type FinishTable } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodePart, encodeNote, encodePart, takeNotes } from './parts.js'
import { opened, type PartPlace, type SlotName, slotOf, withKept, withOrigin } from './slots.js'
import { isUiMessage } from './ui.js'
import { decodeUiAnswer, encodeUiAnswer } from './ui-answer.js'

const SLOT: SlotName = 'providerMetadata'
const FIELDS: Fields = { content: 'array', finishReason: 'any', usage: 'object', response: 'object' }
const RESPONSE_FIELDS: Fields = { id: 'string', modelId: 'string' }
const FINISH_FIELDS: Fields = { unified: 'string', raw: 'string' }
const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'tool-calls'],
  ['length', 'length'],
  ['filtered', 'content-filter'],
  ['failed', 'error'],
  ['unknown', 'other unknown'],
]

/** Position of the parts of an answer. */
export const ANSWER: PartPlace = { slot: SLOT, role: 'assistant', isTagged: true }

/** Creates the codec for answers of a model, or for UI messages made from answers. */
export function responseFor(form: 'answer' | 'ui'): ResponseCodec {
  return { decode: decodeResponse, encode: (response, context) => encodeResponse(response, form, context) }
}

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (native.error !== undefined && native.content === undefined) return decodeFailure(native, context)
  if (isUiMessage(native))
    return decodeUiAnswer(native, context, (kept, hasCalls) => decodeEnvelope(kept, hasCalls, context))
  const [content, note] = takeNotes(expectArray(native.content, '/content'), SLOT)
  const parts = content.map((part, index) =>
    decodePart(part, ANSWER, { ...context, path: at('/content', index) }),
  )
  const envelope = decodeEnvelope(native, parts.some(isCallToAnswer), context)
  const origin = compact({ wire: context.wire, model: envelope.model })
  const bare: Message = { role: 'assistant', parts, origin }
  const message = withCarried(bare, note)
  const [named = message] = nameResults([message])
  return { message: named, ...envelope }
}

/** An answer without its content. */
export type Envelope = Omit<ModelResponse, 'message' | 'error'>

/** Decodes all of an answer except its content. Streams deliver these fields in pieces. */
export function decodeEnvelope(answer: JsonObject, hasCalls: boolean, context: Context): Envelope {
  const [native, options, kept] = opened(answer, SLOT)
  const { finishReason, response } = native
  const pair = isObject(finishReason)
    ? finishReason
    : { unified: finishReason ?? null, raw: finishReason ?? null }
  const { outcome, reason } = decodeFinish(pair.unified, hasCalls, FINISH)
  const usage = isObject(native.usage) ? native.usage : undefined
  const head = objectIn(response)
  const envelope = compact({
    finish: compact({ outcome, reason, raw: stringOr(pair.raw, undefined) }),
    id: stringOr(head.id, undefined),
    model: stringOr(head.modelId, undefined),
    usage: usage && decodeUsage(usage),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage,
      form: typeof finishReason === 'string' ? 'text' : undefined,
      unified: pair.unified === reason ? undefined : pair.unified,
      body: innerExtras(head, RESPONSE_FIELDS),
      source: isObject(finishReason) ? innerExtras(finishReason, FINISH_FIELDS) : undefined,
      absent: absentFields(native, FIELDS, ['finishReason', 'usage']),
    }),
  })
  const { type: _type, ...whole } = withKept({ ...envelope, type: 'answer' }, options, kept)
  return whole
}

/** Decodes token counts, which are grouped, or flat in older answers. */
function decodeUsage(usage: JsonObject): Usage | undefined {
  const [input, output, details] = [usage.inputTokens, usage.outputTokens, objectIn(usage.raw)]
  const [inner, outer] = [objectIn(input), objectIn(output)]
  const counts = [
    ['inputTokens', isObject(input) ? inner.total : input],
    ['outputTokens', isObject(output) ? outer.total : output],
    ['cachedInputTokens', isObject(input) ? inner.cacheRead : usage.cachedInputTokens],
    ['cacheWriteTokens', inner.cacheWrite],
    ['reasoningTokens', isObject(output) ? outer.reasoning : usage.reasoningTokens],
  ] as const
  const found: Usage = Object.fromEntries(
    counts.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  )
  const { inputTokens, outputTokens } = found
  const sum = inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens
  const totalTokens = numberOr(usage.totalTokens ?? details.totalTokens, sum)
  const whole = compact({ ...found, totalTokens })
  return Object.keys(whole).length === 0 ? undefined : whole
}

function encodeUsage(usage: Usage | undefined, native: JsonValue | undefined): JsonObject {
  if (isObject(native) && equalJson(asJson(decodeUsage(native) ?? null), asJson(usage ?? null))) return native
  const { inputTokens, outputTokens, totalTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } =
    usage ?? {}
  const fresh =
    inputTokens === undefined
      ? undefined
      : Math.max(0, inputTokens - (cachedInputTokens ?? 0) - (cacheWriteTokens ?? 0))
  const isSum = totalTokens === undefined || totalTokens === (inputTokens ?? 0) + (outputTokens ?? 0)
  return compact({
    inputTokens: compact({
      total: inputTokens,
      noCache: fresh,
      cacheRead: cachedInputTokens,
      cacheWrite: cacheWriteTokens,
    }),
    outputTokens: compact({ total: outputTokens, reasoning: reasoningTokens }),
    raw: isSum ? undefined : { totalTokens },
  })
}

function encodeResponse(response: ModelResponse, form: 'answer' | 'ui', context: Context): JsonObject {
  const { message, error } = response
  if (isFailed(response)) return encodeFailure(response.error, message.origin?.wire === context.wire)
  if (error !== undefined) dropError(error, context)
  const envelope = encodeEnvelope(response, context)
  if (form === 'ui' || metadataOf(message, context)?.form === 'ui')
    return encodeUiAnswer(response, envelope, context)
  const calls = new Set(message.parts.map((part) => (part.type === 'tool-call' ? part.id : '')))
  const place: PartPlace = { ...ANSWER, origin: message.origin, calls }
  const content = message.parts.flatMap(
    (part, index) => encodePart(part, place, { ...context, path: at('/message/parts', index) }) ?? [],
  )
  const isOwn = message.origin?.wire === context.wire
  const told = isOwn ? content : withOrigin(content, place, context)
  return { ...envelope, content: [...told, ...encodeNote(message, ANSWER, context)] }
}

/** Encodes the fields around an answer's content. A stream sends them at its end. */
export function encodeEnvelope(response: Omit<ModelResponse, 'message'>, context: Context): JsonObject {
  const metadata = metadataOf(response, context)
  const { id, model, usage } = response
  const head = withExtras({ id, modelId: model }, metadata?.body)
  return withExtras(
    {
      finishReason: encodeFinish(response, context),
      usage:
        metadata?.usage === undefined && wasLeftOut(metadata?.absent, 'usage') && usage === undefined
          ? undefined
          : encodeUsage(usage, metadata?.usage),
      response: Object.keys(head).length > 0 || metadata?.body !== undefined ? head : undefined,
      ...slotOf({ ...response, type: 'answer' }, { slot: SLOT }, context),
    },
    metadata,
    { warnings: metadata === undefined ? [] : undefined },
  )
}

function wasLeftOut(absent: JsonValue | undefined, name: string): boolean {
  return Array.isArray(absent) && absent.includes(name)
}

function encodeFinish(
  { finish, ...response }: Omit<ModelResponse, 'message'>,
  context: Context,
): JsonValue | undefined {
  const metadata = metadataOf(response, context)
  const kept = metadata?.unified
  const isKept =
    typeof kept === 'string' &&
    decodeFinish(kept, kept === 'stop' && finish.reason === 'tool-calls', FINISH).reason === finish.reason
  const unified = isKept ? kept : finish.reason
  if (wasLeftOut(metadata?.absent, 'finishReason') && finish.raw === undefined) return undefined
  if (metadata?.form === 'text') return unified
  return withExtras({ unified, raw: finish.raw }, metadata?.source)
}

/** Decodes an error of a provider or the SDK: an object or a text. */
export function decodeFailure(native: JsonObject, context: Context): ModelResponse {
  return failedAnswer(decodeError(native), context)
}

export function decodeError(native: JsonObject): ProviderError {
  return { ...decodeProviderError(native.error, ['type', 'code', 'name']), raw: native }
}

/**
 * Encodes the error of a failed answer.
 * @param isOwn true if `raw` has this format.
 */
export function encodeFailure({ message, code, raw }: ProviderError, isOwn: boolean): JsonObject {
  if (!isOwn || !isObject(raw) || raw.error === undefined) return { error: compact({ message, code }) }
  if (!isObject(raw.error)) return { ...raw, error: typeof raw.error === 'string' ? message : raw.error }
  const said = typeof raw.error.message === 'string' ? message : undefined
  return { ...raw, error: { ...raw.error, ...compact({ message: said }) } }
}
