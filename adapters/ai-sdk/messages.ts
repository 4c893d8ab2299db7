import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { ROLES } from '../../src/base/model/constants.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolResult } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropEmptyMessage, dropOpaque, dropPart } from '../../src/codec/shape/losses.js'
import { nameResults } from '../../src/codec/shape/results.js'
import { settleApprovals } from './approvals.js'
import { decodePart, encodePart, takeNotes } from './parts.js'
import { asPackages, asWires } from './ran.js'
import { joinReasoning, splitReasoning } from './reasoning.js'
import { encodeResult } from './results.js'
import { opened, originOf, type PartPlace, type SlotName, slotOf, withKept, withOrigin } from './slots.js'
import { decodeUiMessage, encodeUiMessages, isUiMessage } from './ui.js'

const FIELDS: Fields = { role: 'string', content: 'any' }
const SLOT: SlotName = 'providerOptions'

/** Decodes messages of any form, one by one. */
export function decodeMessages(native: JsonArray, context: Context): Message[] {
  const messages = native.flatMap((value, index) => {
    const message = expectObject(value, at(context.path, index))
    return isUiMessage(message)
      ? decodeUiMessage(message, contextAt(context, index))
      : [decodeMessage(message, contextAt(context, index))]
  })
  return asAnswers(settleApprovals(messages, context))
}

/**
 * Adds to results the name of their call, and marks minted ids. The messages that the SDK creates from tool
 * runs do not contain names and marks.
 */
function asAnswers(given: readonly Message[]): Message[] {
  const derived = new Set<string>()
  return nameResults(given).map((message) => {
    const isDerived = (part: Part) => part.type === 'tool-result' && derived.has(part.callId) && !part.minted
    for (const part of message.parts) if (part.type === 'tool-call' && part.minted) derived.add(part.id)
    if (!message.parts.some(isDerived)) return message
    const parts = message.parts.map((part) =>
      part.type === 'tool-result' && isDerived(part) ? { ...part, minted: true as const } : part,
    )
    return { ...message, parts }
  })
}

function decodeMessage(native: JsonObject, context: Context): Message {
  const { path } = context
  const said = expectString(native.role, `${path}/role`)
  const role = ROLES.find((one) => one === said) ?? 'user'
  const { content } = native
  if (role === 'system' && typeof content === 'string') return decodeSystem(native, 'messages', context)
  const [bare, , kept] = opened(native, SLOT)
  const isText = typeof content === 'string'
  const all = isText ? [{ type: 'text', text: content }] : expectArray(content, `${path}/content`)
  const [list, note] = takeNotes(all, SLOT)
  const parts = list.map((part, index) =>
    decodePart(part, { slot: SLOT, role }, { ...context, path: at(`${path}/content`, index) }),
  )
  const message: Message = compact({
    role,
    parts: asWires(joinReasoning(parts, context), context),
    origin: role === 'assistant' ? originOf(list, SLOT, context) : undefined,
    providerMetadata: metadataFor(bare, FIELDS, context, {
      form: isText ? 'text' : list.length === 0 ? 'empty' : undefined,
      role: role === said ? undefined : said,
      place: role === 'system' ? 'messages' : undefined,
    }),
  })
  return withCarried(withCarried(message, note), kept)
}

/**
 * Decodes instructions: plain text or a message. Fields next to a message's text belong to the text.
 * @param place the position of the instructions if they are not next to the messages.
 */
export function decodeSystem(value: JsonValue, place: 'messages' | undefined, context: Context): Message {
  if (typeof value === 'string')
    return systemMessage({ role: 'system', content: value }, { form: 'text', place }, context)
  return systemMessage(expectObject(value, context.path), { place }, context)
}

function systemMessage(
  message: JsonObject,
  own: { readonly form?: string; readonly place: string | undefined },
  context: Context,
): Message {
  const [native, options, kept] = opened(message, SLOT)
  const text = expectString(native.content, `${context.path}/content`)
  const part = withKept({ type: 'text' as const, text }, options, kept)
  const system: Message = compact({
    role: 'system' as const,
    parts: [part],
    providerMetadata: metadataFor(native, FIELDS, context, own),
  })
  return isObject(kept.message) ? withCarried(system, kept.message) : system
}

/** The form of encoded messages: for `generateText`, as the prompt of a model, or for a user interface. */
export type MessageForm = 'model' | 'prompt' | 'ui'

/**
 * Creates the codec for messages in one of the forms. For `generateText`, instructions are next to the
 * messages, and a UI history keeps its form.
 */
export function messagesFor(form: MessageForm): MessagesCodec {
  return {
    decode: decodeMessages,
    encode: (messages, context) => encodeMessages(messages, form, context),
    encodeResults: (results, context) => resultsIn(results, form, context),
  }
}

function encodeMessages(given: readonly Message[], form: MessageForm, context: Context): EncodedMessages {
  const messages = asAnswers(given)
  const isBeside = (message: Message) => {
    const own = metadataOf(message, context)
    return message.role === 'system' && form === 'model' && own?.place !== 'messages' && own?.form !== 'ui'
  }
  const found = messages.findIndex((message) => !isBeside(message))
  const start = found === -1 ? messages.length : found
  const system = messages
    .slice(0, start)
    .flatMap((one, index) => encodeSystem(one, { ...context, path: at('/messages', index) }))
  const rest = messages.slice(start)
  const isUi =
    form === 'ui' || (form === 'model' && rest.some((one) => metadataOf(one, context)?.form === 'ui'))
  const native = isUi
    ? encodeUiMessages(rest, context, start)
    : rest.flatMap((one, index) =>
        encodeMessage(one, form, { ...context, path: at('/messages', index + start) }),
      )
  return compact({ messages: native, system: instructions(system) })
}

/** Encodes system messages. One message that contains only text is encoded as the text. */
function instructions(system: JsonArray): JsonValue | undefined {
  const [first] = system
  if (system.length !== 1 || !isObject(first)) return first === undefined ? undefined : system
  return Object.keys(first).length === 2 ? (first.content ?? first) : first
}

/** Encodes one message for each text, since the SDK has no other system content. */
function encodeSystem(message: Message, context: Context): JsonObject[] {
  const metadata = metadataOf(message, context)
  const { [context.wire]: _own, ...others } = message.providerMetadata ?? {}
  const said = Object.keys(others).length > 0 ? { providerMetadata: others } : undefined
  const native = message.parts.flatMap((part, index): JsonObject[] => {
    const partPath = at(`${context.path}/parts`, index)
    if (part.type !== 'text') {
      if (part.type === 'opaque') dropOpaque(part, { ...context, path: partPath })
      else dropPart(part.type, { ...context, path: partPath })
      return []
    }
    // The original options belong to the message.
    const { [context.wire]: _part, ...kept } = part.providerMetadata ?? {}
    const bearer = { ...part, providerMetadata: { ...kept, ...(metadata && { [context.wire]: metadata }) } }
    const slot = slotOf(bearer, { slot: SLOT }, context, {
      message: index === 0 ? said : undefined,
    })
    return [withExtras({ role: 'system', content: part.text, ...slot }, metadata)]
  })
  if (native.length === 0) dropEmptyMessage(message, context)
  return native
}

function encodeMessage(message: Message, form: MessageForm, context: Context): JsonObject[] {
  const { role, origin } = message
  if (role === 'system') return encodeSystem(message, context)
  const metadata = metadataOf(message, context)
  const place: PartPlace = { slot: SLOT, role, origin, isPrompt: true, isTagged: form === 'prompt' }
  const blocks = asPackages(message.parts, context).flatMap((part, index) =>
    splitReasoning(part, context).flatMap(
      (piece) => encodePart(piece, place, { ...context, path: at(`${context.path}/parts`, index) }) ?? [],
    ),
  )
  if (blocks.length === 0 && metadata?.form !== 'empty') return dropEmptyMessage(message, context) ?? []
  const content = role === 'assistant' ? withOrigin(blocks, place, context) : blocks
  const text = form === 'model' && metadata?.form === 'text' ? bareText(content) : undefined
  const slot = slotOf({ ...message, type: 'message' }, { slot: SLOT }, context, {}, ['origin'])
  return [withExtras({ role: stringOr(metadata?.role, role), content: text ?? content, ...slot }, metadata)]
}

/** Returns the text of content that contains only text. */
function bareText([first, ...more]: JsonArray): string | undefined {
  if (!isObject(first) || more.length > 0 || Object.keys(first).length !== 2) return undefined
  return first.type === 'text' ? stringOr(first.text, undefined) : undefined
}

function resultsIn(results: readonly ToolResult[], form: MessageForm, context: Context): JsonArray {
  if (form === 'ui')
    throw new AdapterError(
      'unsupported',
      '',
      'UI messages hold results together with their calls; a separate list of results has no form here',
    )
  const place: PartPlace = { slot: SLOT, role: 'tool', isPrompt: true, isTagged: form === 'prompt' }
  const content = results.map((result, index) =>
    encodeResult(result, place, { ...context, path: at('', index) }),
  )
  return content.length === 0 ? [] : [{ role: 'tool', content }]
}

export const messages = /* @__PURE__ */ messagesFor('model')

export function encodeResults(results: readonly ToolResult[], context: Context): JsonArray {
  return resultsIn(results, 'model', context)
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'executed' | 'pieces' | 'place' | 'told' | 'unified', unknown> {}
}
