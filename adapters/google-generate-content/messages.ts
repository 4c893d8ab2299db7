import type { JsonArray, JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, isArray, isObject, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, wasAbsent } from '../../src/codec/shape/fields.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeBody, encodeBody } from './envelope.js'
import { CallIds } from './ids.js'
import { decodePart, encodePart, encodeParts, encodeResult } from './parts.js'
import { PART, snakify } from './spelling.js'

/**
 * Original form of `contents` or `systemInstruction`, if it was not Content (the SDKs accept all forms): one
 * content, one part, one text, or a list of parts, in which texts may be bare strings.
 */
export type ContentForm = 'content' | 'part' | 'text' | readonly ('part' | 'text')[]

const CONTENT: Fields = { role: 'string', parts: 'array' }

/** The roles of contents. `function` is the older role of results. */
const ROLES: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['model', 'assistant'],
  ['function', 'user'],
  ['system', 'system'],
])
const NATIVE_ROLES: Readonly<Record<Role, string>> = {
  user: 'user',
  assistant: 'model',
  tool: 'user',
  system: 'user',
}

export const messages: MessagesCodec = {
  decode(contents, context) {
    const ids = new CallIds(context.path, false)
    const decoded: Message[] = []
    contents.forEach((content, index) => {
      for (const message of decodeContent(content, ids, contextAt(context, index)))
        addMessage(decoded, message, context)
    })
    return nameResults(decoded)
  },
  encode: encodeMessages,
  encodeResults,
}

/** Converts contents in any form of the SDKs to a list, with the form to restore. */
export function contentList(contents: JsonValue | undefined, path: string): [JsonArray, ContentForm?] {
  if (typeof contents === 'string') return [[userContent([contents])], 'text']
  if (isObject(contents))
    return isPart(contents) ? [[userContent([contents])], 'part'] : [[contents], 'content']
  const list = expectArray(contents, path)
  const isParts = list.some((item) => typeof item === 'string' || (isObject(item) && isPart(item)))
  return isParts ? [[userContent(list)], list.map(formOf)] : [list]
}

function userContent(parts: JsonArray): JsonObject {
  return { role: 'user', parts: parts.map(asPart) }
}

function asPart(part: JsonValue): JsonValue {
  return typeof part === 'string' ? { text: part } : part
}

function formOf(part: JsonValue): 'part' | 'text' {
  return typeof part === 'string' ? 'text' : 'part'
}

/** Restores the form of a list of contents, if its parts still allow that form. */
export function restoreForm(contents: JsonArray, form: JsonValue | undefined): JsonValue {
  const [content] = contents
  if (form === undefined || contents.length !== 1 || !isObject(content)) return contents
  if (form === 'content') return content
  const parts = isArray(content.parts) ? content.parts : []
  if (isArray(form)) return parts.map((part, index) => bareText(part, form[index]))
  const [part] = parts
  return parts.length === 1 && part !== undefined ? bareText(part, form) : contents
}

function bareText(part: JsonValue, form: JsonValue | undefined): JsonValue {
  if (form !== 'text' || !isObject(part) || Object.keys(part).length !== 1) return part
  return stringOr(part.text, part)
}

function isPart(item: JsonObject): boolean {
  if (item.parts !== undefined || item.role !== undefined) return false
  return item.text !== undefined || Object.keys(PART).some((field) => item[field] !== undefined)
}

/**
 * Decodes one native content. Results among other parts become separate messages, which `continued` joins
 * again.
 */
function decodeContent(content: JsonValue, ids: CallIds, context: Context): Message[] {
  const { path } = context
  if (!isObject(content)) throw wrongType('a content', content, path)
  const parts = isArray(content.parts) ? content.parts : []
  const base = decodeRole(content.role, path)
  const runs: { role: Role; parts: Part[] }[] = []
  parts.forEach((native, index) => {
    const part = decodePart(native, ids, { ...context, path: at(`${path}/parts`, index) })
    const role = roleOf(part, base)
    const last = runs.at(-1)
    if (last?.role === role) last.parts.push(part)
    else runs.push({ role, parts: [part] })
  })
  if (runs.length === 0) runs.push({ role: base, parts: [] })
  return runs.map((run, index) => ({
    ...run,
    ...(run.role === 'assistant' ? { origin: { wire: context.wire } } : {}),
    ...contentMetadata(content, run.role, index > 0, context),
  }))
}

/**
 * Decodes a role. The SDKs omit the user role. An unknown role is rejected ("Please use a valid role: user,
 * model.").
 */
function decodeRole(native: JsonValue | undefined, path: string): Role {
  if (native === undefined || native === null || native === '') return 'user'
  const role = ROLES.get(stringOr(native, ''))
  if (role === undefined) throw wrongType('a role (user, model, function or system)', native, `${path}/role`)
  return role
}

function roleOf(part: Part, base: Role): Role {
  if (part.type === 'tool-result') return part.providerExecuted ? 'assistant' : 'tool'
  return part.type === 'tool-call' || part.type === 'reasoning' ? 'assistant' : base
}

function contentMetadata(
  content: JsonObject,
  role: Role,
  continued: boolean,
  context: Context,
): Pick<Message, 'providerMetadata'> {
  if (continued) return { providerMetadata: metadataUnder(context, { continued: true }) }
  const native = content.role
  const providerMetadata = wireMetadata(context, {
    role: typeof native === 'string' && native !== NATIVE_ROLES[role] ? native : undefined,
    inContents: role === 'system' ? true : undefined,
    body: decodeBody(content, CONTENT, ['role', 'parts']),
  })
  return providerMetadata === undefined ? {} : { providerMetadata }
}

/**
 * Adds a message. Consecutive results become one canonical message; the first result of a further content is
 * marked.
 */
function addMessage(decoded: Message[], message: Message, context: Context): void {
  const last = decoded.at(-1)
  const [first, ...rest] = message.parts
  if (last?.role !== 'tool' || message.role !== 'tool' || first?.type !== 'tool-result') {
    decoded.push(message)
    return
  }
  const marked = withMore(first, { content: metadataOf(message, context) ?? {} }, context)
  decoded[decoded.length - 1] = { ...last, parts: [...last.parts, marked, ...rest] }
}

interface NativeContent {
  readonly metadata: JsonObject | undefined
  readonly role: string
  readonly parts: JsonValue[]
}

function encodeMessages(list: readonly Message[], context: Context): EncodedMessages {
  const contents: NativeContent[] = []
  const system: Message[] = []
  list.forEach((message, index) => {
    const isInstruction = message.role === 'system' && metadataOf(message, context)?.inContents !== true
    if (isInstruction && contents.length === 0) system.push(message)
    else encodeMessage(message, contents, { ...context, path: at('', index) })
  })
  const messages = contents.map(({ role, parts, metadata }) => encodeBody({ role, parts }, metadata?.body))
  return compact({ messages, system: encodeSystem(system, context) })
}

function encodeMessage(message: Message, contents: NativeContent[], context: Context): void {
  const metadata = metadataOf(message, context)
  if (message.role === 'system' && metadata?.inContents !== true) reportLateSystem(context)
  const isOwn = message.origin?.wire === context.wire
  let content = metadata?.continued === true ? contents.at(-1) : undefined
  if (content === undefined) content = startContent(contents, message.role, metadata)
  for (const [index, part] of message.parts.entries()) {
    const boundary = part.type === 'tool-result' ? metadataOf(part, context)?.content : undefined
    if (isObject(boundary) && index > 0) content = startContent(contents, message.role, boundary)
    const native = encodePart(part, isOwn, { ...context, path: at(`${context.path}/parts`, index) })
    if (native !== undefined) content.parts.push(native)
  }
  // A message without a part for this wire is omitted, since a Content without parts is rejected (rule
  // GOOGLE-CONTENT-01).
  if (content.parts.length === 0 && message.parts.length > 0) contents.pop()
}

function startContent(
  contents: NativeContent[],
  role: Role,
  metadata: JsonObject | undefined,
): NativeContent {
  const native = stringOr(metadata?.role, NATIVE_ROLES[role])
  const content = { role: wasAbsent(metadata?.body, 'role') ? '' : native, parts: [], metadata }
  contents.push(content)
  return content
}

function reportLateSystem(context: Context): void {
  context.report({
    code: 'system-message-moved',
    severity: 'warning',
    path: context.path,
    message: 'this wire has no instructions among the messages; these are sent as a user message',
  })
}

/**
 * Decodes `systemInstruction`: a Content, or (the SDKs) a part or a list of parts. The servers ignore its
 * role.
 */
export function decodeSystem(native: JsonValue, context: Context): Message {
  if (isArray(native)) return systemMessage(native.map(asPart), { form: native.map(formOf) }, context)
  if (!isObject(native) || isPart(native))
    return systemMessage([asPart(native)], { form: formOf(native) }, context)
  const parts = isArray(native.parts) ? native.parts : []
  const metadata = {
    role: stringOr(native.role, undefined),
    body: decodeBody(native, CONTENT, ['parts']),
  }
  return systemMessage(parts, metadata, contextAt(context, 'parts'))
}

function systemMessage(parts: JsonArray, metadata: JsonMembers, context: Context): Message {
  const ids = new CallIds(context.path, false)
  return compact({
    role: 'system' as const,
    parts: parts.map((part, index) => decodePart(part, ids, contextAt(context, index))),
    providerMetadata: wireMetadata(context, metadata),
  })
}

function encodeSystem(list: readonly Message[], context: Context): JsonValue | undefined {
  const [first] = list
  if (first === undefined) return undefined
  const metadata = metadataOf(first, context)
  const parts = list.flatMap((message, index) =>
    encodeParts(message.parts, true, { ...context, path: at(at('', index), 'parts') }),
  )
  const content = encodeBody({ role: stringOr(metadata?.role, undefined), parts }, metadata?.body)
  return restoreForm([content], metadata?.form ?? 'content')
}

/** Encodes only results, as one content, since all results of a turn must be together. */
export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  const parts = results.map((result, index) =>
    snakify(encodeResult(result, { ...context, path: at('', index) }), metadataOf(result, context)?.snake),
  )
  return parts.length === 0 ? [] : [{ role: 'user', parts }]
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      | 'candidate'
      | 'contents'
      | 'id'
      | 'inContents'
      | 'layout'
      | 'openApi'
      | 'outcome'
      | 'part'
      | 'snake'
      | 'toolConfig'
      | 'tools'
      | 'wrapper',
      unknown
    > {}
}
