import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import {
  expectArray,
  expectObject,
  isObject,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { encodeJsonText } from '../../src/base/model/arguments.js'
import { type Context, contextAt, createContext } from '../../src/base/model/context.js'
import {
  metadataOf,
  type OwnMetadata,
  opaque,
  withMetadata,
  withoutKey,
} from '../../src/base/model/metadata.js'
import type { Message, Role, TextPart, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import {
  isTextOrCall,
  type PieceWriter,
  type ReadPiece,
  splitMessages,
} from '../../src/codec/format/split-messages.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { decodeCall, encodeCall } from './calls.js'
import { carriedOfResult, decodeDocumented, decodeResult, encodeDocumented, encodeResult } from './results.js'
import { respelled, spelled } from './spelling.js'

type EntryPart = TextPart | ToolCall | ToolResult

/** The shape that is written for messages from other formats. */
export type WrittenShape = 'coded' | 'documented'

const NOTHING: JsonObject = {}
const ROLES = ['system', 'user', 'assistant', 'tool_result', 'tool']
const STOP_REASONS = ['tool', 'stop', 'none']
const FIELDS: Fields = { role: 'string', stop_reason: 'string', [CARRIED]: 'object' }

/** The kinds of messages, and the fields that each has in addition to the common ones. */
const KINDS = {
  text: { type: 'string', content: 'any' },
  tool_call: { type: 'string', tools: 'array' },
  tool_result: { type: 'string', tool: 'object', content: 'any' },
  documented_call: { tool_call: 'object' },
  documented_result: { tool_result: 'object' },
} as const satisfies Readonly<Record<string, Fields>>
type MessageKind = keyof typeof KINDS

export function messagesCodec(shape: WrittenShape): MessagesCodec {
  const codec = splitMessages<EntryPart>({
    isPlaced: isTextOrCall,
    joins: (part, next, context) =>
      shape === 'coded' &&
      part.type === 'tool-call' &&
      next.type === 'tool-call' &&
      metadataOf(next, context)?.native === undefined,
    read: decodeMessage,
    writer: (context) => messageWriter(shape, context),
  })
  return {
    ...codec,
    decode: (native, context) => withoutKnownInputs(codec.decode(native, context), context),
  }
}

export const messages = /* @__PURE__ */ messagesCodec('coded')
export const { decode: decodeMessages, encodeResults } = messages

function decodeMessage(value: JsonValue, context: Context): ReadPiece {
  const { path } = context
  const original = expectObject(value, path)
  const { native, spelling } = spelled(original)
  const kind = kindOf(native, path)
  expectWord(native.role, ROLES, `${path}/role`)
  if ((native.stop_reason ?? null) !== null)
    expectWord(native.stop_reason, STOP_REASONS, `${path}/stop_reason`)
  const slot = objectOr(native[CARRIED], NOTHING)
  const found = partsOf(kind, native, slot, context)
  const place = { role: roleOf(kind, native), slot, path: `${path}/${CARRIED}` }
  const [first, ...rest] = found
  if (first === undefined) return { ...place, parts: [opaque(original, context)] }
  const own: OwnMetadata = {
    ...metadataOf(first, context),
    native: compact({
      extra: extraFields(native, { ...FIELDS, ...KINDS[kind] }),
      absent: absentFields(native, { ...FIELDS, ...KINDS[kind] }, ['type', 'stop_reason']),
      form: kind,
      role: native.role === usualRole(kind, place.role) ? undefined : native.role,
      stop: stringOr(native.stop_reason, undefined),
      spelling,
    }),
  }
  return { ...place, parts: [withMetadata(first, own, context), ...rest] }
}

function expectWord(value: JsonValue | undefined, words: readonly string[], path: string): void {
  if (!words.some((word) => word === value)) throw wrongType(`one of ${words.join(', ')}`, value, path)
}

/**
 * Returns the kind of a message. Messages without a type are texts, as in RobotLab's reader, or have the
 * documented shape.
 */
function kindOf(native: JsonObject, path: string): MessageKind {
  const { type = null } = native
  if (type === null && isObject(native.tool_call)) return 'documented_call'
  if (type === null && isObject(native.tool_result)) return 'documented_result'
  if (type === null || type === 'text') return 'text'
  if (type === 'tool_call' || type === 'tool_result') return type
  throw wrongType('one of text, tool_call, tool_result', type, `${path}/type`)
}

function roleOf(kind: MessageKind, { role }: JsonObject): Role {
  if (kind.endsWith('call')) return 'assistant'
  if (kind.endsWith('result')) return 'tool'
  return role === 'assistant' || role === 'system' ? role : 'user'
}

function usualRole(kind: MessageKind, role: Role): string {
  return role === 'tool' && kind === 'tool_result' ? 'tool_result' : role
}

function partsOf(
  kind: MessageKind,
  native: JsonObject,
  slot: JsonObject,
  context: Context,
): (TextPart | ToolCall | ToolResult)[] {
  const { path } = context
  switch (kind) {
    case 'text':
      return textOf(native.content, slot, context)
    case 'tool_call':
      return expectArray(native.tools, `${path}/tools`).map((tool, index) =>
        decodeCall(expectObject(tool, `${path}/tools/${index}`), contextAt(context, 'tools', index)),
      )
    case 'documented_call':
      return [decodeCall(expectObject(native.tool_call, path), contextAt(context, 'tool_call'))]
    case 'tool_result':
      return [decodeResult(native, slot, context)]
    case 'documented_result':
      return [
        decodeDocumented(expectObject(native.tool_result, path), slot, contextAt(context, 'tool_result')),
      ]
  }
}

/** Content may be a hash. Missing content is not a part. */
function textOf(content: JsonValue = null, slot: JsonObject, context: Context): TextPart[] {
  if (content === null) return []
  if (typeof content === 'string') return [withCarried<TextPart>({ type: 'text', text: content }, slot)]
  const exact = isObject(content) ? context.exactText(content) : undefined
  const part: TextPart = { type: 'text', text: exact ?? stringifyJson(content, `${context.path}/content`) }
  return [withMetadata(withCarried(part, slot), { form: 'json' }, context)]
}

/** Removes the copy of its call from each result. A copy that differs from the call is kept. */
function withoutKnownInputs(messages: readonly Message[], context: Context): Message[] {
  const inputs = new Map<string, JsonValue | undefined>()
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      if (part.type === 'tool-call')
        inputs.set(part.id, encodeCall(part, { ...createContext(context.wire), path: '' }).input)
      if (part.type !== 'tool-result') return part
      const input = metadataOf(part, context)?.input
      return input !== undefined && equalJson(input, inputs.get(part.callId))
        ? withoutKey(part, 'input', context)
        : part
    }),
  }))
}

function messageWriter(shape: WrittenShape, context: Context): PieceWriter<EntryPart> {
  const calls = new Map<string, JsonObject>()
  const bodyOf = (
    part: EntryPart,
    more: readonly EntryPart[],
    kind: MessageKind,
    path: string,
  ): JsonObject => {
    if (part.type === 'text') return { content: contentOf(part, context) }
    if (part.type === 'tool-result')
      return kind === 'tool_result'
        ? encodeResult(part, calls.get(part.callId)?.input, context)
        : { tool_result: encodeDocumented(part, context) }
    const tools = [part, ...more].flatMap((call) => {
      if (call.type !== 'tool-call') return []
      const tool = encodeCall(call, { ...context, path }, kind !== 'tool_call')
      calls.set(call.id, tool)
      return [tool]
    })
    return kind === 'tool_call' ? { tools } : { tool_call: tools[0] ?? {} }
  }
  return (part, more, { role, isNamed, slot, path }) => {
    const own = objectOr(metadataOf(part, context)?.native, undefined)
    const kind = kindToWrite(part, own, shape)
    const isUsual = kind === 'tool_call' || kind === 'tool_result'
    const written = withExtras(
      {
        ...bodyOf(part, more, kind, path),
        role: stringOr(own?.role, usualRole(kind, role)),
        stop_reason: stringOr(own?.stop, undefined),
        [CARRIED]: unlessEmpty({ ...slotOf(part, kind, isNamed, context), ...slot }),
      },
      own,
      { ...(kind.startsWith('doc') ? {} : { type: kind }), ...(isUsual ? { stop_reason: 'tool' } : {}) },
    )
    return respelled(written, own?.spelling)
  }
}

function kindToWrite({ type }: EntryPart, own: JsonObject | undefined, shape: WrittenShape): MessageKind {
  const isDocumented = own === undefined ? shape === 'documented' : stringOr(own.form, '').startsWith('doc')
  if (type === 'tool-call') return isDocumented ? 'documented_call' : 'tool_call'
  if (type === 'tool-result') return isDocumented ? 'documented_result' : 'tool_result'
  return 'text'
}

function slotOf(
  part: EntryPart,
  kind: MessageKind,
  isNamed: boolean,
  context: Context,
): JsonObject | undefined {
  if (part.type === 'text') return carried(part, context)
  const isUsual = kind === 'tool_result'
  return part.type === 'tool-result'
    ? carriedOfResult(part, isUsual || isNamed, !isUsual, context)
    : undefined
}

function contentOf(part: TextPart, context: Context): JsonValue {
  const json = metadataOf(part, context)?.form === 'json' ? tryParseJson(part.text) : undefined
  return json === undefined ? part.text : encodeJsonText(part.text, context)
}

/** The keys of this format's metadata, described in the README of this folder. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'implied' | 'input' | 'native' | 'output', unknown> {}
}
