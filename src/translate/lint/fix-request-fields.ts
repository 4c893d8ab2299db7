import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { applyPatch, type PatchOperation } from '../../base/json/patch.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { equalJson, without } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Conversation } from '../../base/model/types.js'
import { leftOut } from './fixes.js'
import { readHistory, readInstructions } from './foreign-entries.js'
import { withSettings } from './foreign-settings.js'
import { readChoice, readTools } from './foreign-tools.js'
import type { Fix } from './rule.js'
import type { WireShapes } from './wire-shapes.js'
import { WIRE_WORDS } from './wire-words.js'
import type { RequestSaying } from './word-table.js'
import { isTaken } from './written-entries.js'

/**
 * A function that adds the content of a field to the conversation; returns undefined if the content is
 * unknown or the conversation already has a different value.
 */
type ReadField = (given: JsonValue, conversation: Conversation) => Conversation | undefined

const history: ReadField = (given, conversation) => {
  const messages = readHistory(given)
  const own = conversation.messages.filter(({ role }) => role !== 'system')
  if (messages === undefined || own.length > 0) return undefined
  return { ...conversation, messages: [...conversation.messages, ...messages] }
}

const instructions: ReadField = (given, conversation) => {
  const parts = readInstructions(given)
  if (parts === undefined) return undefined
  const said = new Set(
    conversation.messages.flatMap((message) =>
      message.role === 'system' ? message.parts.map((part) => (part.type === 'text' ? part.text : '')) : [],
    ),
  )
  const more = parts.filter(({ text }) => !said.has(text))
  if (more.length === 0) return conversation
  return { ...conversation, messages: [{ role: 'system', parts: more }, ...conversation.messages] }
}

const tools: ReadField = (given, conversation) => {
  const read = readTools(given)
  const { tools: own = [] } = conversation
  const isNew = read?.every(({ name }) => own.every((tool) => tool.name !== name))
  return read && isNew ? { ...conversation, tools: [...own, ...read] } : undefined
}

const choice: ReadField = (given, conversation) => {
  const toolChoice = readChoice(given)
  return toolChoice && conversation.toolChoice === undefined ? { ...conversation, toolChoice } : undefined
}

const toolsAndChoice: ReadField = (given, conversation) => {
  if (!isObject(given)) return tools(given, conversation)
  const { tools: definitions, toolChoice, functionCallingConfig = toolChoice, ...more } = given
  if (Object.keys(more).length > 0) return undefined
  const withTools = definitions === undefined ? conversation : tools(definitions, conversation)
  if (withTools === undefined || functionCallingConfig === undefined) return withTools
  return choice(functionCallingConfig, withTools)
}

const READERS: Readonly<Partial<Record<RequestSaying, ReadField>>> = {
  history,
  instructions,
  tools: toolsAndChoice,
  choice,
}

/** Returns the meaning of a field of another format. */
function sayingOf(field: string): RequestSaying | undefined {
  const { requestFields, settings } = WIRE_WORDS
  const [says] = Object.hasOwn(requestFields, field) ? (requestFields[field] ?? []) : []
  return says ?? (Object.hasOwn(settings, field) ? 'settings' : undefined)
}

/** Removes a field that contains a setting, or data that no other format has. */
export const withoutSetting: Fix = (request, path) => {
  const says = sayingOf(pointerTokens(path).at(-1) ?? '')
  return says === 'settings' || says === 'rest' ? leftOut(request, path) : undefined
}

/** Removes an unknown field, unless another format has the conversation, the tools or their choice there. */
export const withoutUnknown: Fix = (request, path) => {
  const says = sayingOf(pointerTokens(path).at(-1) ?? '')
  return says === undefined || says === 'settings' || says === 'rest' ? leftOut(request, path) : undefined
}

/**
 * Creates the fix that converts a field of another format to the wire's fields. A setting or a tool choice
 * that the wire does not have is removed. Unreadable content, and a field that contradicts the request, have
 * no fix.
 */
export function fixRequestFields(shapes: WireShapes): Fix {
  return (request, path) => {
    const field = pointerTokens(path).at(-1) ?? ''
    const given = valueAt(request, path)
    const says = sayingOf(field)
    if (says === undefined || given === undefined) return undefined
    const taken: PatchOperation = { op: 'remove', path }
    if (says === 'rest' || given === '' || (isArray(given) && given.length === 0)) return [taken]
    const read: ReadField | undefined =
      says === 'settings' ? (value, conversation) => withSettings(field, value, conversation) : READERS[says]
    const isOptional = says === 'settings' || says === 'choice'
    const own = ownOf(applyPatch(request, [taken]), shapes)
    const fixed = read && fixedBy((conversation) => read(given, conversation), own, says, shapes)
    if (fixed === undefined || (fixed.isLossy && !isOptional)) return undefined
    const changed = changedMembers(own, fixed)
    return changed === undefined ? (isOptional ? [taken] : undefined) : [taken, ...changed]
  }
}

/** Returns the request without the fields of other formats. */
function ownOf(request: JsonObject, { requestFields }: WireShapes): JsonObject {
  return without(request, ...Object.keys(requestFields))
}

interface Encoded {
  readonly base: JsonObject
  readonly fixed: JsonObject
  /** True if the wire cannot express all content of the field. */
  readonly isLossy: boolean
}

/** Returns the request before and after reading a field; undefined if the field cannot be read. */
function fixedBy(
  read: (conversation: Conversation) => Conversation | undefined,
  own: JsonObject,
  says: RequestSaying,
  { codecs, wire, historyField }: WireShapes,
): Encoded | undefined {
  // Fields without content are fixed even if the history cannot be read.
  const isContent = says === 'history' || says === 'instructions'
  const request = isContent ? { [historyField]: [], ...own } : { ...own, [historyField]: [] }
  const context = createContext(wire)
  const encoded = attempt(() => {
    const before = codecs.request.decode(request, createContext(wire))
    const after = read(before)
    if (after === undefined || !after.messages.every((message) => isTaken(message, codecs.limits)))
      return undefined
    const base = codecs.request.encode(before, createContext(wire))
    return { base, fixed: codecs.request.encode(after, context) }
  })
  if ('error' in encoded || encoded.value === undefined) return undefined
  return { ...encoded.value, isLossy: context.notices.some(({ severity }) => severity === 'warning') }
}

/** Returns the changes of encoding as a patch; undefined if the wire would not encode the rest unchanged. */
function changedMembers(
  own: JsonObject,
  { base, fixed }: { readonly base: JsonObject; readonly fixed: JsonObject },
): PatchOperation[] | undefined {
  const changed = Object.entries(fixed).filter(([key, value]) => !equalJson(value, base[key]))
  const isSafe = changed.every(([key]) => equalJson(base[key], own[key]) || isEmpty(own[key]))
  const isWhole = Object.keys(base).every((key) => fixed[key] !== undefined)
  if (!isSafe || !isWhole) return undefined
  return changed.map(([key, value]) => ({
    op: own[key] === undefined ? 'add' : 'replace',
    path: at('', key),
    value,
  }))
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || (isArray(value) && value.length === 0)
}
