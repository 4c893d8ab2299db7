import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectObject, isArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, equalJson } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { mediaKindOf } from '../../src/base/model/media-kind.js'
import { metadataOf, metadataUnder, opaque, withMore } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { extraFields } from '../../src/codec/shape/fields.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { CallIds, contents, decodePart, encodeResult } from './family.js'
import { type ReadFrame, readNativeFrame, TURN_COMPLETE, writeFrame } from './frames.js'

/**
 * Decodes the client's frames: contents, results, and realtime text or audio. Other frames are kept unchanged
 * in system messages.
 */
export function decodeFrames(frames: JsonArray, context: Context): Message[] {
  const decoded: Message[] = []
  const ids = new CallIds(context.path, false)
  frames.forEach((native, index) => {
    const here = { ...context, path: at(context.path, index) }
    expectObject(native, here.path)
    const read = readNativeFrame(native)
    const messages = read && decodeFrame(read, ids, here)
    append(decoded, messages ?? [control(native, context)])
  })
  return nameResults(decoded)
}

function control(native: JsonValue, context: Context): Message {
  const providerMetadata = metadataUnder(context, { form: 'frame' })
  return { role: 'system', parts: [opaque(native, context)], providerMetadata }
}

function decodeFrame(read: ReadFrame, ids: CallIds, context: Context): Message[] | undefined {
  const { clientContent, toolResponse, realtimeInput, ...others } = read.frame
  if (Object.keys(others).length > 0) return undefined
  if (isObject(clientContent)) return decodeTurns(clientContent, read, context)
  if (isObject(toolResponse)) return decodeResponses(toolResponse, read, ids, context)
  return isObject(realtimeInput) ? decodeInput(realtimeInput, read, context) : undefined
}

/**
 * Decodes the contents of one frame. The first message keeps their number, and the other fields of the frame.
 */
function decodeTurns(frame: JsonObject, { snake }: ReadFrame, context: Context): Message[] | undefined {
  if (!isArray(frame.turns) || frame.turns.length === 0) return undefined
  const [first, ...others] = contents.decode(frame.turns, {
    ...context,
    path: `${context.path}/clientContent/turns`,
  })
  if (first === undefined) return undefined
  const said = compact({
    count: others.length + 1,
    complete: typeof frame.turnComplete === 'boolean' ? frame.turnComplete : null,
    extra: extraFields(frame, { turns: 'array', turnComplete: 'boolean' }),
    snake,
  })
  return [withMore(first, { frame: said }, context), ...others]
}

function decodeResponses(
  frame: JsonObject,
  { snake }: ReadFrame,
  ids: CallIds,
  context: Context,
): Message[] | undefined {
  const list = frame.functionResponses
  const responses = isArray(list) ? list : isObject(list) ? [list] : []
  if (responses.length === 0) return undefined
  const parts = responses.map((response, index) =>
    decodePart({ functionResponse: response }, ids, {
      ...context,
      path: at(`${context.path}/toolResponse/functionResponses`, index),
    }),
  )
  if (!parts.every((part) => part.type === 'tool-result')) return undefined
  const said = compact({
    extra: extraFields(frame, { functionResponses: 'any' }),
    snake,
    isOne: !isArray(list) || undefined,
  })
  return [
    { role: 'tool', parts, providerMetadata: metadataUnder(context, { form: 'toolResponse', frame: said }) },
  ]
}

/** Decodes realtime text, audio or an image. A frame has only one of these. */
function decodeInput(frame: JsonObject, { snake }: ReadFrame, context: Context): Message[] | undefined {
  const [name = '', ...others] = Object.keys(frame)
  const value = frame[name]
  if (others.length > 0 || value === undefined) return undefined
  const part = inputPart(value)
  if (part === undefined) return undefined
  const providerMetadata = metadataUnder(context, {
    form: 'realtimeInput',
    field: name,
    frame: compact({ snake }),
  })
  return [{ role: 'user', parts: [part], providerMetadata }]
}

function inputPart(value: JsonValue): Part | undefined {
  if (typeof value === 'string') return { type: 'text', text: value }
  if (!isObject(value) || typeof value.data !== 'string' || typeof value.mimeType !== 'string')
    return undefined
  if (Object.keys(value).length > 2) return undefined
  const { data, mimeType: mediaType } = value
  return { type: 'media', kind: mediaKindOf(mediaType), mediaType, source: { type: 'data', data } }
}

/** Encodes messages as frames, and instructions separately. */
export function encodeFrames(given: readonly Message[], context: Context): EncodedMessages {
  const messages = withIds(given, context)
  const frames: JsonValue[] = []
  const held = callsIn(messages)
  const leading = messages.findIndex((message) => !isInstruction(message, context))
  const first = leading === -1 ? messages.length : leading
  const { system } = contents.encode(messages.slice(0, first), context)
  for (let index = first; index < messages.length; ) {
    const group = messages.slice(index, index + countOf(messages[index], context))
    append(frames, encodeGroup(group, held, { ...context, path: `/${index}` }))
    index += group.length
  }
  return compact({ messages: frames, system })
}

/** Returns messages in which minted ids are sent, because results on this wire have to name their calls. */
function withIds(messages: readonly Message[], context: Context): readonly Message[] {
  const made = new Set<string>()
  for (const { parts, origin } of messages)
    if (origin?.wire !== context.wire)
      for (const part of parts) if (part.type === 'tool-call' && part.minted) made.add(part.id)
  if (made.size === 0) return messages
  return messages.map((message) => ({ ...message, parts: message.parts.map((part) => withId(part, made)) }))
}

function withId(part: Part, made: ReadonlySet<string>): Part {
  if (part.type === 'tool-call' && part.minted && made.has(part.id)) {
    const { minted: _minted, ...call } = part
    return call
  }
  if (part.type !== 'tool-result' || !part.minted || !made.has(part.callId)) return part
  const { minted: _minted, ...result } = part
  return result
}

function isInstruction(message: Message, context: Context): boolean {
  return message.role === 'system' && metadataOf(message, context)?.form !== 'frame'
}

/** Returns ids of the calls in the messages. Other results answer calls made by the server. */
function callsIn(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))),
  )
}

function frameOf(message: Message | undefined, context: Context): JsonObject | undefined {
  const frame = message && metadataOf(message, context)?.frame
  return isObject(frame) ? frame : undefined
}

function countOf(message: Message | undefined, context: Context): number {
  return Math.max(1, numberOr(frameOf(message, context)?.count, 1))
}

function encodeGroup(group: readonly Message[], held: ReadonlySet<string>, context: Context): JsonArray {
  const [message] = group
  if (message === undefined) return []
  const own = metadataOf(message, context)
  const snake = frameOf(message, context)?.snake
  if (own?.form === 'frame')
    return message.parts.flatMap((part) => (part.type === 'opaque' ? [part.value] : []))
  if (own?.form === 'realtimeInput') return encodeInput(message, stringOr(own.field, 'text'), snake, context)
  const results = message.parts.filter((part) => part.type === 'tool-result')
  const isForServer = message.role === 'tool' && results.every(({ callId }) => !held.has(callId))
  if (own?.form === 'toolResponse' ? !results.some(({ callId }) => held.has(callId)) : isForServer)
    return results.length === 0 ? [] : [toolResponse(results, frameOf(message, context), context)]
  return encodeTurns(group, context)
}

function encodeTurns(group: readonly Message[], context: Context): JsonArray {
  const frame = frameOf(group[0], context)
  // A system message after other messages can only be sent among the turns, as a user turn.
  const turns = contents.encode(group, context)
  const written = turns.system === undefined ? turns.messages : [asUser(turns.system), ...turns.messages]
  if (written.length === 0) return []
  const complete = frame === undefined ? false : frame.complete
  const extra = frame !== undefined && isObject(frame.extra) ? frame.extra : {}
  const clientContent = compact({ ...extra, turns: written, turnComplete: complete ?? undefined })
  return [writeFrame({ clientContent: withoutNull(clientContent) }, frame?.snake)]
}

function withoutNull({ turnComplete, ...rest }: JsonObject): JsonObject {
  return turnComplete === null || turnComplete === undefined ? rest : { ...rest, turnComplete }
}

function asUser(system: JsonValue): JsonValue {
  return isObject(system) ? { ...system, role: 'user' } : { role: 'user', parts: [{ text: String(system) }] }
}

function encodeInput(
  message: Message,
  field: string,
  snake: JsonValue | undefined,
  context: Context,
): JsonArray {
  return message.parts.flatMap((part) => {
    const value = inputValue(part, context)
    return value === undefined ? [] : [writeFrame({ realtimeInput: { [field]: value } }, snake)]
  })
}

function inputValue(part: Part, context: Context): JsonValue | undefined {
  if (part.type === 'text') return part.text
  if (part.type !== 'media') return undefined
  const { source, mediaType = '' } = part
  return source.type === 'data' ? { mimeType: mediaType, data: source.data } : dropMedia(part, context)
}

/** Builds the frame that answers calls of the server. */
function toolResponse(
  results: readonly ToolResult[],
  frame: JsonObject | undefined,
  context: Context,
): JsonObject {
  const responses = results.map((result, index) => {
    const { functionResponse } = encodeResult(result, { ...context, path: `/${index}` })
    return functionResponse ?? {}
  })
  const functionResponses = frame?.isOne === true && responses.length === 1 ? (responses[0] ?? {}) : responses
  const extra = frame !== undefined && isObject(frame.extra) ? frame.extra : {}
  return writeFrame({ toolResponse: { ...extra, functionResponses } }, frame?.snake)
}

/** Encodes all results in one frame. The model continues automatically after the last open call. */
export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.length === 0 ? [] : [toolResponse(results, undefined, context)]
}

/** Returns true if the model answers this frame automatically. */
export function asksByItself(frame: JsonValue | undefined): boolean {
  if (!isObject(frame)) return false
  return (
    frame.toolResponse !== undefined || frame.tool_response !== undefined || frame.realtimeInput !== undefined
  )
}

export function isTurnComplete(frame: JsonValue | undefined): boolean {
  return equalJson(frame, TURN_COMPLETE)
}

export const messages: MessagesCodec = { decode: decodeFrames, encode: encodeFrames, encodeResults }

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'calls' | 'frame' | 'held' | 'place' | 'turn', unknown> {}
}
