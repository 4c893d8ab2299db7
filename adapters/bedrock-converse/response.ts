import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, wrongType } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, ModelResponse, ProviderError } from '../../src/base/model/types.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { asCut, encodeBlocks } from '../../src/codec/shape/encode-parts.js'
import { decodeProviderError, failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import { absentFields, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropAnswerHead, dropError } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeUsage, encodeUsage } from '../../src/codec/shape/usage-table.js'
import { decodeBlock, encodePart } from './blocks.js'
import { FINISH, USAGE } from './maps.js'
import { unionMetadata } from './union.js'

const MESSAGE_FIELDS: Fields = { role: 'string', content: 'array' }
const FIELDS: Fields = { output: 'object', stopReason: 'string', usage: 'object' }

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  if (native.output === undefined && isAnyError(native))
    return failedAnswer(decodeError(native, undefined, native), context)
  const output = expectObject(native.output, '/output')
  const message = decodeMessage(expectObject(output.message, '/output/message'), native, context)
  return { message, ...decodeEnvelope(native, message.parts.some(isCallToAnswer), context) }
}

function decodeMessage(native: JsonObject, { stopReason }: JsonObject, context: Context): Message {
  const path = '/output/message'
  const { role = 'assistant' } = native
  if (role !== 'assistant' && role !== null) throw wrongType('"assistant"', role, `${path}/role`)
  const blocks = expectArray(native.content, `${path}/content`)
  const parts = blocks.map((block, index) =>
    decodeBlock(block, { ...context, path: at(`${path}/content`, index) }, true, callPlace(index)),
  )
  const last = parts.at(-1)
  if (last?.type === 'tool-call' && isCut(stopReason)) parts[parts.length - 1] = asCut(last, context, 'cut')
  const message = compact({
    role: 'assistant' as const,
    parts,
    origin: { wire: context.wire },
    providerMetadata: metadataFor(native, MESSAGE_FIELDS, context, {
      absent: absentFields(native, MESSAGE_FIELDS, ['role']),
    }),
  })
  return nameResults([message])[0] ?? message
}

/** Returns a text that distinguishes a call without an id from other calls of the answer. */
export function callPlace(index: number): string {
  return `/${index}`
}

/** Returns true if the output limit ended the answer. */
export function isCut(stopReason: JsonValue | undefined): boolean {
  return isCutBy(stopReason, FINISH)
}

/** Decodes all of an answer except its content. Streams build the same object from their last events. */
export function decodeEnvelope(
  native: JsonObject,
  hasClientCalls: boolean,
  context: Context,
): Omit<ModelResponse, 'message'> {
  const usage = isObject(native.usage) ? native.usage : undefined
  const output = isObject(native.output)
    ? unionMetadata({ output: native.output }, 'output', { message: 'any' }, context)
    : undefined
  return compact({
    finish: decodeFinish(native.stopReason, hasClientCalls, FINISH),
    usage: usage && decodeUsage(usage, USAGE),
    providerMetadata: metadataFor(native, FIELDS, context, {
      usage,
      output: output && metadataOf({ providerMetadata: output }, context)?.body,
      absent: absentFields(native, FIELDS, ['stopReason']),
    }),
  })
}

export function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error, finish } = canonical
  dropAnswerHead(canonical, context)
  if (isFailed(canonical)) return encodeErrorBody(canonical.error)
  if (error !== undefined) dropError(error, context)
  const metadata = metadataOf(canonical, context)
  const stopReason = encodeFinish(canonical, FINISH, context)
  const cutPart = isCut(stopReason) ? message.parts.at(-1) : undefined
  const content = encodeBlocks(message, { ...context, path: '/message' }, encodePart, cutPart)
  const own = metadataOf(message, context)
  return withExtras(
    {
      output: withExtras({ message: withExtras({ content }, own, { role: 'assistant' }) }, metadata?.output),
      stopReason: finish.raw === undefined ? undefined : stopReason,
      usage: encodeUsage(canonical, USAGE, context),
    },
    metadata,
    { stopReason },
  )
}

export const ERROR_CODES = ['__type', 'type']

/**
 * Decodes `{message}`. The code is in a header (`x-amzn-errortype`), and on some paths also in `__type`.
 * @param type the name of the exception, if the body does not contain the name.
 */
export function decodeError(body: JsonObject, type: string | undefined, raw: JsonValue): ProviderError {
  const { message, code = type } = decodeProviderError(body, ERROR_CODES)
  // The name may follow a namespace and precede a URL.
  return compact({ message, code: code?.split('#').at(-1)?.split(':')[0], raw })
}

/** Without the header, the SDK reads the kind of the error from `__type`. */
function encodeErrorBody(error: ProviderError): JsonObject {
  const { message, code } = error
  const { raw } = error
  const before = isObject(raw) ? decodeError(raw, undefined, raw) : undefined
  if (isObject(raw) && before?.message === message && before.code === code) return raw
  return compact({ __type: code, message })
}
