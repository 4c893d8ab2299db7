import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { decodeProviderError, failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  extraFields,
  type Fields,
  type NegligibleSettings,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish } from '../../src/codec/shape/finish-table.js'
import { dropAnswerHead, dropError } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { encodeError } from './errors.js'
import { FINISH, USAGE } from './maps.js'

/** The time of an answer with an unknown time. */
export const NO_TIME = '1970-01-01T00:00:00Z'

const FIELDS: Fields = {
  message: 'object',
  model: 'text',
  done_reason: 'string',
  prompt_eval_count: 'number',
  eval_count: 'number',
}
const USUAL: Fields = { model: 'text', created_at: 'any', done_reason: 'string' }
/** Bookkeeping fields of an answer. */
const NEGLIGIBLE: NegligibleSettings = {
  created_at: 'any',
  total_duration: 'any',
  load_duration: 'any',
  prompt_eval_duration: 'any',
  eval_duration: 'any',
}

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (!isObject(native.message) && isAnyError(native))
    return failedAnswer(decodeProviderError(native), context)
  const said = expectObject(native.message, '/message')
  const model = stringOr(native.model, undefined)
  const here = { ...context, path: '/message' }
  const message = decodeAssistant(said, here, answerPlace(native.created_at), model || undefined)
  return { message, ...decodeEnvelope(native, message.parts.some(isCallToAnswer), context) }
}

/** Returns a text that distinguishes answers by their time, for minted ids. Servers report nanoseconds. */
export function answerPlace(time: JsonValue | undefined): string {
  return stringOr(time, '')
}

/** Decodes all of an answer except its message. The last line of a stream contains the same fields. */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const { model, done, done_reason: word, prompt_eval_count: asked, eval_count: answered } = native
  const isOver = done === true
  const extra = extraFields(native, FIELDS, { done: isOver ? 'boolean' : undefined })
  const usage = compact({ prompt_eval_count: numberIn(asked), eval_count: numberIn(answered) })
  const isCounted = Object.keys(usage).length > 0
  return compact({
    // Older servers omit the reason.
    finish: decodeFinish(word, hasClientCalls, FINISH, isOver ? 'complete' : 'unknown'),
    model: stringOr(model, '') || undefined,
    usage: isCounted ? decodeUsage(usage, USAGE) : undefined,
    providerMetadata: wireMetadata(context, {
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      usage: isCounted ? usage : undefined,
      absent: absentFields(native, { ...USUAL, done: 'boolean' }, [
        'model',
        'created_at',
        'done',
        'done_reason',
      ]),
    }),
  })
}

function numberIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error } = canonical
  if (isFailed(canonical)) return encodeError(canonical.error, message.origin?.wire === context.wire)
  if (error !== undefined) dropError(error, context)
  return encodeEnvelope(canonical, encodeAssistant(message, { ...context, path: '/message' }), context)
}

/** Encodes the fields around a message: of a complete answer, or of the last line of a stream. */
export function encodeEnvelope(canonical: ModelResponse, message: JsonObject, context: Context): JsonObject {
  const { id, model, finish } = canonical
  if (id !== undefined) dropAnswerHead({ id }, context)
  const word = encodeFinish(canonical, FINISH, context)
  return withExtras(
    {
      model,
      message,
      done_reason: finish.raw === undefined ? undefined : word,
      ...encodeUsage(canonical, USAGE, context),
    },
    metadataOf(canonical, context),
    {
      model: '',
      created_at: NO_TIME,
      ...context.answerFields?.(),
      message: {},
      done: true,
      done_reason: word,
    },
  )
}
