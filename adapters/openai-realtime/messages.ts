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
 * What the client says, event by event: items are messages; pieces of sound that follow each other are one message; the
 * word that asks for an answer is noted on the message before it. Other events are kept as they are, in system messages.
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

/** An approval is for a call that the server told, so it says nothing without the server's events. */
function isApproval({ type }: JsonObject): boolean {
  return type === 'mcp_approval_response'
}

/** The item with what else its event says: decoders of items keep it among the unknown fields. */
function heldItem({ type: _type, item: _item, ...event }: JsonObject, item: JsonObject): JsonObject {
  return Object.keys(event).length === 0 ? item : { ...item, [EVENT]: event }
}

/** No member of an item is called so. */
const EVENT = 'conversation.item.create'

function isBuffered({ type, audio, ...others }: JsonObject): boolean {
  return type === APPEND && typeof audio === 'string' && Object.keys(others).length === 0
}

/** One message of all the pieces that follow each other. @returns how many came after the first one. */
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

/** Whether base64 can go on after a piece: it holds whole groups of three bytes. */
function joins(piece: string | undefined): boolean {
  return piece === undefined || (piece.length % 4 === 0 && !piece.endsWith('='))
}

export function isPlainAsking(event: JsonObject): boolean {
  return event.type === 'response.create' && Object.keys(event).length === 1
}

/** Whether an event writes an answer of the model itself, so that none was asked for before it. */
function answersItself(event: JsonValue | undefined): boolean {
  if (!isObject(event) || !isObject(event.item) || event.type !== CREATE) return false
  const { type, role } = event.item
  return type !== 'function_call_output' && role !== 'user' && role !== 'system'
}

/** Notes on the latest message that an answer was asked for. False where there is none, or it was noted. */
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
 * The events of messages, and the instructions, where the first message is such.
 * @param isWhole whether they are all messages, so that the first one may be the instructions.
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

/** The event that adds an item. */
function createEvent({ [EVENT]: event, ...item }: JsonObject, context: Context): JsonObject {
  return { type: CREATE, ...(isObject(event) && event), item: sessionItem(item, context) }
}

/** An item as sessions take it: they have lists of parts where Responses also takes a text, and texts as outputs. */
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

/** The pieces in which sound came; what was said since is one more. */
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

/** `instructions` of the session: a system message that says so, or the first one of another wire. */
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

/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'asked' | 'event' | 'held' | 'later' | 'pieces' | 'place', unknown> {}
}
