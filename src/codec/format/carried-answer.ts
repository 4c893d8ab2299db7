import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject, stringOr } from '../../base/json/read-json.js'
import { compact, equalJson, stringifyJson, unlessEmpty } from '../../base/json/write-json.js'
import { callsToAnswer, isCallToAnswer } from '../../base/model/calls-to-answer.js'
import { FINISH_REASONS, OUTCOMES } from '../../base/model/constants.js'
import type { Context } from '../../base/model/context.js'
import { withTornEnd, withWithheldCalls } from '../../base/model/outcome.js'
import type { Finish, ModelResponse, Part, ProviderError, ToolCall, Usage } from '../../base/model/types.js'
import { decodeFields, type FieldsOf } from '../shape/fields.js'
import { carriedParts } from './carried-parts.js'
import { carried, withCarried } from './carry.js'

// Answers in formats with fewer fields than canonical answers.

const USAGE: FieldsOf<Usage> = {
  inputTokens: ['number', 'inputTokens'],
  outputTokens: ['number', 'outputTokens'],
  totalTokens: ['number', 'totalTokens'],
  cachedInputTokens: ['number', 'cachedInputTokens'],
  cacheWriteTokens: ['number', 'cacheWriteTokens'],
  hourCacheWriteTokens: ['number', 'hourCacheWriteTokens'],
  reasoningTokens: ['number', 'reasoningTokens'],
}
const ERROR: FieldsOf<ProviderError> = {
  message: ['string', 'message'],
  code: ['string', 'code'],
  status: ['number', 'status'],
  retryAfter: ['number', 'retryAfter'],
  requestId: ['string', 'requestId'],
}

/**
 * Returns the data of an answer that its native form cannot express, for the slot; undefined if the native
 * form expresses everything.
 * @param decoded the answer as decoded from only the native answer.
 */
export function carriedAnswer(
  answer: ModelResponse,
  decoded: ModelResponse,
  context: Context,
): JsonObject | undefined {
  const read = withWithheldCalls(withTornEnd(decoded))
  const told = (member: 'finish' | 'id' | 'model' | 'usage' | 'error') =>
    equalJson(asJson(answer[member]), asJson(read[member])) ? undefined : asJson(answer[member])
  const { message } = answer
  const isRead = equalJson(bare(message.parts, context), bare(read.message.parts, context))
  const isOrigin = equalJson(asJson(message.origin), asJson(read.message.origin))
  return unlessEmpty({
    ...carried(answer, context),
    finish: told('finish'),
    id: told('id'),
    model: told('model'),
    usage: told('usage'),
    error: told('error'),
    parts: isRead ? undefined : bare(message.parts, context),
    message: unlessEmpty({
      ...carried(message, context, ['origin']),
      origin: isOrigin ? undefined : asJson(message.origin),
    }),
  })
}

/** Returns the parts without the metadata of this format, and without argument texts that add nothing. */
function bare(parts: readonly Part[], { wire }: Context): JsonValue {
  return asJson(
    parts.map((part) => {
      if (part.type === 'opaque') return part
      const { [wire]: _own, ...others } = part.providerMetadata ?? {}
      const { providerMetadata: _all, ...rest } = part
      const plain = rest.type === 'tool-call' ? withoutPlainText(rest) : rest
      return Object.keys(others).length === 0 ? plain : { ...plain, providerMetadata: others }
    }),
  )
}

function withoutPlainText<Call extends Pick<ToolCall, 'rawArguments' | 'arguments'>>(call: Call): object {
  const { rawArguments, ...rest } = call
  const isPlain = call.arguments !== undefined && rawArguments === stringifyJson(call.arguments)
  return isPlain ? rest : call
}

/**
 * Returns the answer with the data from its slot. Carried parts are used only if they agree with the native
 * answer.
 * @throws AdapterError when the slot contains an invalid part.
 */
export function withCarriedAnswer(
  read: ModelResponse,
  slot: JsonValue | undefined,
  path: string,
): ModelResponse {
  if (!isObject(slot)) return read
  const parts = slot.parts === undefined ? undefined : carriedParts(slot.parts, `${path}/parts`)
  const isSame = parts !== undefined && saysSame(parts, read.message.parts)
  const message = withCarried(
    isSame ? { ...read.message, parts: withIds(parts, read.message.parts) } : read.message,
    slot.message,
  )
  const answer: ModelResponse = compact({
    ...read,
    message,
    finish: finishIn(slot.finish) ?? read.finish,
    id: stringOr(slot.id, read.id),
    model: stringOr(slot.model, read.model),
    usage: isObject(slot.usage) ? decodeFields<Usage>(slot.usage, USAGE) : read.usage,
    error: errorIn(slot.error) ?? read.error,
  })
  return withCarried(answer, slot)
}

/**
 * Returns the parts with ids: a call without an id gets the id that was minted when the native answer was
 * decoded.
 */
function withIds(parts: readonly Part[], read: readonly Part[]): Part[] {
  const made = callsToAnswer(read)
  let index = -1
  return parts.map((part) => {
    if (!isCallToAnswer(part)) return part
    index += 1
    return part.minted ? { ...part, id: made[index]?.id ?? part.id } : part
  })
}

/** Returns true if the texts and the calls that the client has to run are the same. */
function saysSame(parts: readonly Part[], read: readonly Part[]): boolean {
  return equalJson(essence(parts), essence(read))
}

function essence(parts: readonly Part[]): JsonValue {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const calls = callsToAnswer(parts).map((call) => [
    call.minted ? '' : call.id,
    call.name,
    call.arguments ?? null,
  ])
  return [text, calls]
}

function finishIn(value: JsonValue | undefined): Finish | undefined {
  if (!isObject(value)) return undefined
  const reason = FINISH_REASONS.find((word) => word === value.reason)
  const outcome = OUTCOMES.find((word) => word === value.outcome)
  const [raw, message] = [stringOr(value.raw, undefined), stringOr(value.message, undefined)]
  return reason && compact({ outcome, reason, raw, message })
}

function errorIn(value: JsonValue | undefined): ProviderError | undefined {
  if (!isObject(value)) return undefined
  return compact({ message: '', ...decodeFields<ProviderError>(value, ERROR), raw: value.raw })
}
