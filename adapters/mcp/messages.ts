import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  asNative,
  at,
  expectObject,
  expectString,
  isArray,
  isObject,
} from '../../src/base/json/read-json.js'
import { append, compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import {
  type Draft,
  draftMessage,
  type EncodePart,
  partEncoder,
  resultsMessage,
} from '../../src/codec/shape/encode-parts.js'
import { anyOf, type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import { nameResults, splitResults } from '../../src/codec/shape/results.js'
import { decodeToolUse, encodeToolUse } from './calls.js'
import { decodeContent, encodeMedia, encodeText } from './content.js'
import { cameAsFrames, decodeFrames, encodeFrames, isFrame } from './frames.js'
import { openMeta, withSlot } from './meta.js'
import { decodeToolResult, encodeToolResult } from './results.js'

const FIELDS: Fields = anyOf(['role', 'content'])

export const messages: MessagesCodec = {
  decode: (native, context) =>
    native.length > 0 && native.every(isFrame)
      ? nameResults(decodeFrames(native, context))
      : nameResults(native.flatMap((message, index) => decodeMessage(message, contextAt(context, index)))),
  encode: encodeMessages,
  encodeResults,
}

/**
 * Decodes a block of a sampled message.
 * @param place distinguishes the block from other blocks, for calls without an id.
 */
export function decodeBlock(value: JsonValue, context: Context, place = context.path): Part {
  const { path } = context
  const block = expectObject(value, path)
  if (block.type === 'tool_use') return decodeToolUse(block, context, place)
  if (block.type === 'tool_result') return decodeToolResult(block, context)
  return decodeContent(block, context)
}

export const encodePart: EncodePart = /* @__PURE__ */ partEncoder({
  text: encodeText,
  reasoning: (_part, context) => dropReasoning(context),
  call: encodeToolUse,
  result: encodeToolResult,
  media: encodeMedia,
})

/** Content is one block, or a list of blocks. `form` distinguishes them if the parts do not. */
export function decodeBlocks(
  content: JsonValue | undefined,
  context: Context,
  placeOf = (index: number) => at(context.path, index),
): { readonly parts: Part[]; readonly form?: 'list' | 'empty' } {
  if (!isArray(content)) return { parts: [decodeBlock(content ?? null, context, placeOf(0))] }
  const parts = content.map((block, index) => decodeBlock(block, contextAt(context, index), placeOf(index)))
  return compact({
    parts,
    form: parts.length === 1 ? ('list' as const) : parts.length === 0 ? ('empty' as const) : undefined,
  })
}

/** Returns the native content. Servers before 2025-11-25 accept only one block. */
export function nativeContent(blocks: readonly JsonValue[], form: JsonValue | undefined): JsonValue {
  const [only] = blocks
  return only !== undefined && blocks.length === 1 && form !== 'list' ? only : blocks
}

/**
 * Decodes a message. A user message that mixes results with other content becomes several messages; those
 * after the first are `continued`.
 */
function decodeMessage(value: JsonValue, context: Context): Message[] {
  const { path } = context
  const { native, slot } = openMeta(expectObject(value, path))
  const role = expectString(native.role, `${path}/role`)
  const { parts, form } = decodeBlocks(native.content, contextAt(context, 'content'))
  const canonicalRole: Role = role === 'assistant' ? role : 'user'
  const runs = canonicalRole === 'user' ? splitResults(parts) : [{ role: canonicalRole, parts }]
  return runs.map((run, index) => {
    const message: Message = compact({
      ...run,
      origin: role === 'assistant' ? { wire: context.wire } : undefined,
      providerMetadata: metadataFor(index === 0 ? native : {}, FIELDS, context, {
        form,
        role: role === canonicalRole ? undefined : role,
        continued: index > 0 ? true : undefined,
      }),
    })
    return index === 0 ? withCarried(message, slot) : message
  })
}

function encodeMessages(canonical: readonly Message[], context: Context): EncodedMessages {
  if (cameAsFrames(canonical, context)) return { messages: encodeFrames(canonical, context) }
  const system = systemOf(canonical)
  const drafts: Sampled[] = []
  canonical.slice(system.length).forEach((message, index) => {
    const draft = draftMessage(
      message,
      { ...context, path: at('/messages', system.length + index) },
      encodePart,
    )
    if (draft === undefined) return
    const previous = drafts.at(-1)
    if (draft.metadata?.continued === true && previous?.role === draft.role)
      append(previous.blocks, draft.blocks)
    else drafts.push({ ...draft, slot: slotOf(message, context) })
  })
  return compact({
    messages: drafts.map(nativeMessage),
    system: system.length === 0 ? undefined : textOf(system),
  })
}

interface Sampled extends Draft {
  readonly slot: JsonObject | undefined
}

/** Returns the carried data of a message. The origin is included if it is another wire. */
export function slotOf(message: Message, context: Context): JsonObject | undefined {
  return carried(message, context, message.origin?.wire === context.wire ? ['origin'] : [])
}

function nativeMessage({ role, metadata, blocks, slot }: Sampled): JsonObject {
  return withSlot(withExtras({ role, content: nativeContent(blocks, metadata?.form) }, metadata), slot)
}

function textOf(system: readonly Message[]): string {
  return system
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])))
    .join('\n')
}

/** Returns the system messages before the first other message. */
function systemOf(canonical: readonly Message[]): readonly Message[] {
  const others = canonical.findIndex(({ role }) => role !== 'system')
  return others === -1 ? canonical : canonical.slice(0, others)
}

/** Returns the system messages to carry, if the system prompt does not contain all their data. */
export function carriedSystem(canonical: readonly Message[]): JsonValue | undefined {
  const system = asJson(systemOf(canonical))
  const plain = asJson([plainSystem(textOf(systemOf(canonical)))])
  return systemOf(canonical).length === 0 || equalJson(system, plain) ? undefined : system
}

/**
 * Decodes a system prompt.
 * @param carried the messages of the prompt, used if their text is still the same.
 */
export function decodeSystem(prompt: string, carried: JsonValue | undefined): readonly Message[] {
  if (isArray(carried) && carried.every(isSystem)) {
    const system = asNative<readonly Message[]>(carried)
    if (textOf(system) === prompt) return system
  }
  return [plainSystem(prompt)]
}

function isSystem(value: JsonValue): boolean {
  if (!isObject(value) || value.role !== 'system' || !isArray(value.parts)) return false
  return value.parts.every((part) => isObject(part) && part.type === 'text' && typeof part.text === 'string')
}

function plainSystem(text: string): Message {
  return { role: 'system', parts: [{ type: 'text', text }] }
}

/** Encodes only results, as one user message. */
export function encodeResults(results: readonly ToolResult[], context: Context): JsonObject[] {
  return resultsMessage(results, context, encodeToolResult)
}

/** Metadata keys of this format, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      'error' | 'frame' | 'frames' | 'params' | 'resource' | 'rpcId' | 'text' | 'verbatimInput',
      unknown
    > {}
}
