import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, expectString, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropEmptyMessage, dropPart, encodeOpaque, reportUnknownRole } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodeAssistant, encodeAssistant } from './assistant.js'
import { decodeImage, encodeImage } from './media.js'
import { decodeResult, encodeResult } from './results.js'

const FIELDS: Fields = { role: 'any', content: 'any' }
const ROLE: Fields = { role: 'any' }

export const messages: MessagesCodec = {
  decode: decodeMessages,
  encode: (canonical, context) => ({ messages: encodeMessages(canonical, context) }),
  encodeResults,
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonObject[] {
  return results.map((result, index) => encodeResult(result, { ...context, path: `/${index}` }))
}

/** Decodes messages. Consecutive results become one canonical message. */
function decodeMessages(natives: JsonArray, context: Context): Message[] {
  const decoded: Message[] = []
  let results: ToolResult[] | undefined
  natives.forEach((value, index) => {
    const here = contextAt(context, index)
    const native = expectObject(value, here.path)
    const role = expectString(native.role, `${here.path}/role`)
    if (role !== 'tool') {
      results = undefined
      decoded.push(decodeMessage(native, role, here))
      return
    }
    if (results === undefined) {
      results = []
      decoded.push({ role, parts: results })
    }
    results.push(decodeResult(native, here))
  })
  return nameResults(decoded)
}

function decodeMessage(native: JsonObject, role: string, context: Context): Message {
  if (role === 'assistant') return decodeAssistant(native, { context, side: 'request', place: context.path })
  const isSystem = role === 'system'
  if (!isSystem && role !== 'user') reportUnknownRole(role, contextAt(context, 'role'))
  const parts = decodeContent(native.content, contextAt(context, 'content'))
  const form = formOf(native.content, parts, context)
  return compact({
    role: isSystem ? ('system' as const) : ('user' as const),
    parts,
    providerMetadata: metadataFor(native, form === 'other' ? ROLE : FIELDS, context, {
      role: isSystem || role === 'user' ? undefined : role,
      form,
    }),
  })
}

function decodeContent(content: JsonValue | undefined, context: Context): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!isArray(content)) return []
  return content.map((block, index) => decodeBlock(block, contextAt(context, index)))
}

function decodeBlock(block: JsonValue, context: Context): Part {
  if (!isObject(block)) return opaque(block, context)
  return (
    textBlock.decode(block, context, context.path) ?? decodeImage(block, context) ?? opaque(block, context)
  )
}

/** Returns the form of the content if it differs from the form that encoding would choose. */
function formOf(
  content: JsonValue | undefined,
  parts: readonly Part[],
  context: Context,
): string | undefined {
  if (content === undefined || content === null) return 'absent'
  if (typeof content === 'string') return undefined
  if (!isArray(content)) return 'other'
  return parts.length === 0 || isText(parts, context) ? 'parts' : undefined
}

/**
 * Returns true for content that is a single plain text. This content is encoded as a string, other content as
 * a list of blocks.
 */
function isText(parts: readonly Part[], context: Context): boolean {
  const [part] = parts
  return parts.length === 1 && part?.type === 'text' && metadataOf(part, context) === undefined
}

function encodeMessages(canonical: readonly Message[], context: Context): JsonArray {
  return canonical.flatMap((message, index) => {
    const here = { ...context, path: `/messages/${index}` }
    if (message.role === 'assistant') return encodeAnswer(message, here)
    return message.role === 'tool' ? encodeToolMessage(message, here) : [encodeMessage(message, here)]
  })
}

/**
 * Encodes an answer. Returns an empty list if no part can be encoded: a message without content and calls is
 * rejected (COHERE-CONTENT-01).
 */
function encodeAnswer(message: Message, context: Context): JsonObject[] {
  const native = encodeAssistant(message, 'request', context)
  if (message.parts.length === 0 || Object.keys(native).length > 1) return [native]
  return dropEmptyMessage(message, context) ?? []
}

function encodeToolMessage({ parts }: Message, context: Context): JsonObject[] {
  return parts.flatMap((part, index) => {
    const here = contextAt(context, 'parts', index)
    return part.type === 'tool-result' ? [encodeResult(part, here)] : (dropPart(part.type, here) ?? [])
  })
}

function encodeMessage({ role, parts, ...message }: Message, context: Context): JsonObject {
  const own = metadataOf(message, context)
  const { form } = own ?? {}
  const blocks = parts
    .map((part, index) => encodeBlock(part, contextAt(context, 'parts', index)))
    .filter((block) => block !== undefined)
  const [first] = parts
  const isSilent = blocks.length === 0 && (form === 'absent' || form === 'other')
  const text = form !== 'parts' && isText(parts, context) && first?.type === 'text' ? first.text : undefined
  const empty = form === 'parts' ? blocks : ''
  const content = isSilent ? undefined : (text ?? (blocks.length === 0 ? empty : blocks))
  return withExtras({ role: role === 'user' ? (own?.role ?? role) : role, content }, own)
}

function encodeBlock(part: Part, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'text':
      return textBlock.encode(part, context)
    case 'media':
      return encodeImage(part, context)
    case 'opaque':
      return encodeOpaque(part, context)
    default:
      return dropPart(part.type, context)
  }
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'none', unknown> {}
}
