import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  objectsIn,
  wrongType,
} from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { ROLES } from '../../src/base/model/constants.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import { carriedParts } from '../../src/codec/format/carried-parts.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor } from '../../src/codec/shape/fields.js'
import { dropEmptyMessage } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { decodePart, encodePart, namesOf, type PartPlace } from './parts.js'
import { addToSlot, closed, opened, SNAKE_METADATA } from './slots.js'

const FIELDS: Fields = { role: 'string', content: 'any' }

export const messages: MessagesCodec = {
  decode: (native, context) =>
    nameResults(native.map((message, index) => decodeMessage(message, contextAt(context, index)))),
  encode: encodeMessages,
  encodeResults: (results, context) => encodeResults(results, context),
}

function decodeMessage(value: JsonValue, context: Context): Message {
  const { path } = context
  const { native, slot, spelling } = opened(expectObject(value, path), SNAKE_METADATA)
  const word = expectString(native.role, `${path}/role`)
  const role = ROLES.find((one) => one === word)
  if (role === undefined) throw wrongType(`one of ${ROLES.join(', ')}`, word, `${path}/role`)
  const { content } = native
  const isText = typeof content === 'string'
  const list = isText ? [{ type: 'text', text: content }] : expectArray(content, `${path}/content`)
  const parts = list.map((part, index) =>
    decodePart(part, role === 'system' ? 'user' : role, { ...context, path: at(`${path}/content`, index) }),
  )
  const message: Message = compact({
    role,
    parts:
      role !== 'system' || slot.parts === undefined
        ? parts
        : partsIn(slot.parts, parts, `${path}/${CARRIED}/parts`),
    origin: role === 'assistant' ? { wire: context.wire } : undefined,
    providerMetadata: metadataFor(native, FIELDS, context, {
      spelling,
      form: formOf(list, isText, isText === (role === 'system')),
    }),
  })
  return withCarried(message, messageSlot(list) ?? slot)
}

function formOf(list: JsonArray, isText: boolean, isUsual: boolean): string | undefined {
  if (isUsual) return list.length === 0 ? 'empty' : undefined
  return isText ? 'text' : 'list'
}

/** Returns the carried parts of a system message, if its text still matches them. */
function partsIn(carriedList: JsonValue, read: readonly Part[], path: string): readonly Part[] {
  const parts = carriedParts(carriedList, path)
  return equalJson(textOf(parts), textOf(read)) ? parts : read
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n')
}

/** Returns the carried fields of a message, which are kept in one of the message's parts. */
export function messageSlot(content: JsonArray): JsonObject | undefined {
  for (const part of objectsIn(content)) {
    const { message } = opened(part, SNAKE_METADATA).slot
    if (isObject(message)) return message
  }
  return undefined
}

function encodeMessages(all: readonly Message[], context: Context): EncodedMessages {
  return {
    messages: nameResults(all).flatMap(
      (message, index) => encodeMessage(message, { ...context, path: at('/messages', index) }) ?? [],
    ),
  }
}

function encodeMessage(message: Message, context: Context): JsonObject | undefined {
  const { role, parts } = message
  const own = metadataOf(message, context)
  const slot = carried(message, context)
  if (role === 'system' && own?.form !== 'list') return encodeSystem(message, slot, context)
  const place = role === 'system' ? 'user' : role
  const content = parts.flatMap(
    (part, index) => encodePart(part, place, { ...context, path: at(`${context.path}/parts`, index) }) ?? [],
  )
  if (content.length === 0 && own?.form !== 'empty') return dropEmptyMessage(message, context)
  const [only, ...more] = content
  const text = own?.form === 'text' && more.length === 0 && isObject(only) ? bareText(only) : undefined
  const isBorne = slot !== undefined && text === undefined && content.some(isObject)
  return closed(
    { role, content: text ?? (isBorne ? withMessage(content, slot, place) : content) },
    own,
    isBorne ? undefined : slot,
    SNAKE_METADATA,
  )
}

function bareText({ type, text, ...rest }: JsonObject): JsonValue | undefined {
  return type === 'text' && Object.keys(rest).length === 0 ? text : undefined
}

/** Adds the carried fields to a part, because the crate has no field for them next to the content. */
function withMessage(content: JsonArray, message: JsonObject, place: PartPlace): JsonArray {
  const bearer = content.findIndex(isObject)
  return content.map((part, index) =>
    index === bearer && isObject(part) ? addToSlot(part, { message }, namesOf(part, place)) : part,
  )
}

/** Encodes system messages as a single text. */
function encodeSystem(
  message: Message,
  slot: JsonObject | undefined,
  context: Context,
): JsonObject | undefined {
  const { parts } = message
  if (parts.length === 0) return dropEmptyMessage(message, context)
  const content = textOf(parts)
  const isPlain = equalJson(asJson(parts), [{ type: 'text', text: content }])
  const full = compact({ ...slot, parts: isPlain ? undefined : asJson(parts) })
  return closed({ role: 'system', content }, metadataOf(message, context), full, SNAKE_METADATA)
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return encodeMessages([{ role: 'tool', parts: results }], context).messages
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'response' | 'spelling', unknown> {}
}
