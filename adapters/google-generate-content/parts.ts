import { tryParseJson } from '../../src/json/parse.js'
import { arrayOr, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, stringifyJson } from '../../src/json/write.js'
import { decodeArgumentValue, encodeArgumentValue } from '../../src/model/arguments.js'
import { type Context, contextAt } from '../../src/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/model/metadata.js'
import type {
  ObjectToolCall,
  Part,
  ReasoningPart,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/model/types.js'
import { callOf, resultOf } from '../../src/shape/calls.js'
import { type Fields, wasAbsent } from '../../src/shape/fields.js'
import {
  dropExecutedCall,
  dropExecutedResult,
  dropReasoning,
  dropSource,
  encodeOpaque,
  reportWrapped,
} from '../../src/shape/losses.js'
import {
  decodeBody,
  decodeEnvelope,
  encodeBody,
  encodeEnvelope,
  type NativePart,
  type PartInput,
} from './envelope.js'
import { encodeId, idToRestore, type PartIds } from './ids.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeOutput, encodeOutput, responseForm } from './output.js'
import { decodeServerPart, encodeServerCall, encodeServerResult } from './server.js'
import { camelize, PART } from './spelling.js'

const TEXT: Fields = { text: 'string' }
const THOUGHT: Fields = { text: 'string', thought: 'boolean' }
const CALL_PART: Fields = { functionCall: 'object' }
const CALL: Fields = { id: 'string', name: 'string', args: 'any' }
const RESULT: Fields = { id: 'string', response: 'any' }

/** One native part. Parts are never merged: a signature belongs to the very part it came on. */
export function decodePart(native: JsonValue, ids: PartIds, context: Context): Part {
  if (!isObject(native)) return opaque(native, context)
  // Field by field, here and below: spreading objects of varying shape takes microseconds (docs/performance.md).
  const { value, snake } = camelize(native, PART)
  const input = { value, snake, path: context.path, ids, context }
  const { functionCall, functionResponse, text } = input.value
  if (isObject(functionCall)) return decodeCall(input, functionCall)
  if (isObject(functionResponse)) return decodeResult(input, functionResponse)
  const other = decodeServerPart(input) ?? decodeMedia(input, context)
  if (other !== undefined) return other
  return typeof text === 'string' ? decodeText(input, text, context) : opaque(native, context)
}

/**
 * The native part, or undefined (with a notice) for what this wire cannot carry.
 * @param isOwn whether a Google model wrote the message.
 */
export function encodePart(part: Part, isOwn: boolean, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return encodeEnvelope({ text: part.text }, part, context)
    case 'reasoning':
      if (isOwn || metadataOf(part, context))
        return encodeEnvelope({ text: part.text, thought: true }, part, context)
      return dropReasoning(context)
    case 'tool-call':
      return encodeAnyCall(part, context)
    case 'tool-result':
      return encodeAnyResult(part, context)
    case 'media':
      return encodeMedia(part, context)
    case 'source':
      return dropSource(part, context)
    case 'opaque':
      return encodeOpaque(part, context)
  }
}

/** As `encodePart`, for all parts of a message. */
export function encodeParts(parts: readonly Part[], isOwn: boolean, context: Context): JsonValue[] {
  return parts.flatMap((part, index) => {
    const native = encodePart(part, isOwn, contextAt(context, index))
    return native === undefined ? [] : [native]
  })
}

function encodeAnyCall(call: ToolCall, context: Context): JsonObject | undefined {
  if (!call.providerExecuted) return encodeCall(call, context)
  return encodeServerCall(call, context) ?? dropExecutedCall(call, context)
}

function encodeAnyResult(result: ToolResult, context: Context): JsonObject | undefined {
  if (!result.providerExecuted) return encodeResult(result, context)
  return encodeServerResult(result, context) ?? dropExecutedResult(result, context)
}

function decodeText(part: NativePart, text: string, context: Context): TextPart | ReasoningPart {
  const isThought = part.value.thought === true
  const providerMetadata = wireMetadata(context, decodeEnvelope(part, isThought ? THOUGHT : TEXT))
  return compact({ type: isThought ? ('reasoning' as const) : ('text' as const), text, providerMetadata })
}

/** A call that the client is to run. Absent `args` mean a call without arguments. */
export function decodeCall(input: PartInput, native: JsonObject): ObjectToolCall {
  const name = stringOr(native.name, '')
  const { args } = native
  const path = `${input.path}/functionCall/args`
  const argumentText = () => stringifyJson(args ?? {}, path)
  const { id, minted, repeated } = input.ids.call(stringOr(native.id, undefined), name, argumentText)
  const decoded = decodeArgumentValue(args, { ...input.context, path })
  const isBare = decoded.status === 'not-object' && !isObject(args)
  const { signature, extra, snake } = decodeEnvelope(input, CALL_PART)
  const providerMetadata = wireMetadata(input.context, {
    signature,
    extra,
    snake,
    body: decodeBody(native, CALL, ['name', 'args']),
    id: idToRestore(native.id, repeated),
    form: isBare ? 'bare' : undefined,
  })
  return callOf({ id, minted }, name, decoded, {
    kind: 'function',
    providerExecuted: false,
    providerMetadata,
  })
}

function encodeCall(call: ToolCall, context: Context): JsonObject {
  const metadata = metadataOf(call, context)
  const id = encodeId(call.id, call.minted, metadata?.id)
  const args = encodeArguments(call, context)
  return encodeEnvelope(
    { functionCall: encodeBody({ id, name: call.name, args }, metadata?.body) },
    call,
    context,
  )
}

function encodeArguments(call: ToolCall, context: Context): JsonValue {
  if (call.kind === 'custom' && call.arguments !== undefined)
    return encodeInput(call, call.arguments, context)
  const isBare = metadataOf(call, context)?.form === 'bare' && call.arguments === undefined
  const bare = isBare ? tryParseJson(call.rawArguments ?? '') : undefined
  return bare ?? encodeArgumentValue(call, context)
}

function encodeInput(call: ToolCall, input: string, context: Context): JsonObject {
  reportWrapped(call, context)
  return { input }
}

function decodeResult(input: PartInput, native: JsonObject): ToolResult {
  const name = stringOr(native.name, '')
  const ids = input.ids.result(stringOr(native.id, undefined), name)
  const media = arrayOr(native.parts, [])
  const said = decodeOutput(native.response, media, input.context)
  const providerMetadata = wireMetadata(input.context, {
    ...decodeEnvelope(input, { functionResponse: 'object' }),
    body: decodeBody(native, resultFields(name, media), ['name', 'response']),
    id: idToRestore(native.id),
    form: responseForm(said, native.response),
  })
  return resultOf(ids, { name, ...said }, providerMetadata)
}

/** An empty name is none: the call's is filled in, and left out again. */
function resultFields(name: string, media: JsonArray): Fields {
  return {
    ...RESULT,
    ...(name === '' ? {} : { name: 'string' }),
    ...(media.length > 0 ? { parts: 'array' } : {}),
  }
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const id = encodeId(result.callId, result.minted, metadata?.id)
  const { response, parts } = encodeOutput(result, context)
  const name = wasAbsent(metadata?.body, 'name') ? '' : result.name
  const data = encodeBody({ id, name, response, parts }, metadata?.body)
  return encodeEnvelope({ functionResponse: data }, result, context)
}
