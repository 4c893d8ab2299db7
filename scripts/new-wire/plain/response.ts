import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { at, expectArray, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { ModelResponse, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { encodeBlocks } from '../../src/codec/shape/encode-parts.js'
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
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeBlock, encodePart } from './blocks.js'
import { API, FINISH, USAGE } from './maps.js'
import { NEGLIGIBLE } from './settings.js'

const FIELDS: Fields = {
  content: 'array',
  id: 'text',
  model: 'text',
  stop_reason: 'string',
  usage: 'object',
}

export const response: ResponseCodec = { decode: decodeResponse, encode }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (!isArray(native.content) && isAnyError(native))
    return failedAnswer(decodeProviderError(native), context)
  const parts = expectArray(native.content, '/content').map((block, index) => {
    const path = at('/content', index)
    return decodeBlock(block, { ...context, path }, answerPlace(native, index))
  })
  const envelope = decodeEnvelope(native, parts.some(isCallToAnswer), context)
  const origin = compact({ wire: context.wire, model: envelope.model })
  return { message: { role: 'assistant', parts, origin }, ...envelope }
}

/** Tells a call without an id from those of other answers. */
export function answerPlace({ id }: JsonObject, index: number): string {
  return `${stringOr(id, '')}/${index}`
}

/**
 * Decodes the members of an answer next to its content: those of the first and the last event of a stream.
 */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const { id, model, stop_reason: word, usage } = native
  const extra = extraFields(native, FIELDS)
  return compact({
    finish: decodeFinish(word, hasClientCalls, FINISH),
    id: stringOr(id, '') || undefined,
    model: stringOr(model, '') || undefined,
    usage: isObject(usage) ? decodeUsage(usage, USAGE) : undefined,
    providerMetadata: wireMetadata(context, {
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      usage: isObject(usage) ? usage : undefined,
      absent: absentFields(native, { api: 'any', stop_reason: 'string' }, ['api', 'stop_reason']),
    }),
  })
}

function encode(answer: ModelResponse, context: Context): JsonObject {
  const { message, error } = answer
  if (isFailed(answer)) return encodeError(answer.error)
  if (error !== undefined) dropError(error, context)
  return encodeEnvelope(answer, encodeBlocks(message, { ...context, path: '/message' }, encodePart), context)
}

export function encodeEnvelope(answer: ModelResponse, content: JsonArray, context: Context): JsonObject {
  const { id, model, finish } = answer
  const word = encodeFinish(answer, FINISH, context)
  return withExtras(
    {
      id,
      model,
      content,
      stop_reason: finish.raw === undefined ? undefined : word,
      usage: encodeUsage(answer, USAGE, context),
    },
    metadataOf(answer, context),
    { ...API, stop_reason: word },
  )
}

/** `{error: {code, message}}`. */
export function encodeError(error: ProviderError): JsonObject {
  const { code, message } = error
  return unchangedBody(error) ?? { error: compact({ code, message }) }
}
