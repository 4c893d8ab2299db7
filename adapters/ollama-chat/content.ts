import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { append } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import type { MediaPart, OpaquePart, Part, TextPart } from '../../src/base/model/types.js'
import type { Fields, ReadFields } from '../../src/codec/shape/fields.js'
import { isText, joinedText } from '../../src/codec/shape/joined-text.js'
import { dropOpaque, dropPart } from '../../src/codec/shape/losses.js'
import { decodeImage, encodeImage } from './media.js'

/** Content of a message of any role: one text in `content`, and `images` next to the text. */
export type ContentPart = TextPart | MediaPart | OpaquePart

export const CONTENT_FIELDS: Fields = { role: 'any', content: 'string' }
/**
 * Fields of messages whose content is a list of texts. The server rejects a list (OLLAMA-CONTENT-01), but the
 * meaning of a list is clear.
 */
const LISTED_FIELDS: Fields = { ...CONTENT_FIELDS, content: 'array' }

/**
 * Returns the texts of the content. Returns undefined for content that is neither a text nor a list of texts.
 */
export function decodeTexts({ content }: JsonObject): TextPart[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!isArray(content) || !content.every(isPlainText)) return undefined
  return content.map(({ text }) => ({ type: 'text', text }))
}

function isPlainText(item: JsonValue): item is { readonly type: 'text'; readonly text: string } {
  return (
    isObject(item) && item.type === 'text' && typeof item.text === 'string' && Object.keys(item).length === 2
  )
}

/** Returns the fields that are decoded: the content and the given lists. */
export function fieldsOf(native: JsonObject, ...lists: readonly (keyof Lists)[]): Fields {
  const isListed = isArray(native.content) && decodeTexts(native) !== undefined
  const read: ReadFields = {}
  for (const name of lists) if (holds(native[name])) read[name] = 'array'
  return { ...(isListed ? LISTED_FIELDS : CONTENT_FIELDS), ...read }
}

/** Returns `parts` for content that is a list of texts. */
export function formOf(native: JsonObject): 'parts' | undefined {
  return isArray(native.content) && decodeTexts(native) !== undefined ? 'parts' : undefined
}

/** Decodes the content of a system or user message. An empty text counts only without images. */
export function decodeContent(native: JsonObject, context: Context): ContentPart[] {
  const media = decodeImages(native, context)
  const texts = native.content === '' && media.length > 0 ? [] : (decodeTexts(native) ?? [])
  return [...texts, ...media]
}

export function decodeImages({ images }: JsonObject, context: Context): (MediaPart | OpaquePart)[] {
  if (!isArray(images)) return []
  return images.map((image, index) => decodeImage(image, contextAt(context, 'images', index)))
}

/** Returns true for a list with items. An empty list stays among the unknown fields. */
export function holds(list: JsonValue | undefined): list is JsonArray {
  return isArray(list) && list.length > 0
}

/** The lists of an encoded message. */
export type Lists = Record<'images' | 'tool_calls', JsonValue[]>

/** Adds a part that belongs in a list. Returns false for other parts. */
export function addListed(part: Part, lists: Lists, context: Context): boolean {
  if (part.type === 'media') {
    const image = encodeImage(part, context)
    if (image !== undefined) lists.images.push(image)
  } else if (part.type === 'opaque') addOpaque(part, lists, context)
  else return false
  return true
}

/** Adds list entries of an unknown form. */
function addOpaque(part: OpaquePart, lists: Lists, context: Context): void {
  const { wire, value } = part
  if (wire !== context.wire) dropOpaque(part, context)
  else if (isObject(value) && isArray(value.images)) append(lists.images, value.images)
  else if (isObject(value) && isArray(value.tool_calls)) append(lists.tool_calls, value.tool_calls)
  else dropPart('an unknown part', context)
}

/** Encodes `content` and `images` of a system or user message. */
export function encodeContent(parts: readonly Part[], form: JsonValue | undefined, context: Context) {
  const lists: Lists = { images: [], tool_calls: [] }
  parts.forEach((part, index) => {
    const here = contextAt(context, 'parts', index)
    if (part.type !== 'text' && !addListed(part, lists, here)) dropPart(part.type, here)
  })
  return { content: contentOf(parts, form), ...filled(lists) }
}

/** Returns undefined for empty content. */
export function contentOf(parts: readonly Part[], form: JsonValue | undefined): JsonValue | undefined {
  const texts = parts.filter(isText)
  if (form === 'parts') return texts.map(({ text }) => ({ type: 'text', text }))
  return texts.length === 0 ? undefined : joinedText(parts)
}

export function filled({ images, tool_calls: calls }: Lists) {
  return {
    images: images.length === 0 ? undefined : images,
    tool_calls: calls.length === 0 ? undefined : calls,
  }
}
