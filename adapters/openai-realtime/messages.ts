import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  at,
  expectObject,
  isArray,
  isObject,
  numberOr,
  stringOr,
} from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, withMore } from '../../src/base/model/metadata.js'
import type { Message, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { joinedTexts, nameResults } from '../../src/codec/shape/results.js'
import { content, sound } from './content.js'
import { encodeResult, ItemMessages, ItemWriter } from './family.js'

const CREATE = 'conversation.item.create'
const APPEND = 'input_audio_buffer.append'

/**
 * Decodes the client's events: items become messages, and consecutive pieces of audio become one message. The
 * request for an answer is recorded on the preceding message. Other events are kept unchanged in system
 * messages.
 */
export function decodeEvents(events: JsonArray, context: Context): Message[] {
  const items = new ItemMessages(context, content)
  const { messages } = items
  for (let index = 0; index < events.length; index += 1) {
    const where = at(context.path, index)
    const event = expectObject(events[index], where)
    if (event.type === CREATE && isObject(event.item) && !isApproval(event.item))
      items.item(heldItem(event, event.item), `${where}/item`)
    else if (isBuffered(event)) index += addSound(events, index, items, context)
    else if (isPlainAsking(event) && !answersItself(events[index + 1]) && ask(messages, context))
      items.close()
    else items.control(event)
  }
  return nameResults(messages)
}

/**
 * Returns true for an approval. An approval refers to a call from the server, so it has no meaning without
 * the server's events.
 */
function isApproval({ type }: JsonObject): boolean {
  return type === 'mcp_approval_response'
}

/**
 * Returns the item with the other fields of its event. Item decoders keep these fields among the unknown
 * fields.
 */
function heldItem({ type: _type, item: _item, ...event }: JsonObject, item: JsonObject): JsonObject {
  return Object.keys(event).length === 0 ? item : { ...item, [EVENT]: event }
}

/** A key that no item has as a member. */
const EVENT = 'conversation.item.create'

function isBuffered({ type, audio, ...others }: JsonObject): boolean {
  return type === APPEND && typeof audio === 'string' && Object.keys(others).length === 0
}

/**
 * Adds one message for all consecutive pieces.
 * @returns the number of pieces after the first one.
 */
function addSound(events: JsonArray, first: number, items: ItemMessages, context: Context): number {
  const pieces: string[] = []
  for (const event of events.slice(first)) {
    if (!isObject(event) || !isBuffered(event) || !joins(pieces.at(-1))) break
    pieces.push(stringOr(event.audio, ''))
  }
  const lengths = pieces.map(({ length }) => length)
  items.message({
    role: 'user',
    parts: [sound(pieces.join(''))],
    providerMetadata: metadataUnder(context, { form: 'buffer', pieces: lengths }),
  })
  return pieces.length - 1
}

/** Returns true if base64 can continue after a piece: the piece contains complete groups of three bytes. */
function joins(piece: string | undefined): boolean {
  return piece === undefined || (piece.length % 4 === 0 && !piece.endsWith('='))
}

export function isPlainAsking(event: JsonObject): boolean {
  return event.type === 'response.create' && Object.keys(event).length === 1
}

/**
 * Returns true if an event adds an answer of the model, so that the preceding request was not for a new
 * answer.
 */
function answersItself(event: JsonValue | undefined): boolean {
  if (!isObject(event) || !isObject(event.item) || event.type !== CREATE) return false
  const { type, role } = event.item
  return type !== 'function_call_output' && role !== 'user' && role !== 'system'
}

/**
 * Records the request for an answer on the latest message. Returns false without a message, or if the request
 * is already recorded.
 */
function ask(messages: Message[], context: Context): boolean {
  const last = messages.at(-1)
  if (last === undefined || isAsked(last, context)) return false
  messages[messages.length - 1] = withMore(last, { asked: true }, context)
  return true
}

export function isAsked(message: Message | undefined, context: Context): boolean {
  return message !== undefined && metadataOf(message, context)?.asked === true
}

export const ASKING: JsonObject = { type: 'response.create' }

/**
 * Encodes messages as events, and the first message as instructions if it is a system message.
 * @param isWhole true if these are all messages, so that the first message may be the instructions.
 */
export function encodeEvents(
  messages: readonly Message[],
  context: Context,
  isWhole = true,
): EncodedMessages {
  const writer = new ItemWriter(messages, context, content)
  const system = isWhole ? instructionsOf(messages[0], context) : undefined
  const events: JsonValue[] = []
  messages.forEach((message, index) => {
    if (index > 0 || system === undefined)
      append(
        events,
        eventsOf(writer.items(message, index), message, { ...context, path: at('/messages', index) }),
      )
    if (isAsked(message, context) && messages[index + 1]?.role !== 'assistant') events.push(ASKING)
  })
  return compact({ messages: events, system })
}

function eventsOf(items: JsonArray, message: Message, context: Context): JsonArray {
  const own = metadataOf(message, context)
  if (own?.form === 'item') return items
  if (own?.form === 'buffer') return items.flatMap((item) => cut(item, arrayOr(own.pieces, [])))
  return items.map((item) => (isObject(item) ? createEvent(item, context) : item))
}

/** Builds the event that adds an item. */
function createEvent({ [EVENT]: event, ...item }: JsonObject, context: Context): JsonObject {
  return { type: CREATE, ...(isObject(event) && event), item: sessionItem(item, context) }
}

/**
 * Converts an item to the form of sessions: content is a list of parts where Responses also accepts a text,
 * and outputs are texts.
 */
function sessionItem(item: JsonObject, context: Context): JsonObject {
  const { content: said, output } = item
  if (typeof said === 'string') {
    const type = item.role === 'assistant' ? 'output_text' : 'input_text'
    return { type: 'message', ...item, content: [{ type, text: said }] }
  }
  if (isArray(said)) return { type: 'message', ...item }
  return isArray(output) ? { ...item, output: joinedTexts(output.map(textIn), context) } : item
}

function textIn(part: JsonValue): string {
  return isObject(part) ? stringOr(part.text, '') : ''
}

/** Splits audio into its original pieces. Added audio becomes one more piece. */
function cut(item: JsonValue, lengths: JsonArray): JsonArray {
  const [part] = isObject(item) && isArray(item.content) ? item.content : []
  let rest = isObject(part) ? stringOr(part.audio, '') : ''
  const pieces = lengths.map((length) => {
    const piece = rest.slice(0, numberOr(length, 0))
    rest = rest.slice(piece.length)
    return piece
  })
  return [...pieces, ...(rest === '' ? [] : [rest])].map((audio) => ({ type: APPEND, audio }))
}

/**
 * Returns the `instructions` of the session: a system message marked as instructions, or the first system
 * message of another wire.
 */
export function instructionsOf(message: Message | undefined, context: Context): string | undefined {
  if (message?.role !== 'system') return undefined
  const own = metadataOf(message, context)
  const [only, ...others] = message.parts
  const isFirst = own === undefined || own.form === 'instructions' || Object.keys(own).length === 0
  return isFirst && only?.type === 'text' && others.length === 0 ? only.text : undefined
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.map((result, index) => {
    const here = { ...context, path: `/${index}` }
    return createEvent(encodeResult(result, undefined, here), here)
  })
}

export const messages: MessagesCodec = {
  decode: decodeEvents,
  encode: (all, context) => encodeEvents(all, context),
  encodeResults,
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'asked' | 'event' | 'held' | 'later' | 'pieces' | 'place', unknown> {}
}
