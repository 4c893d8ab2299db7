import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
} from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt, decodeOnce } from '../../src/base/model/context.js'
import { wireMetadata } from '../../src/base/model/metadata.js'
import { supersededCalls } from '../../src/base/model/outcome.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import { type Draft, draftMessage, resultsMessage } from '../../src/codec/shape/encode-parts.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { moveMedia } from '../../src/codec/shape/losses.js'
import { nameResults, splitResults } from '../../src/codec/shape/results.js'
import { decodeBlock, encodePart } from './blocks.js'
import { encodeResult } from './results.js'
import { MESSAGE_SETTINGS, settingsIn, settingsPart } from './state-changes.js'

const FIELDS: Fields = { role: 'string', content: 'any' }
const SYSTEM_FIELDS: Fields = { ...FIELDS, [MESSAGE_SETTINGS]: 'object' }

export const messages: MessagesCodec = {
  decode: (native, context) =>
    nameResults(native.flatMap((value, index) => decodeOnce(value, index, context, decodeMessage))),
  encode: encodeMessages,
  encodeResults,
}

/** Decodes the top-level `system` of a request as the first canonical message. */
export function decodeSystem(system: JsonValue, context: Context): Message {
  const { parts, form } = decodeContent(system, context)
  return compact({
    role: 'system' as const,
    parts,
    providerMetadata: wireMetadata(context, { form }),
  })
}

/**
 * Decodes one native message. A user message that mixes results with other content becomes several canonical
 * messages; those after the first are marked `continued`.
 */
function decodeMessage(native: JsonObject, context: Context): Message[] {
  const { path } = context
  const role = expectString(native.role, `${path}/role`)
  // Beta system messages may contain only settings (`clear_at`, `output_config`).
  const isBare = role === 'system' && (native.content === undefined || native.content === null)
  const { parts: content, form } = isBare
    ? { parts: [], form: 'absent' }
    : decodeContent(native.content, contextAt(context, 'content'))
  const settings = role === 'system' ? native[MESSAGE_SETTINGS] : undefined
  const parts = isObject(settings) ? [...content, settingsPart(settings, context)] : content
  const canonicalRole: Role = role === 'assistant' || role === 'system' ? role : 'user'
  const runs =
    canonicalRole === 'user' ? splitResults(parts) : [supersededCalls({ role: canonicalRole, parts })]
  return runs.map((run, index) =>
    compact({
      ...run,
      origin: role === 'assistant' ? { wire: context.wire } : undefined,
      providerMetadata: metadataFor(
        index === 0 ? native : {},
        role === 'system' ? SYSTEM_FIELDS : FIELDS,
        context,
        {
          form,
          role: role === 'user' || role === canonicalRole ? undefined : role,
          place: role === 'system' ? 'messages' : undefined,
          continued: index > 0 ? true : undefined,
        },
      ),
    }),
  )
}

/** Content is a bare string or blocks. `form` distinguishes them if the parts do not. */
function decodeContent(
  content: JsonValue | undefined,
  context: Context,
): { readonly parts: Part[]; readonly form?: 'text' | 'empty' } {
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }], form: 'text' }
  const blocks = expectArray(content, context.path)
  if (blocks.length === 0) return { parts: [], form: 'empty' }
  return { parts: blocks.map((block, index) => decodeBlock(block, contextAt(context, index))) }
}

/**
 * System text before the first other message goes to the top-level `system`, unless it was among the
 * messages.
 */
function encodeMessages(canonical: readonly Message[], context: Context): EncodedMessages {
  const drafts: Draft[] = []
  const system: Draft[] = []
  canonical.forEach((message, index) => {
    const draft = draftMessage(message, { ...context, path: at('/messages', index) }, encodePart)
    if (draft === undefined) return
    const previous = drafts.at(-1)
    const { metadata } = draft
    if (message.role === 'system' && previous === undefined && metadata?.place !== 'messages')
      system.push(draft)
    else if (metadata?.continued === true && previous?.role === draft.role)
      append(previous.blocks, draft.blocks)
    else drafts.push(draft)
  })
  const [first] = system
  return compact({
    messages: drafts.map(nativeMessage),
    system: first && (system.length === 1 ? nativeContent(first) : system.flatMap(({ blocks }) => blocks)),
  })
}

function nativeMessage({ role, blocks, metadata }: Draft): JsonObject {
  const settings = role === 'system' ? blocks.flatMap((block) => settingsIn(block) ?? []) : []
  const content = settings.length === 0 ? blocks : blocks.filter((block) => settingsIn(block) === undefined)
  const isBare = metadata?.form === 'absent' && content.length === 0
  const fields = { role, content: isBare ? undefined : nativeContent({ blocks: content, metadata }) }
  const last = settings.at(-1)
  return withExtras(last === undefined ? fields : { ...fields, [MESSAGE_SETTINGS]: last }, metadata)
}

function nativeContent({ blocks, metadata }: Pick<Draft, 'blocks' | 'metadata'>): JsonValue {
  const [only] = blocks
  return (metadata?.form === 'text' && blocks.length === 1 ? bareText(only) : undefined) ?? blocks
}

/** Returns the text of a block that contains only text. */
function bareText(block: JsonValue | undefined): string | undefined {
  const { type, text, ...rest } = expectObject(block, '')
  return type === 'text' && typeof text === 'string' && Object.keys(rest).length === 0 ? text : undefined
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonObject[] {
  return resultsMessage(results, context, encodeResult).map((message) => withMediaAfter(message, context))
}

/** Text of an error result that contains only media. */
const MEDIA_FOLLOW = '(The tool failed. What it gave follows.)'

/** Moves media of error results, which contain only text, after all results, as `fit` does in a history. */
function withMediaAfter(message: JsonObject, context: Context): JsonObject {
  const after: JsonValue[] = []
  const content = arrayOr(message.content, []).map((result, index) => {
    if (!isObject(result) || result.is_error !== true || !isArray(result.content)) return result
    const media = result.content.filter(isMedia)
    if (media.length === 0) return result
    append(after, media)
    const rest = result.content.filter((block) => !isMedia(block))
    moveMedia('content other than text in an error result', { ...context, path: `/${index}/output` })
    return { ...result, content: rest.length === 0 ? MEDIA_FOLLOW : rest }
  })
  return after.length === 0 ? message : { ...message, content: [...content, ...after] }
}

function isMedia(block: JsonValue): boolean {
  return isObject(block) && (block.type === 'image' || block.type === 'document')
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'block' | 'container' | 'sourceType' | 'verbatimInput', unknown> {}
}
