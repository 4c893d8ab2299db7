import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  expectArray,
  expectObject,
  isObject,
  numberOr,
  objectIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact, unlessEmpty, without } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ModelResponse, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  extraFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { FINISH, isServerType, USAGE } from './maps.js'
import { isRun } from './runs.js'
import { plainSpelling, spelled } from './spelling.js'
import { decodeTurn, type TurnStep } from './turn.js'
import { encodeTurn } from './written-turn.js'

const FIELDS: Fields = { id: 'text', model: 'text', outputs: 'array', usage: 'object' }

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(given: JsonObject, context: Context): ModelResponse {
  const { value: native, spelling } = plainSpelling(given)
  if (isError(native)) return failedAnswer(decodeProviderError(native), context)
  const { response: inner } = native
  if (isObject(inner) && native.outputs === undefined) {
    const around = { spelling, deferred: without(native, 'response') }
    return decodeAnswer(inner, around, contextAt(context, 'response'))
  }
  return decodeAnswer(native, { spelling }, context)
}

/** Facts decoded from an answer before its fields. */
interface Around {
  readonly spelling?: string | undefined
  /** Fields next to `response` in the answer to GetDeferredCompletion. */
  readonly deferred?: JsonObject
}

function decodeAnswer(native: JsonObject, around: Around, context: Context): ModelResponse {
  const outputs = native.outputs === undefined && typeof native.id === 'string' ? [] : native.outputs
  const list = expectArray(outputs, `${context.path}/outputs`)
  const { steps, others } = stepsOf(list, contextAt(context, 'outputs'))
  const reason = objectIn(list[steps.length - 1]).finish_reason
  const site = {
    place: stringOr(native.id, ''),
    cut: isCut(reason),
    model: stringOr(native.model, '') || undefined,
  }
  const message = decodeTurn(steps, site, context)
  const form = list.length === 0 ? 'no-outputs' : undefined
  const read = { ...around, reason, form, alternatives: others.length === 0 ? undefined : others }
  return { message, ...decodeEnvelope(native, read, message.parts.some(isCallToAnswer), context) }
}

/**
 * Returns the outputs that form one answer. Outputs of alternative answers, requested with `n`, are returned
 * separately.
 */
function stepsOf(
  list: JsonArray,
  context: Context,
): { readonly steps: readonly TurnStep[]; readonly others: JsonArray } {
  const natives = list.map((value, index) => expectObject(value, contextAt(context, index).path))
  const isOneAnswer = natives.some(({ message }) => isOfServer(objectIn(message)))
  const count = isOneAnswer ? natives.length : 1
  const steps: TurnStep[] = []
  for (const [index, native] of natives.slice(0, count).entries()) {
    const place = numberedAs(native, steps.at(-1)?.output)
    const { message = {} } = native
    const here = contextAt(context, index, 'message')
    const around = aroundOf(native, place, index === count - 1)
    steps.push({ native: expectObject(message, here.path), context: here, output: place, around })
  }
  return { steps, others: list.slice(count) }
}

/** Returns true if a message belongs to a tool that xAI runs. */
export function isOfServer(message: JsonObject): boolean {
  return isRun(message) || arrayOr(message.tool_calls, []).some((call) => isServerType(objectIn(call).type))
}

/** Indexes only increase. The first index is 0, which is not written. */
function numberedAs({ index }: JsonObject, before = -1): number {
  return typeof index === 'number' && index > before ? index : before + 1
}

/**
 * Returns the kept fields of an output, without its message. The finish reason of the last output is the
 * finish reason of the answer.
 */
export function aroundOf(native: JsonObject, output: number, isLast: boolean): JsonObject {
  const read: Fields = {
    message: 'object',
    finish_reason: isLast ? 'string' : undefined,
    index: output > 0 && native.index === output ? 'number' : undefined,
  }
  const usual = output > 0 ? ['message', 'index'] : ['message']
  return unlessEmpty({ extra: extraFields(native, read), absent: absentFields(native, OUTPUT, usual) }) ?? {}
}

const OUTPUT: Fields = { message: 'object', index: 'number' }

/** Returns true if the output ended because of a limit. */
export function isCut(reason: JsonValue | undefined): boolean {
  return isCutBy(reason, FINISH)
}

/** Facts about an answer from outside its fields. */
export interface EnvelopeFacts extends Around {
  readonly reason: JsonValue | undefined
  readonly alternatives?: JsonArray | undefined
  /** `no-outputs` for an answer without outputs. */
  readonly form?: string | undefined
}

/** Decodes an answer without its message. Streams build the same object from their chunks. */
export function decodeEnvelope(
  native: JsonObject,
  { reason, ...kept }: EnvelopeFacts,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const usage = isObject(native.usage) ? native.usage : undefined
  return compact({
    finish: decodeFinish(reason, hasClientCalls, FINISH),
    id: stringOr(native.id, '') || undefined,
    model: stringOr(native.model, '') || undefined,
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: metadataFor(native, FIELDS, context, {
      ...kept,
      usage,
      absent: absentFields(native, { outputs: 'array' }, ['outputs']),
    }),
  })
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(canonical, context)
  const { error } = canonical
  if (isFailed(canonical)) return encodeError(canonical.error)
  if (error !== undefined) dropError(error, context)
  const native = encodeEnvelope(canonical, encodeOutputs(canonical, context), context)
  const { deferred } = own ?? {}
  return spelled(isObject(deferred) ? { ...deferred, response: native } : native, own?.spelling)
}

/** Encodes the answer with these outputs, in the spelling of the codecs. */
export function encodeEnvelope(
  canonical: Omit<ModelResponse, 'message'>,
  outputs: JsonArray | undefined,
  context: Context,
): JsonObject {
  const { id, model } = canonical
  const usage = encodeUsage(canonical, USAGE, context)
  return withExtras({ id, model, outputs, usage }, metadataOf(canonical, context))
}

function encodeOutputs(canonical: ModelResponse, context: Context): JsonArray | undefined {
  const { message } = canonical
  const own = metadataOf(canonical, context)
  if (own?.form === 'no-outputs' && message.parts.length === 0)
    return wasAbsent(own, 'outputs') ? undefined : []
  const reason = encodeReason(canonical, context)
  const steps = encodeTurn(message, { isRequest: false, cut: isCut(reason) }, contextAt(context, 'message'))
  const others = arrayOr(own?.alternatives, [])
  const outputs = steps.map(({ output, native, around }, index) =>
    encodeOutput(output, native, around, index === steps.length - 1 ? reason : undefined),
  )
  return [...outputs, ...others]
}

/**
 * Encodes an output of an answer.
 * @param reason of the last output.
 */
function encodeOutput(
  output: number,
  message: JsonObject,
  around: JsonValue | undefined,
  reason: string | undefined,
): JsonObject {
  return withExtras({ finish_reason: reason, message: unlessEmpty(message) }, around, {
    index: output === 0 ? undefined : output,
    message: {},
  })
}

/**
 * Returns the finish reason; undefined if the original answer had no finish reason and its finish is
 * unchanged. This wire defines no finish reason for errors.
 */
function encodeReason(
  canonical: Pick<ModelResponse, 'finish' | 'message'>,
  context: Context,
): string | undefined {
  const { finish, message } = canonical
  const isSilent = finish.raw === undefined && message.origin?.wire === context.wire
  const silent = decodeFinish(undefined, message.parts.some(isCallToAnswer), FINISH)
  if (isSilent && silent.reason === finish.reason) return undefined
  return encodeFinish(canonical, FINISH, context)
}

/**
 * Returns true for the status of a failed call, as JSON: `{code, message, details?}`. Some gateways wrap this
 * status in `error`.
 */
export function isError(body: JsonObject): boolean {
  return body.outputs === undefined && body.response === undefined && isAnyError(body)
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/status.proto */
export function encodeError(error: ProviderError): JsonObject {
  const { code, message } = error
  const number = numberOr(code === undefined ? undefined : Number(code), undefined)
  const isNumber = number !== undefined && Number.isInteger(number)
  return unchangedBody(error) ?? compact({ code: isNumber ? number : code, message })
}
