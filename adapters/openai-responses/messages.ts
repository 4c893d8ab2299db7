import type { EncodedMessages, MessagesCodec } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import { extraFields, metadataOf, wireMetadata, withExtras } from '../../src/adapter/extras.js'
import { nameResults } from '../../src/adapter/results.js'
import { append } from '../../src/json/lists.js'
import { at, expectObject, isArray, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Message, Part, ToolResult } from '../../src/model/types.js'
import { encodeAssistant } from './assistant.js'
import { nativeTypeOf } from './calls.js'
import { decodeContentPart, encodeContentPart } from './content.js'
import { ItemReader } from './items.js'
import { CONTROL_ITEMS, isResultItem, WIRE } from './maps.js'
import { encodeResult } from './results.js'

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['role', 'content'])
const ORIGIN = { wire: WIRE }

/**
 * The flat item list as messages: consecutive items of the model form one assistant message, consecutive outputs of
 * the client one tool message; every other item is a message of its own.
 */
export function decodeItems(items: JsonArray, path: string, context: Context): Message[] {
  const reader = new ItemReader(context, 'unsaid')
  const messages: Message[] = []
  let open: { role: 'assistant' | 'tool'; parts: Part[] } | undefined
  const add = (role: 'assistant' | 'tool', parts: readonly Part[]) => {
    if (open?.role !== role) {
      open = { role, parts: [] }
      messages.push(role === 'assistant' ? { ...open, origin: ORIGIN } : open)
    }
    append(open.parts, parts)
  }
  items.forEach((value, index) => {
    const where = at(path, index)
    const item = expectObject(value, where)
    const type = stringOr(item.type, '')
    const speaker = speakerOf(item, type, reader)
    if (speaker !== 'assistant') reader.endTurn()
    if (speaker === 'assistant') add('assistant', reader.parts(item, where))
    else if (speaker === 'tool') add('tool', [reader.result(type, item, where, false)])
    else {
      open = undefined
      messages.push(speaker === 'control' ? controlMessage(item) : inputMessage(item, speaker))
    }
  })
  return nameResults(messages)
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

function controlMessage(item: JsonObject): Message {
  return {
    role: 'system',
    parts: [{ type: 'opaque', wire: WIRE, value: item }],
    ...metadata({ form: 'item' }),
  }
}

function inputMessage(item: JsonObject, role: 'user' | 'system'): Message {
  const { content } = item
  const parts: Part[] = isArray(content)
    ? content.map((part) => decodeContentPart(part, 'input_text'))
    : [{ type: 'text', text: stringOr(content, '') }]
  return {
    role,
    parts,
    ...metadata({
      form: isArray(content) ? 'parts' : undefined,
      role: item.role === 'developer' ? 'developer' : undefined,
      extra: extraFields(item, MESSAGE_FIELDS),
    }),
  }
}

function metadata(entries: {
  readonly [key: string]: JsonValue | undefined
}): Pick<Message, 'providerMetadata'> {
  return compact({ providerMetadata: wireMetadata(WIRE, entries) })
}

/** `instructions` of a request is a system message that says so. */
export function instructionsMessage(text: string): Message {
  return { role: 'system', parts: [{ type: 'text', text }], ...metadata({ form: 'instructions' }) }
}

function encodeItems(messages: readonly Message[], context: Context): EncodedMessages {
  const items: JsonValue[] = []
  const callTypes = new Map<string, string>()
  let system: string | undefined
  messages.forEach((message, index) => {
    const path = at('', index)
    for (const part of message.parts) {
      const type = part.type === 'tool-call' ? nativeTypeOf(part) : undefined
      if (part.type === 'tool-call' && type !== undefined) callTypes.set(part.id, type)
    }
    const instructions = system === undefined ? instructionsOf(message) : undefined
    if (instructions !== undefined) system = instructions
    else append(items, encodeMessage(message, callTypes, path, context))
  })
  return system === undefined ? { messages: items } : { messages: items, system }
}

function instructionsOf(message: Message): string | undefined {
  if (message.role !== 'system' || metadataOf(message, WIRE)?.form !== 'instructions') return undefined
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === message.parts.length ? texts.join('\n\n') : undefined
}

function encodeMessage(
  message: Message,
  callTypes: ReadonlyMap<string, string>,
  path: string,
  context: Context,
): JsonArray {
  switch (message.role) {
    case 'assistant':
      return encodeAssistant(message, undefined, path, context)
    case 'tool':
      return encodeToolMessage(message, callTypes, path, context)
    default:
      return encodeInputMessage(message, path, context)
  }
}

/** The item type of the call, as far as the result knows it. */
function answeredType({ answers }: ToolResult): string | undefined {
  if (answers === undefined) return undefined
  const recorded = stringOr(metadataOf(answers, WIRE)?.type, undefined)
  return recorded ?? (answers.kind === 'custom' ? 'custom_tool_call' : undefined)
}

function encodeToolMessage(
  message: Message,
  callTypes: ReadonlyMap<string, string>,
  path: string,
  context: Context,
): JsonArray {
  return message.parts.flatMap((part, index): JsonValue[] => {
    const where = at(`${path}/parts`, index)
    if (part.type === 'tool-result')
      return [encodeResult(part, callTypes.get(part.callId) ?? answeredType(part), where, context)]
    const native = part.type === 'opaque' ? encodeContentPart(part, 'input_text', where, context) : undefined
    if (part.type !== 'opaque') reportMisplaced(part, where, context)
    return native === undefined ? [] : [native]
  })
}

function reportMisplaced(part: Part, path: string, context: Context): void {
  context.report({
    code: 'part-dropped',
    severity: 'warning',
    path,
    message: `a part of type ${part.type} has no place among tool results`,
  })
}

function encodeInputMessage(message: Message, path: string, context: Context): JsonArray {
  const own = metadataOf(message, WIRE)
  const content = message.parts.flatMap((part, index) => {
    const native = encodeContentPart(part, 'input_text', at(`${path}/parts`, index), context)
    return native === undefined ? [] : [native]
  })
  if (own?.form === 'item') return content
  if (content.length === 0 && message.parts.length > 0) return []
  const [only] = message.parts
  const isPlain =
    message.parts.length === 1 && only?.type === 'text' && only.providerMetadata?.[WIRE] === undefined
  return [
    withExtras(
      {
        role: message.role === 'system' ? stringOr(own?.role, 'system') : 'user',
        content: isPlain && own?.form !== 'parts' ? only.text : content,
      },
      own,
    ),
  ]
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return results.map((result, index) => encodeResult(result, answeredType(result), at('', index), context))
}

export const messages: MessagesCodec = {
  decode: decodeItems,
  encode: encodeItems,
  encodeResults,
}
