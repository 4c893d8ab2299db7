import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asNative, isObject, objectOr, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../../src/base/model/metadata.js'
import { finishOf } from '../../src/base/model/outcome.js'
import type { Message, ModelResponse, ProviderError, Usage } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import { asCut, encodeBlocks } from '../../src/codec/shape/encode-parts.js'
import { decodeProviderError, failedAnswer, isFailed } from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, type FinishTable, isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropError } from '../../src/codec/shape/losses.js'
import { callIdOf, decodeFrame, encodeFrames, isCallResult, isFrame } from './frames.js'
import { decodeBlocks, encodePart, nativeContent, slotOf } from './messages.js'
import { openMeta, withSlot } from './meta.js'
import { framed } from './request.js'
import { decodeCallResult, encodeCallResult } from './results.js'

const FIELDS: Fields = { role: 'string', content: 'any', model: 'string', stopReason: 'string' }

/** Stop reasons of the protocol, which may be any text, and two of Toolwire. */
const FINISH: FinishTable = [
  ['complete', 'endTurn stopSequence'],
  ['tool-calls', 'toolUse'],
  ['length', 'maxTokens'],
  ['filtered', 'contentFilter'],
  ['failed', 'error'],
  ['unknown', 'other'],
]

export const response: ResponseCodec = { decode: decodeResponse, encode: encodeResponse }

/**
 * Decodes the answer of a model (`CreateMessageResult`) or of a server (`CallToolResult`), or an error, bare
 * or in its frame. A `tools/call` request also counts as a model's answer, for the server that receives it.
 */
export function decodeResponse(native: JsonObject, context: Context): ModelResponse {
  const { error, result } = native
  if (isObject(error) && native.content === undefined && result === undefined)
    return failedAnswer({ ...decodeProviderError(error), raw: native }, context)
  if (!isFrame(native)) return decodeBody(native, undefined, context)
  if (isObject(result) && 'role' in result)
    return decodeSampled(result, { key: 'result', ...innerExtras(native, { result: 'any' }) }, context)
  const [message] = decodeFrame(native, context)
  if (message === undefined || message.parts.length === 0)
    throw wrongType(
      'a result, an error or a tools/call',
      result ?? native.method,
      result === undefined ? '/method' : '/result',
    )
  return answered(message, 'frame', context)
}

function decodeBody(native: JsonObject, frame: JsonObject | undefined, context: Context): ModelResponse {
  if ('role' in native || !isCallResult(native)) return decodeSampled(native, frame, context)
  const part = decodeCallResult(native, { id: callIdOf(undefined), name: '' }, { ...context, path: '' })
  return answered({ role: 'tool', parts: [part] }, 'result', context)
}

/** Wraps a message that is not a model's answer in a response. */
function answered(message: Message, form: 'frame' | 'result', context: Context): ModelResponse {
  const finish = finishOf(message.parts.some(isCallToAnswer) ? 'tool-calls' : 'complete')
  return withMetadata<ModelResponse>({ message, finish }, { form }, context)
}

function decodeSampled(value: JsonObject, frame: JsonObject | undefined, context: Context): ModelResponse {
  const { native, slot } = openMeta(value)
  const kept: JsonObject = objectOr(slot, {})
  const id = stringOr(kept.id, undefined)
  const { parts, form } = decodeBlocks(
    native.content,
    { ...context, path: '/content' },
    (index) => `${id ?? ''}/${index}`,
  )
  const last = parts.at(-1)
  const isCut = isCutBy(native.stopReason, FINISH)
  if (last?.type === 'tool-call' && isCut) parts[parts.length - 1] = asCut(last, context, 'verbatimInput')
  const model = stringOr(native.model, undefined)
  const origin = compact({ wire: context.wire, model })
  const message = withCarried<Message>({ role: 'assistant', parts, origin }, kept.message)
  const answer = compact({
    message,
    finish: decodeFinish(native.stopReason, parts.some(isCallToAnswer), FINISH),
    id,
    model,
    usage: usageIn(kept.usage),
    providerMetadata: metadataFor(native, FIELDS, context, {
      form,
      role: native.role === 'assistant' ? undefined : native.role,
      absent: absentFields(native, FIELDS, ['stopReason', 'role']),
      frame,
    }),
  })
  return withCarried<ModelResponse>(answer, kept)
}

/** Reads kept usage. Usage is kept in canonical form, since the protocol has no usage. */
function usageIn(value: JsonValue | undefined): Usage | undefined {
  if (!isObject(value) || !Object.values(value).every((count) => typeof count === 'number')) return undefined
  return asNative(value)
}

function encodeResponse(canonical: ModelResponse, context: Context): JsonObject {
  const { message, error } = canonical
  const own = metadataOf(canonical, context)
  const told =
    own?.form === 'frame' || own?.form === 'result' ? encodeTold(message, own.form, context) : undefined
  if (told !== undefined) return told
  if (isFailed(canonical)) return encodeError(canonical.error, message.origin?.wire === context.wire)
  if (error !== undefined) dropError(error, context)
  return framed(encodeSampled(canonical, own, context), own)
}

function encodeTold(message: Message, form: 'frame' | 'result', context: Context): JsonObject | undefined {
  const [part] = message.parts
  const isResult = part?.type === 'tool-result'
  if (form === 'result')
    return isResult ? encodeCallResult(part, { ...context, path: '/message/parts/0' }) : undefined
  const [frame] = encodeFrames([message], context)
  return isObject(frame) ? frame : undefined
}

function encodeSampled(canonical: ModelResponse, own: OwnMetadata | undefined, context: Context): JsonObject {
  const { message, finish, id, model, usage } = canonical
  const stopReason = encodeFinish(canonical, FINISH, context)
  const cutPart = isCutBy(stopReason, FINISH) ? message.parts.at(-1) : undefined
  const blocks = encodeBlocks(message, { ...context, path: '/message' }, encodePart, cutPart)
  const body = withExtras(
    {
      role: stringOr(own?.role, undefined),
      content: nativeContent(blocks, own?.form),
      model,
      stopReason: finish.raw === undefined ? undefined : stopReason,
    },
    own,
    { role: 'assistant', stopReason },
  )
  const slot = compact({
    ...carried(canonical, context),
    message: slotOf(message, context),
    id,
    usage: usage && compact({ ...usage }),
  })
  return withSlot(body, slot)
}

const INTERNAL_ERROR = -32603

/** Encodes an error. Errors of other wires have text codes, which are sent as data. */
function encodeError({ message, code, raw }: ProviderError, isOwn: boolean): JsonObject {
  if (isOwn && isObject(raw) && isObject(raw.error)) {
    return typeof raw.error.message === 'string' ? { ...raw, error: { ...raw.error, message } } : raw
  }
  const number = Number(code)
  const isKnown = code !== undefined && Number.isInteger(number)
  const data = compact({ code: isKnown ? undefined : code, raw })
  const hasData = Object.keys(data).length > 0
  const error = compact({
    code: isKnown ? number : INTERNAL_ERROR,
    message,
    data: hasData ? data : undefined,
  })
  return { jsonrpc: '2.0', error }
}
