import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectString, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { contextAt, decodeOnce } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart, reportUnknownRole } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { type ContentPart, decodeParts, encodeParts } from './content.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { openai } from './openai.js'
import { decodeResult, encodeResult, OpenCalls, WrittenCalls } from './results.js'

export function chatMessages(dialect: Dialect): MessagesCodec {
  return {
    decode: (natives, context) => decodeMessages(natives, inDialect(context, dialect)),
    encode: (messages, context) => ({ messages: encodeMessages(messages, inDialect(context, dialect)) }),
    encodeResults: chatResults(dialect),
  }
}

export function chatResults(dialect: Dialect): MessagesCodec['encodeResults'] {
  return (results, context) => {
    const chat = inDialect(context, dialect)
    return encodeResultParts(results, new WrittenCalls(chat), { ...chat, path: '' })
  }
}

export const encodeResults = /* @__PURE__ */ chatResults(openai)

export const messages = /* @__PURE__ */ chatMessages(openai)

export function decodeMessages(natives: JsonArray, context: ChatContext): Message[] {
  const decoded: Message[] = []
  const calls = new OpenCalls()
  let results: ToolResult[] | undefined
  natives.forEach((value, index) => {
    if (isObject(value) && (value.role === 'tool' || value.role === 'function')) {
      const result = decodeResult(value, calls, contextAt(context, index))
      if (results !== undefined) results.push(result)
      else {
        results = [result]
        decoded.push({ role: 'tool', parts: results })
      }
      return
    }
    results = undefined
    for (const message of decodeOnce(value, index, context, decodeMessage)) {
      if (message.role === 'assistant') calls.reset(message.parts)
      decoded.push(message)
    }
  })
  return nameResults(decoded)
}

function decodeMessage(native: JsonObject, context: ChatContext): Message[] {
  const { path } = context
  const role = expectString(native.role || undefined, `${path}/role`)
  if (role === 'assistant') return [decodeAssistant(native, { context, side: 'request', path, place: path })]
  return [decodeOther(native, role, context)]
}

function decodeOther(native: JsonObject, role: string, context: ChatContext): Message {
  const known = role === 'system' || role === 'developer' || role === 'user'
  if (!known) reportUnknownRole(role, contextAt(context, 'role'))
  const { content } = native
  const parts = decodeContent(content, context)
  const form = contentForm(content, parts, context)
  return compact({
    role: role === 'system' || role === 'developer' ? ('system' as const) : ('user' as const),
    parts,
    providerMetadata: metadataFor(native, form === 'other' ? ROLE : FIELDS, context, {
      role: role === 'system' || role === 'user' ? undefined : role,
      form,
    }),
  })
}

const ROLE: Fields = { role: 'any' }
const FIELDS: Fields = { role: 'any', content: 'any' }

/** Returns the form of the content if it differs from the form that encoding would choose. */
function contentForm(
  content: JsonValue | undefined,
  parts: readonly Part[],
  context: ChatContext,
): string | undefined {
  if (content === undefined || content === null) return 'absent'
  if (typeof content === 'string') return undefined
  if (!isArray(content)) return 'other'
  return writesText(parts, context) || parts.length === 0 ? 'parts' : undefined
}

function decodeContent(content: JsonValue | undefined, context: ChatContext): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return isArray(content) ? decodeParts(content, context) : []
}

/**
 * Returns true if the parts are encoded as a string: a single plain text, which every server accepts. Other
 * parts are encoded as a list.
 */
function writesText(parts: readonly Part[], context: ChatContext): boolean {
  const [part] = parts
  return parts.length === 1 && part?.type === 'text' && metadataOf(part, context) === undefined
}

export function encodeMessages(canonical: readonly Message[], context: ChatContext): JsonArray {
  const written = new WrittenCalls(context)
  return canonical.flatMap((message, index) => {
    const here = { ...context, path: `/${index}` }
    for (const part of message.parts) if (part.type === 'tool-call') written.add(part)
    if (message.role === 'assistant') return encodeAnswer(message, here)
    return message.role === 'tool'
      ? encodeResultParts(message.parts, written, here)
      : [encodeMessage(message, here)]
  })
}

/**
 * Encodes an answer. Returns an empty list if no part can be encoded: `{"role": "assistant"}` without content
 * is rejected (rule OPENAI-CHAT-CONTENT-01).
 */
function encodeAnswer(message: Message, context: ChatContext): JsonObject[] {
  const native = encodeAssistant(message, 'request', context)
  return message.parts.length > 0 && Object.keys(native).length === 1 ? [] : [native]
}

function encodeResultParts(
  parts: readonly Part[],
  written: WrittenCalls,
  context: ChatContext,
): JsonObject[] {
  return parts.flatMap((part, index) => {
    const here = contextAt(context, 'parts', index)
    if (part.type === 'tool-result') return [encodeResult(part, written, here)]
    return dropPart(part.type, here) ?? []
  })
}

function encodeMessage(message: Message, context: ChatContext): JsonObject {
  const metadata = metadataOf(message, context)
  const { form, role } = metadata ?? {}
  const here = contextAt(context, 'parts')
  const parts = contentParts(message.parts, here)
  const silent = parts.length === 0 && (form === 'absent' || form === 'other')
  const content = silent ? undefined : encodeContent(parts, form === 'parts', here)
  return withExtras({ role: nativeRole(message.role, role), content }, metadata)
}

/**
 * Encodes content. An empty list is rejected (rule OPENAI-CHAT-CONTENT-05), so empty content becomes an empty
 * text.
 */
function encodeContent(parts: readonly ContentPart[], asParts: boolean, context: ChatContext): JsonValue {
  const [first] = parts
  if (!asParts && writesText(parts, context) && first?.type === 'text') return first.text
  const natives = encodeParts(parts, context)
  return natives.length === 0 && !asParts ? '' : natives
}

function nativeRole(role: Role, recorded: JsonValue | undefined): JsonValue {
  if (recorded === 'developer') return role === 'system' ? recorded : role
  return recorded !== undefined && role === 'user' ? recorded : role
}

function contentParts(parts: readonly Part[], context: ChatContext): ContentPart[] {
  return parts.flatMap((part, index): readonly ContentPart[] => {
    if (part.type === 'text' || part.type === 'media' || part.type === 'opaque') return [part]
    return dropPart(part.type, contextAt(context, index)) ?? []
  })
}
