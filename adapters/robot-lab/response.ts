import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, expectArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { metadataOf, withMore } from '../../src/base/model/metadata.js'
import { finishOf } from '../../src/base/model/outcome.js'
import type {
  Message,
  ModelResponse,
  Part,
  ProviderError,
  ToolCall,
  ToolResult,
  Usage,
} from '../../src/base/model/types.js'
import { carriedAnswer, withCarriedAnswer } from '../../src/codec/format/carried-answer.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import type { ResponseCodec } from '../../src/codec/shape/codecs.js'
import {
  decodeProviderError,
  failedAnswer,
  isFailed,
  unchangedBody,
} from '../../src/codec/shape/failed-answer.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
  negligibleFields,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeFinish, encodeFinish, type FinishTable } from '../../src/codec/shape/finish-table.js'
import { loneDecoder, loneEncoder } from '../../src/codec/shape/lone-element.js'
import { decodeCall } from './calls.js'
import { isCallMessage } from './evidence.js'
import { decodeMessages, messagesCodec, type WrittenShape } from './messages.js'
import { respelled, spelled } from './spelling.js'

const FIELDS: FieldsOf<Usage> = {
  output: 'array',
  tool_calls: 'array',
  id: 'string',
  stop_reason: 'string',
  input_tokens: ['number', 'inputTokens'],
  output_tokens: ['number', 'outputTokens'],
  [CARRIED]: 'object',
}
/** Bookkeeping fields of a run. */
const NEGLIGIBLE = {
  robot_name: 'any',
  delegated_by: 'any',
  created_at: 'any',
  checksum: 'any',
  duration: 'any',
} as const
const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'tool'],
  ['unknown', 'none'],
  ['length', 'none'],
  ['filtered', 'none'],
  ['failed', 'none'],
]

/** A single message with calls, as in the documentation. */
const LONE_CALL = { list: 'output', test: isCallMessage }
export const decodeResponse = /* @__PURE__ */ loneDecoder(decodeWhole, LONE_CALL)

export function responseCodec(shape: WrittenShape): ResponseCodec {
  const encode = (answer: ModelResponse, context: Context) => encodeResponse(answer, shape, context)
  return { decode: decodeResponse, encode: loneEncoder(encode, decodeResponse, LONE_CALL) }
}

function decodeWhole(value: JsonObject, context: Context): ModelResponse {
  const { native, spelling } = spelled(value)
  const read = decodeResult(native, context)
  return withCarriedAnswer(withMore(read, { form: spelling }, context), native[CARRIED], `/${CARRIED}`)
}

function decodeResult(native: JsonObject, context: Context): ModelResponse {
  if (native.output === undefined && (native.error ?? null) !== null)
    return failedAnswer(decodeProviderError(native, ERROR_CODES), context)
  const output = decodeMessages(expectArray(native.output, '/output'), { ...context, path: '/output' })
  const told = decodeMessages(arrayOr(native.tool_calls, []), { ...context, path: '/tool_calls' })
    .flatMap((message) => message.parts)
    .map((part, index) => (part.type === 'tool-result' ? placedResult(part, index, context) : part))
  const parts = withResults(
    output.flatMap((message) => message.parts),
    told,
    context,
  )
  const usage = decodeFields<Usage>(native, FIELDS)
  const extra = metadataFor(native, FIELDS, context)?.[context.wire]?.extra
  return compact({
    message: { role: 'assistant' as const, parts, origin: { wire: context.wire } },
    finish: readFinish(native, parts),
    id: stringOr(native.id, undefined),
    usage: Object.keys(usage).length === 0 ? undefined : usage,
    providerMetadata: metadataFor(native, FIELDS, context, {
      absent: absentFields(native, FIELDS, ['tool_calls', 'stop_reason']),
      negligible: negligibleFields(extra, NEGLIGIBLE),
    }),
  })
}

/** Records the position of a result: its index among `tool_calls`, or true for the output. */
export function placedResult(result: ToolResult, output: number | true, context: Context): ToolResult {
  return withMore(result, { output }, context)
}

/**
 * Marks calls with a result as provider-executed, since the robot has already run them. Some calls appear
 * only in their results.
 */
function withResults(output: readonly Part[], told: readonly Part[], context: Context): Part[] {
  const results = [...output, ...told].filter((part) => part.type === 'tool-result')
  const ran = new Set(results.map(({ callId }) => callId))
  const ids = new Set(output.flatMap((part) => (part.type === 'tool-call' ? part.id : [])))
  const executed = (part: ToolCall | ToolResult): Part => ({ ...part, providerExecuted: true })
  const implied = told.flatMap((part) => {
    if (part.type !== 'tool-result' || ids.has(part.callId)) return []
    return [executed(impliedCall(part, context)), executed(part)]
  })
  return [
    ...implied,
    ...output.flatMap((part): Part[] => {
      if (part.type === 'tool-result') return [executed(placedResult(part, true, context))]
      if (part.type !== 'tool-call' || !ran.has(part.id)) return [part]
      const own = told.filter((one) => one.type === 'tool-result' && one.callId === part.id)
      return [executed(part), ...own.map((one) => (one.type === 'tool-result' ? executed(one) : one))]
    }),
  ]
}

/** Returns the call of a result, which contains the complete call. */
function impliedCall(result: ToolResult, context: Context): ToolCall {
  const input: JsonValue | undefined = metadataOf(result, context)?.input
  const native = compact({ id: result.callId, name: result.name, input })
  const call = decodeCall(native, { ...createContext(context.wire), path: '/tool_calls' })
  return withMore(call, { implied: true }, context)
}

export function readFinish(native: JsonObject, parts: readonly Part[]): ModelResponse['finish'] {
  const output = arrayOr(native.output, [])
  const last = output.at(-1)
  const word = native.stop_reason ?? (isObject(last) ? last.stop_reason : undefined)
  const { outcome = 'unknown', raw } = decodeFinish(word, parts.some(isCallToAnswer), FINISH)
  return finishOf(outcome, raw)
}

/** `{error: {type, message, cause?, backtrace?}}`, the form of serialized exceptions, or a text. */
export const ERROR_CODES = ['type', 'code']

function encodeErrorBody(error: ProviderError, isOwn: boolean): JsonObject {
  const { message, code } = error
  const before = isOwn ? unchangedBody(error, ERROR_CODES) : undefined
  return before ?? { error: compact({ type: code, message }) }
}

function encodeResponse(answer: ModelResponse, shape: WrittenShape, context: Context): JsonObject {
  const native = isFailed(answer)
    ? encodeErrorBody(answer.error, answer.message.origin?.wire === context.wire)
    : encodeResult(answer, shape, context)
  const slot = carriedAnswer(answer, decodeResult(native, createContext(context.wire)), context)
  const full = slot === undefined ? native : { ...native, [CARRIED]: slot }
  return respelled(full, metadataOf(answer, context)?.form)
}

function encodeResult(answer: ModelResponse, shape: WrittenShape, context: Context): JsonObject {
  const { message, id, usage = {} } = answer
  const own = metadataOf(answer, context)
  const { output, told } = encodeParts(message.parts, shape, context)
  return withExtras(
    {
      output,
      tool_calls: told.length === 0 ? undefined : told,
      id,
      stop_reason: stopReason(answer, output, wasAbsent(own, 'stop_reason'), context),
      ...encodeFields(usage, FIELDS),
    },
    own,
    { tool_calls: [] },
  )
}

/** Encodes the robot's messages, and the results of the calls that it ran. */
function encodeParts(parts: readonly Part[], shape: WrittenShape, context: Context) {
  const calls = parts.filter((part) => part.type === 'tool-call')
  const open = new Set(calls.flatMap(({ id, providerExecuted }) => (providerExecuted ? [] : id)))
  const executed = new Set(calls.flatMap(({ id }) => (open.has(id) ? [] : id)))
  const results = parts
    .filter((part) => part.type === 'tool-result')
    .filter(({ callId }) => executed.has(callId))
  const ran = new Set(results.map(({ callId }) => callId))
  const isSaid = (part: Part) => {
    if (part.type === 'text') return true
    const own = metadataOf(part, context)
    if (part.type === 'tool-result') return own?.output === true && executed.has(part.callId)
    return part.type === 'tool-call' && own?.implied !== true && (!part.providerExecuted || ran.has(part.id))
  }
  const { encode } = messagesCodec(shape)
  const said: Message = { role: 'assistant', parts: parts.filter(isSaid).map(asClient) }
  const placeOf = (part: ToolResult) => numberOr(metadataOf(part, context)?.output, results.length)
  const others = results.filter((part) => !isSaid(part)).sort((a, b) => placeOf(a) - placeOf(b))
  const answers: Message = { role: 'tool', parts: others.map(asClient) }
  const quiet = createContext(context.wire)
  const native = encode([said, answers].filter(isFilled), context).messages
  const count = encode([said].filter(isFilled), quiet).messages.length
  return { output: native.slice(0, count), told: native.slice(count) }
}

function isFilled({ parts }: Message): boolean {
  return parts.length > 0
}

/** Converts a part to the form of messages. The answer already records that the robot ran it. */
function asClient(part: Part): Part {
  return part.type === 'tool-call' || part.type === 'tool-result'
    ? { ...part, providerExecuted: false }
    : part
}

/**
 * Returns the stop reason of an answer.
 * @param isTold true if the last message contains the reason.
 */
function stopReason(
  answer: ModelResponse,
  output: JsonArray,
  isTold: boolean,
  context: Context,
): string | undefined {
  const { finish, message } = answer
  if (isTold && equalJson({ ...readFinish({ output }, message.parts) }, { ...finish })) return undefined
  return stopWord(answer, message.parts, context)
}

/** Returns the original stop reason, if its meaning has not changed. */
export function stopWord(
  { finish, message }: ModelResponse,
  parts: readonly Part[],
  context: Context,
): string {
  return encodeFinish({ finish, message: { ...message, parts } }, FINISH, context)
}
