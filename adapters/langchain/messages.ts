import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import {
  type MetadataEntries,
  metadataOf,
  type OwnMetadata,
  opaque,
  withMore,
} from '../../src/base/model/metadata.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import type { MessagesCodec } from '../../src/codec/shape/codecs.js'
import { absentFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import { nameResults, splitResults } from '../../src/codec/shape/results.js'
import { decodeAiMessage, encodeAnswer } from './answer.js'
import { bareText, decodeBlock, encodeBlockOf, needsVersion } from './content.js'
import { closeMessage, type MessageForm, type OpenedMessage, openMessage } from './forms.js'
import { headExtra, headOf, writeHead } from './head.js'
import { ROLE_NAMES, TYPES } from './maps.js'
import {
  decodeResultBlock,
  decodeToolMessage,
  encodeResultBlock,
  encodeToolMessage,
  isResultBlock,
} from './results.js'
import { leftOf, messageSlot, partSlots, withSlots } from './slots.js'

/**
 * Creates the codec of message lists.
 * @param form the form of all encoded messages. Default: their original form, or plain objects.
 */
export function messagesIn(form?: MessageForm): MessagesCodec {
  return {
    decode: decodeMessages,
    encode: (messages, context) => ({ messages: encodeMessages(messages, context, form) }),
    encodeResults: resultsIn(form),
  }
}

function resultsIn(form?: MessageForm): MessagesCodec['encodeResults'] {
  return (results, context) =>
    results.map((result, index) => encodeToolMessage(result, { ...context, path: at('', index) }, form))
}

export const messages = /* @__PURE__ */ messagesIn()
export const encodeResults = /* @__PURE__ */ resultsIn()

/** Decodes messages. Consecutive results become one message. */
function decodeMessages(natives: JsonArray, context: Context): Message[] {
  const decoded: Message[] = []
  const open = new OpenCalls()
  let results: ToolResult[] | undefined
  for (const [index, value] of natives.entries()) {
    const here = at(context.path, index)
    const opened = openMessage(value, { ...context, path: here })
    const role = roleOf(opened)
    if (opened.type === 'remove') {
      decoded.push({
        role,
        parts: [opaque(value, context)],
        providerMetadata: { [context.wire]: { form: REMOVAL } },
      })
      results = undefined
      continue
    }
    if (role === 'tool') {
      if (results === undefined) {
        results = []
        decoded.push({ role, parts: results })
      }
      results.push(decodeToolMessage(opened, open.idFor(opened), { ...context, path: here }))
      continue
    }
    results = undefined
    const messages =
      role === 'assistant'
        ? [decodeAiMessage(headOf(opened), { ...context, path: here })]
        : decodeSpoken(opened, role, { ...context, path: here })
    for (const message of messages) open.add(message)
    decoded.push(...messages)
  }
  return nameResults(decoded)
}

/** The type of a message without content that makes a graph delete another message. */
const REMOVAL = 'removal'

/** Returns the role of a message. A `generic` message contains its role. */
function roleOf({ type, fields }: OpenedMessage): Role {
  const word = type === 'generic' ? stringOr(fields.role, '') : type
  return ROLE_NAMES.get(word) ?? 'user'
}

/** The open calls. An old result names only its function and answers the first open call of this function. */
class OpenCalls {
  #calls: { readonly id: string; readonly name: string }[] = []

  add({ parts }: Message): void {
    for (const part of parts) if (part.type === 'tool-call' && !part.providerExecuted) this.#calls.push(part)
  }

  idFor({ fields }: OpenedMessage): string | undefined {
    const { tool_call_id: id = null, name } = fields
    const place = this.#calls.findIndex((call) => (id === null ? call.name === name : call.id === id))
    return place === -1 ? undefined : this.#calls.splice(place, 1)[0]?.id
  }
}

const FIELDS: Fields = { content: 'any' }

/**
 * Decodes a system or user message. If it contains results, as in Anthropic's form, it becomes several
 * messages.
 */
function decodeSpoken(opened: OpenedMessage, role: 'user' | 'system', context: Context): Message[] {
  const head = headOf(opened)
  const { content, slot, kwargs, answer, metadata, fields } = head
  const blocks = isArray(content) ? content : undefined
  const decoded = blocks?.map((block, index) =>
    decodeOne(block, { ...context, path: at(`${context.path}/content`, index) }),
  )
  const parts = withSlots(decoded ?? textOf(content), slot)
  const isOther =
    content !== undefined && content !== null && blocks === undefined && typeof content !== 'string'
  const runs = role === 'user' ? splitResults(parts) : [{ role, parts }]
  return runs.map((run, index) => {
    if (index > 0) return { ...run, providerMetadata: { [context.wire]: { continued: true } } }
    const message = withCarried<Message>(run, slot)
    const own: MetadataEntries = {
      ...metadata,
      content: contentForm(blocks, parts, metadata, context),
      extra: headExtra(head, isOther ? {} : FIELDS, kwargs, answer),
      absent: absentFields(fields, { content: 'any' }, ['content']),
      slot: leftOf(slot, spokenSlot({ ...message, parts }, context)),
    }
    return withMore(message, own, context)
  })
}

function decodeOne(block: JsonValue, context: Context): Part {
  return isObject(block) && isResultBlock(block) && block.type === 'tool_result'
    ? decodeResultBlock(block, context)
    : decodeBlock(block, context)
}

/** Returns the form of the content if it differs from the form that the parts imply. */
function contentForm(
  blocks: JsonArray | undefined,
  parts: readonly Part[],
  { version }: MetadataEntries,
  context: Context,
): string | undefined {
  if (blocks === undefined) return undefined
  if (bareText(parts, context) !== undefined) return 'plain blocks'
  return version === undefined && needsVersion(parts, context) ? 'blocks' : undefined
}

function textOf(content: JsonValue | undefined): Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : []
}

function spokenSlot(message: Message, context: Context): JsonObject | undefined {
  return unlessEmpty({ ...messageSlot(message, context), ...partSlots(message.parts, context) })
}

function encodeMessages(
  canonical: readonly Message[],
  context: Context,
  form: MessageForm | undefined,
): JsonArray {
  const natives: JsonValue[] = []
  for (const [index, message] of joined(canonical, context).entries()) {
    const path = at('/messages', index)
    if (message.role === 'tool' && !message.parts.some((part) => isInside(part, context)))
      natives.push(...encodeResultsOf(message, { ...context, path }, form))
    else natives.push(encodeMessage(message, { ...context, path }, form))
  }
  return natives
}

/** Joins messages that were one message. */
function joined(messages: readonly Message[], context: Context): readonly Message[] {
  const all: Message[] = []
  for (const message of messages) {
    const before = all.at(-1)
    const isContinued = metadataOf(message, context)?.continued === true
    if (isContinued && before !== undefined && (before.role === 'user' || before.role === 'tool'))
      all[all.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
    else all.push(message)
  }
  return all
}

/** Returns true if a result was in the content of a user message. */
function isInside(part: Part, context: Context): boolean {
  return part.type === 'tool-result' && metadataOf(part, context)?.block !== undefined
}

function encodeResultsOf({ parts }: Message, context: Context, form: MessageForm | undefined): JsonValue[] {
  return parts.flatMap((part, index) => {
    const here = `${context.path}/parts/${index}`
    if (part.type === 'tool-result') return [encodeToolMessage(part, { ...context, path: here }, form)]
    dropPart(part.type, { ...context, path: here })
    return []
  })
}

/** Encodes one message that is not a result. */
export function encodeMessage(message: Message, context: Context, form: MessageForm | undefined): JsonValue {
  const own = metadataOf(message, context)
  const [first] = message.parts
  if (own?.form === REMOVAL && first?.type === 'opaque') return first.value
  const fields =
    message.role === 'assistant'
      ? encodeAnswer(message, context, undefined)
      : encodeSpoken(message, context, own)
  return closeMessage(TYPES[message.role === 'tool' ? 'user' : message.role], fields, own, form)
}

function encodeSpoken(message: Message, context: Context, own: OwnMetadata | undefined): JsonObject {
  const { parts } = message
  const text = own?.content === 'plain blocks' ? undefined : bareText(parts, context)
  const content =
    text ?? parts.flatMap((part, index) => encodeOne(part, contextAt(context, 'parts', index)) ?? [])
  const isNew = own?.content !== 'blocks' && text === undefined && needsVersion(parts, context)
  const version = stringOr(own?.version, isNew ? 'v1' : undefined)
  const head = writeHead(content, own, spokenSlot(message, context), version)
  const isSilent = content.length === 0
  return withExtras({ ...head, content: isSilent ? undefined : head.content }, own, { content })
}

function encodeOne(part: Part, context: Context): JsonValue | undefined {
  if (isInside(part, context) && part.type === 'tool-result') return encodeResultBlock(part, context)
  if (part.type === 'tool-call' || part.type === 'tool-result') return dropPart(part.type, context)
  return encodeBlockOf(part, context)
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      | 'answer'
      | 'block'
      | 'chunk'
      | 'cut'
      | 'finish'
      | 'format'
      | 'invalid'
      | 'list'
      | 'model'
      | 'outer'
      | 'pieces'
      | 'provider'
      | 'raw'
      | 'slot'
      | 'toolOutput'
      | 'unlisted'
      | 'version'
      | 'wrapper',
      unknown
    > {}
}
