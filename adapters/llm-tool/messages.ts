import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { Part, ReasoningPart, Role, TextPart, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import {
  decodeEntryText,
  type Entry,
  type EntryForm,
  entryMessages,
} from '../../src/codec/format/log-entries.js'
import { isTextOrCall } from '../../src/codec/format/split-messages.js'
import { innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { carriedCall, decodeCall, encodeCall, isCall } from './calls.js'
import { carriedOfResult, decodeOutput, decodeResult, encodeResult, isOutput, isResult } from './results.js'

/** A part that has a separate entry. */
export type EntryPart = TextPart | ReasoningPart | ToolCall | ToolResult

/** Events of an answer (`ResponseEvent`, `StreamChunk`), by their serde tag. */
const TEXTS: Readonly<Record<string, 'text' | 'reasoning'>> = {
  TextChunk: 'text',
  Text: 'text',
  ThoughtChunk: 'reasoning',
  Thought: 'reasoning',
}
const TAGS = [...Object.keys(TEXTS), 'ToolCall', 'ToolResult']
const THOUGHT = 'ThoughtChunk'
const ROLES: Readonly<Record<string, Role>> = { user: 'user', model: 'assistant', system: 'system' }
const WORDS: Readonly<Record<Role, string>> = {
  user: 'user',
  assistant: 'model',
  system: 'system',
  tool: 'user',
}

const form: EntryForm<EntryPart> = {
  decode: decodeEntry,
  encode: encodeEntry,
  carried(part, isNamed, context) {
    if (part.type === 'tool-call') return carriedCall(part, context)
    return part.type === 'tool-result' ? carriedOfResult(part, isNamed, context) : carried(part, context)
  },
  isPlaced(part: Part): part is EntryPart {
    return part.type === 'reasoning' || isTextOrCall(part)
  },
}

export const messages = /* @__PURE__ */ entryMessages(form)
export const { encodeResults } = messages

/** Decodes an entry of a log: a message, an event of an answer, a call, a result. */
export function decodeEntry(native: JsonObject, context: Context): Entry<EntryPart> | undefined {
  const tag = TAGS.find((name) => Object.hasOwn(native, name))
  if (tag !== undefined) return decodeTagged(native, tag, context)
  if (isCall(native)) return { role: 'assistant', part: decodeCall(native, context) }
  if (isResult(native)) return { role: 'tool', part: decodeResult(native, context) }
  if (isOutput(native)) return { role: 'tool', part: decodeOutput(native, context), isNameless: true }
  return decodeEntryText(native, ROLES, context)
}

function decodeTagged(native: JsonObject, tag: string, context: Context): Entry<EntryPart> | undefined {
  const { [tag]: value, toolwire: slot = null, ...others } = native
  const own: OwnMetadata = { entry: compact({ tag, ...innerExtras(others, {}) }) }
  const place = `${context.path}/${tag}`
  if (tag === 'ToolCall' && isObject(value) && typeof value.name === 'string')
    return { role: 'assistant', part: decodeCall(value, { ...context, path: place }, own, slot) }
  if (tag === 'ToolResult' && isObject(value) && isResult(value))
    return { role: 'tool', part: decodeResult(value, { ...context, path: place }, own, slot) }
  const type = Object.hasOwn(TEXTS, tag) ? TEXTS[tag] : undefined
  if (type === undefined || typeof value !== 'string') return undefined
  const isUsual = tag === THOUGHT && Object.keys(others).length === 0
  const part: TextPart | ReasoningPart = compact({
    type,
    text: value,
    providerMetadata: isUsual ? undefined : metadataFor({}, {}, context, { ...own }),
  })
  return { role: 'assistant', part: withCarried(part, slot) }
}

/** Encodes the entry of a part. */
export function encodeEntry(part: EntryPart, role: Role, context: Context): JsonObject {
  const own = metadataOf(part, context)
  const entry = isObject(own?.entry) ? own.entry : undefined
  const fallback = part.type === 'reasoning' ? THOUGHT : undefined
  const tag = stringOr(entry?.tag, fallback)
  const body = bodyOf(part, context)
  if (tag !== undefined) return withExtras({ [tag]: body }, entry)
  if (isObject(body)) return body
  return withExtras({ role: stringOr(own?.role, WORDS[role]), content: body }, own)
}

function bodyOf(part: EntryPart, context: Context): JsonValue {
  if (part.type === 'tool-call') return encodeCall(part, context)
  return part.type === 'tool-result' ? encodeResult(part, context) : part.text
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'entry' | 'outcome', unknown> {}
}
