import { attempt } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { without } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Message, Part } from '../../base/model/types.js'
import { readForeignPart, readOutput } from './foreign-parts.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { encodedEntries, inPlaceOf, named } from './written-entries.js'

/**
 * A placeholder for a foreign part while the rest of its entry is decoded: no wire has this key, so decoders
 * keep the placeholder unchanged.
 */
const PLACE = 'toolwire-place'

/** An entry with content of another format, split into this wire's members and foreign parts. */
interface SplitEntry {
  /** This wire's members, with a placeholder for each foreign part. */
  readonly own: JsonObject
  readonly foreign: readonly Part[]
}

/**
 * Creates the fix that rewrites a history entry with parts or fields of another format. Foreign content is
 * converted, the rest is decoded, and the wire encodes all content. The entry is not fixed if it has unknown
 * members or if this wire has no position for some content.
 */
export function fixEntries(shapes: WireShapes): Fix {
  return (request, path) => {
    const entryPath = entryAround(path)
    const entry = entryPath === undefined ? undefined : valueAt(request, entryPath)
    if (entryPath === undefined || !isObject(entry)) return undefined
    const messages = messagesOf(entry, shapes)
    const natives = messages && encodedEntries(named(messages, request), shapes)
    return natives && inPlaceOf(entryPath, natives)
  }
}

/** Returns the path of the entry that contains this path: histories are lists of the request. */
export function entryAround(path: string): string | undefined {
  const [list, index] = pointerTokens(path)
  return list === undefined || index === undefined ? undefined : at(at('', list), index)
}

function messagesOf(entry: JsonObject, shapes: WireShapes): Message[] | undefined {
  const whole = wholeEntry(entry, shapes)
  if (whole !== undefined) return arranged([whole])
  const split = splitEntry(entry, shapes)
  if (split === undefined) return undefined
  const { codecs, wire } = shapes
  const decoded = attempt(() => codecs.messages.decode([split.own], createContext(wire)))
  if ('error' in decoded) return undefined
  if (shapes.isTextAlone) return arranged(withContent(decoded.value, split.foreign))
  const restored = new Set<Part>()
  const messages = decoded.value.map((message) => ({
    ...message,
    parts: message.parts.map((part) => restoredPart(part, split.foreign, restored)),
  }))
  return restored.size === split.foreign.length ? arranged(messages) : undefined
}

/** Adds the content to the first message, for wires that cannot represent it part by part. */
function withContent([first, ...others]: readonly Message[], content: readonly Part[]): Message[] {
  if (first === undefined) return []
  const own = first.parts.filter((part) => part.type !== 'text' || part.text !== '')
  return [{ ...first, parts: [...content, ...own] }, ...others]
}

/**
 * Reads an entry that is a single call or result, identified by its type or by the field that names its call.
 */
function wholeEntry(entry: JsonObject, { entryTypes = {}, entryFields }: WireShapes): Message | undefined {
  const { type, tool_call_id: callId, content = '' } = entry
  if (typeof type === 'string' && Object.hasOwn(entryTypes, type)) {
    const part = readForeignPart(entry)
    return part && { role: part.type === 'tool-call' ? 'assistant' : 'tool', parts: [part] }
  }
  if (typeof callId !== 'string' || !Object.hasOwn(entryFields, 'tool_call_id')) return undefined
  const output = readOutput(content, false)
  const head = { type: 'tool-result' as const, callId, name: '', isError: false, providerExecuted: false }
  return output && { role: 'tool', parts: [{ ...head, output }] }
}

function splitEntry(entry: JsonObject, shapes: WireShapes): SplitEntry | undefined {
  const { contentField, entryFields, wire } = shapes
  if (!saysNothingHere(entry.providerMetadata, wire)) return undefined
  const other = contentField === 'parts' ? 'content' : 'parts'
  const theirs = Object.hasOwn(entryFields, other) ? entry[other] : undefined
  const mine = entry[contentField]
  const isTheirs = hasContent(theirs)
  // If both formats have content, the intended content is unknown.
  if (isTheirs && hasContent(mine)) return undefined
  const items = itemsOf(isTheirs ? theirs : mine)
  const foreign: Part[] = []
  const place = (part: Part | undefined) => part && { [PLACE]: foreign.push(part) - 1 }
  const content: (JsonValue | undefined)[] = items.map((item) => {
    if (!isObject(item)) return item
    if (isTheirs || shapes.isTextAlone || isForeign(item, shapes)) return place(readForeignPart(item))
    return saysNothingHere(item.providerMetadata, wire) ? without(item, 'providerMetadata') : undefined
  })
  const calls = callsBeside(entry, shapes)
  content.push(...calls.map((call) => (isObject(call) ? place(readForeignPart(call)) : undefined)))
  const all = content.filter((item) => item !== undefined)
  if (all.length < content.length) return undefined
  const own = {
    ...without(entry, ...Object.keys(entryFields), 'providerMetadata'),
    ...(isModels(entry) && { role: shapes.modelRole }),
  }
  if (shapes.isTextAlone) return { own: { ...own, [contentField]: '' }, foreign }
  const isSame = !isTheirs && calls.length === 0 && !isArray(mine)
  return { own: isSame ? own : { ...own, [contentField]: all }, foreign }
}

function isModels({ role }: JsonObject): boolean {
  return role === 'assistant' || role === 'model'
}

/** Returns content as a list; a text becomes a list of one part. */
function itemsOf(content: JsonValue | undefined): JsonArray {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return isArray(content) ? content : []
}

function hasContent(content: JsonValue | undefined): boolean {
  return itemsOf(content).length > 0
}

/** Returns the calls next to the content, if these fields belong to another format. */
function callsBeside({ tool_calls: calls, function_call: older }: JsonObject, { entryFields }: WireShapes) {
  const listed = Object.hasOwn(entryFields, 'tool_calls') && isArray(calls) ? calls : []
  return Object.hasOwn(entryFields, 'function_call') && isObject(older) ? [...listed, older] : listed
}

function isForeign(part: JsonObject, { partTypes, partFields, untypedParts }: WireShapes): boolean {
  if (untypedParts !== undefined && part.type === undefined && typeof part.text === 'string') return true
  if (typeof part.type === 'string' && Object.hasOwn(partTypes, part.type)) return true
  return Object.keys(part).some((key) => key !== 'providerMetadata' && Object.hasOwn(partFields, key))
}

/** Returns true for metadata without data of this wire, since metadata of other wires has no meaning here. */
function saysNothingHere(metadata: JsonValue | undefined, wire: string): boolean {
  return !isObject(metadata) || metadata[wire] === undefined
}

function restoredPart(part: Part, foreign: readonly Part[], restored: Set<Part>): Part {
  if (part.type !== 'opaque' || !isObject(part.value)) return part
  // Some wires keep an opaque part together with the surrounding object.
  const { [PLACE]: bare, content } = part.value
  const place = isObject(content) ? content[PLACE] : bare
  const found = typeof place === 'number' ? foreign[place] : undefined
  if (found !== undefined) restored.add(found)
  return found ?? part
}

/**
 * Moves results into separate messages before other user content; undefined for calls and results on the
 * wrong side.
 */
function arranged(messages: readonly Message[]): Message[] | undefined {
  const arrangedMessages: Message[] = []
  for (const message of messages) {
    const results = message.parts.filter(isClientResult)
    const others = message.parts.filter((part) => !isClientResult(part))
    const isModels = message.role === 'assistant'
    if (isModels ? results.length > 0 : others.some(({ type }) => type === 'tool-call')) return undefined
    if (message.role === 'system' && message.parts.some(({ type }) => type !== 'text')) return undefined
    if (message.parts.some(hasNoId)) return undefined
    if (results.length === 0 || message.role === 'tool') arrangedMessages.push(message)
    else {
      arrangedMessages.push({ role: 'tool', parts: results })
      if (others.length > 0) arrangedMessages.push({ ...message, parts: others })
    }
  }
  return arrangedMessages.every(({ parts }) => parts.length > 0) ? arrangedMessages : undefined
}

function isClientResult(part: Part): boolean {
  return part.type === 'tool-result' && !part.providerExecuted
}

/** Returns true for a call or result without an id. Pairing this result with a call would be a guess. */
function hasNoId(part: Part): boolean {
  return (part.type === 'tool-call' && part.id === '') || (part.type === 'tool-result' && part.callId === '')
}
