import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectObject, isArray, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, opaque } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { encodeAssistant } from './assistant.js'
import { nativeTypeOf } from './calls.js'
import { type ContentCodec, contentCodec, encodeContentParts } from './content.js'
import { ItemReader } from './items.js'
import { CONTROL_ITEMS, isResultItem } from './maps.js'
import { encodeResult } from './results.js'
import { changingItem } from './state-changes.js'

const MESSAGE_FIELDS: Fields = { role: 'any', content: 'any' }

/**
 * Decodes the flat item list into messages. Consecutive items of the model form one assistant message,
 * consecutive outputs of the client form one tool message. Every other item is a separate message.
 */
export class ItemMessages {
  readonly messages: Message[] = []
  readonly #context: Context
  readonly #content: ContentCodec
  readonly #reader: ItemReader
  #open: { role: 'assistant' | 'tool'; parts: Part[] } | undefined

  constructor(context: Context, content = contentCodec) {
    this.#context = context
    this.#content = content
    this.#reader = new ItemReader(context, 'unsaid', '', content)
  }

  /**
   * Decodes an item.
   * @param where path of the item.
   */
  item(item: JsonObject, where: string): void {
    const type = stringOr(item.type, '')
    const speaker = speakerOf(item, type, this.#reader)
    if (speaker !== 'assistant') this.#reader.endTurn()
    if (speaker === 'assistant') this.#add('assistant', this.#reader.parts(item, where))
    else if (speaker === 'tool') this.#add('tool', [this.#reader.result(item, where, false)])
    else if (speaker === 'control') this.control(item)
    else this.message(inputMessage(item, speaker, this.#content, this.#context))
  }

  /** Adds a control item, which the application addresses to the server instead of the model. */
  control(item: JsonObject): void {
    this.message(controlMessage(item, this.#context))
  }

  message(message: Message): void {
    this.#open = undefined
    this.messages.push(message)
  }

  /** Ends the open message. The next item begins a new message. */
  close(): void {
    this.#open = undefined
  }

  #add(role: 'assistant' | 'tool', parts: readonly Part[]): void {
    if (this.#open?.role !== role) {
      const origin = role === 'assistant' ? { wire: this.#context.wire } : undefined
      this.#open = compact({ role, parts: [], origin })
      this.messages.push(this.#open)
    }
    append(this.#open.parts, parts)
  }
}

export function decodeItems(items: JsonArray, context: Context): Message[] {
  const messages = new ItemMessages(context)
  for (const [index, value] of items.entries()) {
    const where = at(context.path, index)
    messages.item(expectObject(value, where), where)
  }
  return nameResults(messages.messages)
}

type Speaker = 'user' | 'system' | 'assistant' | 'tool' | 'control'

function speakerOf(item: JsonObject, type: string, reader: ItemReader): Speaker {
  if (isResultItem(type)) return reader.isHostedResult(type, item) ? 'assistant' : 'tool'
  if (CONTROL_ITEMS.has(type)) return 'control'
  const isMessage = type === 'message' || (type === '' && item.role !== undefined)
  if (!isMessage || item.role === 'assistant') return 'assistant'
  const readable = typeof item.content === 'string' || isArray(item.content)
  if (readable && item.role === 'user') return 'user'
  if (readable && (item.role === 'system' || item.role === 'developer')) return 'system'
  return 'control'
}

function controlMessage(item: JsonObject, context: Context): Message {
  return {
    role: 'system',
    parts: [changingItem(item, context) ?? opaque(item, context)],
    providerMetadata: metadataUnder(context, { form: 'item' }),
  }
}

function inputMessage(
  item: JsonObject,
  role: 'user' | 'system',
  { decode }: ContentCodec,
  context: Context,
): Message {
  const { content } = item
  const parts: Part[] = isArray(content)
    ? content.map((part) => decode(part, 'input_text', context))
    : [{ type: 'text', text: stringOr(content, '') }]
  const providerMetadata = metadataFor(item, MESSAGE_FIELDS, context, {
    form: isArray(content) ? 'parts' : undefined,
    role: item.role === 'developer' ? 'developer' : undefined,
  })
  return compact({ role, parts, providerMetadata })
}

/** Returns the `instructions` of a request as a system message with a mark. */
export function instructionsMessage(text: string, context: Context): Message {
  const providerMetadata = metadataUnder(context, { form: 'instructions' })
  return { role: 'system', parts: [{ type: 'text', text }], providerMetadata }
}

function encodeItems(messages: readonly Message[], context: Context): EncodedMessages {
  const items: JsonValue[] = []
  const writer = new ItemWriter(messages, context)
  let system: string | undefined
  messages.forEach((message, index) => {
    const instructions = system === undefined ? instructionsOf(message, context) : undefined
    if (instructions !== undefined) system = instructions
    else append(items, writer.items(message, index))
  })
  return system === undefined ? { messages: items } : { messages: items, system }
}

/** Encodes messages as items. */
export class ItemWriter {
  readonly #context: Context
  readonly #content: ContentCodec
  /** Item types of calls by call id. */
  readonly #callTypes = new Map<string, string>()

  /** @param messages all messages, since the form of a result depends on the earlier call. */
  constructor(messages: readonly Message[], context: Context, content = contentCodec) {
    this.#context = context
    this.#content = content
    for (const { parts } of messages)
      for (const part of parts) {
        const type = part.type === 'tool-call' ? nativeTypeOf(part, context) : undefined
        if (part.type === 'tool-call' && type !== undefined) this.#callTypes.set(part.id, type)
      }
  }

  /**
   * Encodes a message as items.
   * @param index of the message.
   */
  items(message: Message, index: number): JsonArray {
    const context = { ...this.#context, path: `/${index}` }
    switch (message.role) {
      case 'assistant':
        return encodeAssistant(message, undefined, context, this.#content)
      case 'tool':
        return this.#results(message, context)
      default:
        return encodeInputMessage(message, this.#content, context)
    }
  }

  #results(message: Message, context: Context): JsonArray {
    return message.parts.flatMap((part, index) => {
      const here = contextAt(context, 'parts', index)
      const native =
        part.type === 'tool-result'
          ? encodeResult(part, this.#callTypes.get(part.callId) ?? answeredType(part, context), here)
          : part.type === 'opaque'
            ? this.#content.encode(part, 'input_text', here)
            : dropPart(part.type, here)
      return native === undefined ? [] : [native]
    })
  }
}

function instructionsOf(message: Message, context: Context): string | undefined {
  if (message.role !== 'system' || metadataOf(message, context)?.form !== 'instructions') return undefined
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === message.parts.length ? texts.join('\n\n') : undefined
}

/** Returns the item type of the call, if the result records it. */
function answeredType({ answers }: ToolResult, context: Context): string | undefined {
  if (answers === undefined) return undefined
  const recorded = stringOr(metadataOf(answers, context)?.type, undefined)
  return recorded ?? (answers.kind === 'custom' ? 'custom_tool_call' : undefined)
}

function encodeInputMessage(message: Message, codec: ContentCodec, context: Context): JsonArray {
  const { role, parts } = message
  const own = metadataOf(message, context)
  const content = encodeContentParts(parts, contextAt(context, 'parts'), codec)
  if (own?.form === 'item') return content
  if (content.length === 0 && parts.length > 0) return []
  const [only] = parts
  const isPlain = parts.length === 1 && only?.type === 'text' && metadataOf(only, context) === undefined
  const fresh = {
    role: role === 'system' ? stringOr(own?.role, 'system') : 'user',
    content: isPlain && own?.form !== 'parts' ? only.text : content,
  }
  return [withExtras(fresh, own)]
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.map((result, index) =>
    encodeResult(result, answeredType(result, context), { ...context, path: `/${index}` }),
  )
}

export const messages: MessagesCodec = { decode: decodeItems, encode: encodeItems, encodeResults }

/** The keys of this wire's metadata, described in the README of this folder. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      | 'added'
      | 'around'
      | 'input'
      | 'item'
      | 'itemId'
      | 'nativeId'
      | 'pairedBy'
      | 'reasoning'
      | 'split'
      | 'status'
      | 'text'
      | 'unnamed',
      unknown
    > {}
}
