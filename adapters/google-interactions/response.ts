import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  at,
  expectArray,
  isArray,
  isObject,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { append, compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ModelResponse, Part, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { asCut } from '../../src/codec/shape/encode-parts.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import { absentFields, extraOf, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish } from '../../src/codec/shape/finish-table.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { encodeAssistant } from './assistant.js'
import { FINISH, isUnfinished, mayBeCut, USAGE } from './maps.js'
import { decodeStep } from './steps.js'

const FIELDS: Fields = {
  id: 'text',
  model: 'text',
  status: 'string',
  steps: 'array',
  usage: 'object',
}
const OBJECT = 'interaction'

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  const { steps, outputs, status } = native
  const isOlder = steps === undefined && isArray(outputs)
  const list = isOlder ? outputs : steps
  if (list === undefined && typeof status !== 'string' && isAnyError(native))
    return failedAnswer(decodeProviderError(native, ERROR_CODES), context)
  // An interaction in the background has no steps yet.
  const items = list === undefined && typeof status === 'string' ? [] : expectArray(list, '/steps')
  const parts = decodeSteps(items, isOlder ? '/outputs' : '/steps', native, context)
  const envelope = decodeEnvelope(native, hasOpenCalls(parts), context)
  const origin = compact({ wire: context.wire, model: envelope.model })
  const [message] = nameResults([{ role: 'assistant', parts, origin }])
  const error = errorOf(native)
  return compact({ message: message ?? { role: 'assistant' as const, parts, origin }, ...envelope, error })
}

function decodeSteps(items: JsonArray, path: string, native: JsonObject, context: Context): Part[] {
  const parts: Part[] = []
  for (const [index, step] of items.entries())
    append(parts, decodeStep(step, { ...context, path: at(path, index) }, stepPlace(native, index)))
  const last = parts.at(-1)
  if (last?.type === 'tool-call' && mayBeCut(native))
    parts[parts.length - 1] = asCut(last, context, 'verbatimInput', 'arguments')
  return parts
}

/** Returns a text that distinguishes calls without an id from calls of other answers. */
export function stepPlace({ id }: JsonObject, index: number): string {
  return `${stringOr(id, '')}/${index}`
}

/** Returns true if function calls have no result. Agents answer some calls themselves. */
function hasOpenCalls(parts: readonly Part[]): boolean {
  const answered = new Set(parts.map((part) => (part.type === 'tool-result' ? part.callId : '')))
  return parts.some((part) => part.type === 'tool-call' && !part.providerExecuted && !answered.has(part.id))
}

/**
 * Decodes all of an answer except its steps. Streams build the same object from their first and last events.
 */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  // The form until June 2026: https://ai.google.dev/gemini-api/docs/interactions
  const isOlder = native.steps === undefined && isArray(native.outputs)
  const fields: Fields = {
    ...FIELDS,
    outputs: isOlder ? 'array' : undefined,
    object: native.object === OBJECT ? 'string' : undefined,
  }
  const usage = isObject(native.usage) ? native.usage : undefined
  return compact({
    finish: decodeFinish(native.status ?? undefined, hasClientCalls, FINISH),
    id: stringOr(native.id, '') || undefined,
    model: stringOr(native.model, '') || undefined,
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: metadataFor(native, fields, context, {
      usage,
      form: isOlder ? 'outputs' : undefined,
      absent: absentFields(native, fields, ['id', 'status', 'object', isOlder ? 'outputs' : 'steps']),
    }),
  })
}

/**
 * Returns true if the answer failed. A complete answer may list earlier errors that did not end the answer.
 */
function isBroken(native: JsonObject): boolean {
  return isUnfinished(native) && isArray(native.errors) && native.errors.length > 0
}

/** Returns the error of a failed answer. */
export function errorOf(native: JsonObject): ProviderError | undefined {
  return isBroken(native) ? decodeErrors(arrayOr(native.errors, [])) : undefined
}

/** Decodes the first error; all errors stay in `extra`. */
function decodeErrors(errors: JsonArray): ProviderError {
  const [first] = objectsIn(errors)
  return decodeProviderError(first)
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const isOwn = canonical.message.origin?.wire === context.wire
  if (isFailed(canonical) && metadataOf(canonical, context) === undefined)
    return encodeErrorBody(canonical.error, isOwn)
  return encodeWhole(canonical, context)
}

/** Encodes the interaction, also for an answer that is only an error. */
export function encodeWhole(canonical: ModelResponse, context: Context): JsonObject {
  const own = metadataOf(canonical, context)
  const hasFailed = own === undefined && canonical.error !== undefined
  const status = hasFailed ? 'failed' : encodeFinish(canonical, FINISH, context)
  const cutPart = mayBeCut({ status }) ? canonical.message.parts.at(-1) : undefined
  const steps = encodeAssistant(
    canonical.message,
    { isAnswer: true, cutPart },
    { ...context, path: '/message' },
  )
  const list = own?.form === 'outputs' ? 'outputs' : 'steps'
  const id = canonical.id ?? (own === undefined ? freshId(canonical) : undefined)
  return withExtras(
    {
      id,
      model: canonical.model,
      status: canonical.finish.raw === undefined && !hasFailed ? undefined : status,
      usage: encodeUsage(canonical, USAGE, context),
      errors: canonical.error && encodeErrors(canonical.error, extraOf(own).errors),
      [list]: steps.length === 0 ? undefined : steps,
      ...(own === undefined ? context.answerFields?.(status) : {}),
    },
    own,
    { object: OBJECT, status, [list]: [] },
  )
}

function freshId(canonical: ModelResponse): string {
  return `v1_${stableHash(stringifyJson(canonical))}`
}

/**
 * Encodes errors.
 * @param kept the original errors, restored if the first error is unchanged.
 */
function encodeErrors(error: ProviderError, kept: JsonValue | undefined): JsonValue {
  if (isArray(kept) && equalJson({ ...decodeErrors(kept) }, { ...error })) return kept
  return [compact({ code: error.code, message: error.message })]
}

/** `{error: {code, message}}`: a rejected request, or the end of a failed stream. */
export const ERROR_CODES = ['status', 'code']

/**
 * Encodes the body of an error.
 * @param isOwn true if the error is from this wire. Its body is then returned unchanged.
 */
export function encodeErrorBody(error: ProviderError, isOwn: boolean): JsonObject {
  const kept = isOwn ? unchangedBody(error, ERROR_CODES) : undefined
  return kept ?? { error: { code: error.code ?? 'internal', message: error.message } }
}
