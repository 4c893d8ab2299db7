import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { arrayOr, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, stringifyJson } from '../../src/base/json/write-json.js'
import { decodeArgumentValue, encodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import type {
  ObjectToolCall,
  OpaquePart,
  Part,
  ReasoningPart,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { callOf, resultOf } from '../../src/codec/shape/call-codec.js'
import { extraFields, type Fields, wasAbsent, withExtras } from '../../src/codec/shape/fields.js'
import {
  dropExecutedCall,
  dropExecutedResult,
  dropReasoning,
  dropSource,
  encodeOpaque,
  reportWrapped,
} from '../../src/codec/shape/losses.js'
import { encodeData, keptOf, type PartData, type PartInput } from './envelope.js'
import { encodeId, idToRestore, type PartIds } from './ids.js'
import { decodeMedia, encodeMedia } from './media.js'
import { decodeOutput, encodeOutput, responseForm } from './output.js'
import { decodeServerPart, encodeServerCall, encodeServerResult } from './server.js'
import { camelize, PART, snakify } from './spelling.js'

const TEXT: Fields = { text: 'string', thoughtSignature: 'string' }
const THOUGHT: Fields = { ...TEXT, thought: 'boolean' }
const CALL: PartData = {
  field: 'functionCall',
  around: { functionCall: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', name: 'string', args: 'any' },
  written: ['name', 'args'],
}
/** An empty name counts as absent: the call's name is filled in, and omitted again on encoding. */
const RESULT: PartData = {
  field: 'functionResponse',
  around: { functionResponse: 'object', thoughtSignature: 'string' },
  fields: { id: 'string', name: 'text', response: 'any' },
  written: ['name', 'response'],
}
const RESULT_WITH_MEDIA: PartData = { ...RESULT, fields: { ...RESULT.fields, parts: 'array' } }

/**
 * Decodes one native part. Parts are never merged, since a signature belongs only to the part that contained
 * it.
 */
export function decodePart(native: JsonValue, ids: PartIds, context: Context): Part {
  if (!isObject(native)) return opaque(native, context)
  const { value, snake } = camelize(native, PART)
  const part = decodeData({ value, ids, context })
  if (part === undefined) return opaque(native, context)
  return snake === undefined ? part : withMore(part, { snake }, context)
}

function decodeData(input: PartInput): Exclude<Part, OpaquePart> | undefined {
  const { value, context } = input
  if (isObject(value.functionCall)) return decodeCall(input, value.functionCall)
  if (isObject(value.functionResponse)) return decodeResult(input, value.functionResponse)
  return decodeServerPart(input) ?? decodeMedia(value, context) ?? decodeText(value, context)
}

function decodeText(value: JsonObject, context: Context): TextPart | ReasoningPart | undefined {
  const { text, thoughtSignature } = value
  if (typeof text !== 'string') return undefined
  const isThought = value.thought === true
  const providerMetadata = wireMetadata(context, {
    signature: stringOr(thoughtSignature, undefined),
    extra: extraFields(value, isThought ? THOUGHT : TEXT),
  })
  return compact({ type: isThought ? ('reasoning' as const) : ('text' as const), text, providerMetadata })
}

function encodeText(part: TextPart | ReasoningPart, context: Context): JsonObject {
  const metadata = metadataOf(part, context)
  const thoughtSignature = stringOr(metadata?.signature, undefined)
  const thought = part.type === 'reasoning' ? true : undefined
  return withExtras({ text: part.text, thought, thoughtSignature }, metadata)
}

/**
 * Encodes the native part. Returns undefined with a notice for parts that this wire cannot carry.
 * @param isOwn true if a Google model wrote the message.
 */
export function encodePart(part: Part, isOwn: boolean, context: Context): JsonValue | undefined {
  if (part.type === 'opaque') return encodeOpaque(part, context)
  const metadata = metadataOf(part, context)
  if (part.type === 'reasoning' && !isOwn && metadata === undefined) return dropReasoning(context)
  const native = encodeAny(part, context)
  return native && snakify(native, metadata?.snake)
}

function encodeAny(part: Exclude<Part, OpaquePart>, context: Context): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return encodeText(part, context)
    case 'tool-call':
      if (!part.providerExecuted) return encodeCall(part, context)
      return encodeServerCall(part, context) ?? dropExecutedCall(part, context)
    case 'tool-result':
      if (!part.providerExecuted) return encodeResult(part, context)
      return encodeServerResult(part, context) ?? dropExecutedResult(part, context)
    case 'media':
      return encodeMedia(part, context)
    case 'source':
      return dropSource(part, context)
  }
}

/** Encodes all parts of a message, like `encodePart`. */
export function encodeParts(parts: readonly Part[], isOwn: boolean, context: Context): JsonValue[] {
  return parts.flatMap((part, index) => {
    const native = encodePart(part, isOwn, contextAt(context, index))
    return native === undefined ? [] : [native]
  })
}

/** Decodes a call that the client has to run. Absent `args` mean a call without arguments. */
export function decodeCall({ value, ids, context }: PartInput, native: JsonObject): ObjectToolCall {
  const name = stringOr(native.name, '')
  const { args } = native
  const here = contextAt(context, 'functionCall', 'args')
  const argumentText = () => stringifyJson(args ?? {}, here.path)
  const { id, minted, repeated } = ids.call(stringOr(native.id, undefined), name, argumentText)
  const decoded = decodeArgumentValue(args, here)
  const isBare = decoded.status === 'not-object' && !isObject(args)
  // Built field by field, since spreading objects of varying shape takes microseconds (docs/performance.md).
  const { signature, extra, body } = keptOf(value, CALL)
  const providerMetadata = wireMetadata(context, {
    signature,
    extra,
    body,
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
  return encodeData(CALL, { id, name: call.name, args: encodeArguments(call, context) }, metadata)
}

function encodeArguments(call: ToolCall, context: Context): JsonValue {
  if (call.kind === 'custom' && call.arguments !== undefined) {
    reportWrapped(call, context)
    return { input: call.arguments }
  }
  const isBare = metadataOf(call, context)?.form === 'bare' && call.arguments === undefined
  const bare = isBare ? tryParseJson(call.rawArguments ?? '') : undefined
  return bare ?? encodeArgumentValue(call, context)
}

function decodeResult({ value, ids, context }: PartInput, native: JsonObject): ToolResult {
  const name = stringOr(native.name, '')
  const media = arrayOr(native.parts, [])
  const said = decodeOutput(native.response, media, context)
  const given = ids.result(stringOr(native.id, undefined), name)
  const providerMetadata = wireMetadata(context, {
    ...keptOf(value, media.length > 0 ? RESULT_WITH_MEDIA : RESULT),
    id: idToRestore(native.id, given.repeated),
    form: responseForm(said, native.response),
  })
  return resultOf(given, { name, ...said }, providerMetadata)
}

/** Encodes the native part, with keys in camelCase. */
export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const id = encodeId(result.callId, result.minted, metadata?.id)
  const name = wasAbsent(metadata?.body, 'name') ? '' : result.name
  return encodeData(RESULT, { id, name, ...encodeOutput(result, context) }, metadata)
}
