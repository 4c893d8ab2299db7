import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, expectString, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import type { Message, Part, Role, ToolResult } from '../../src/base/model/types.js'
import type { EncodedMessages, MessagesCodec } from '../../src/codec/shape/codecs.js'
import {
  type Draft,
  draftMessage,
  type EncodePart,
  resultsMessage,
} from '../../src/codec/shape/encode-parts.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { nameResults, splitResults } from '../../src/codec/shape/results.js'
import { decodeBlock, encodePart } from './blocks.js'
import { addOrMark, withPoint } from './cache.js'
import { encodeResult } from './results.js'

const FIELDS: Fields = { role: 'string', content: 'array' }

export const messages: MessagesCodec = { decode: decodeMessages, encode: encodeMessages, encodeResults }

function decodeMessages(native: JsonArray, context: Context): Message[] {
  let previous = ''
  return nameResults(
    native.flatMap((value, index) => {
      const message = expectObject(value, at(context.path, index))
      const decoded = decodeMessage(message, message.role === previous, contextAt(context, index))
      previous = stringOr(message.role, '')
      return decoded
    }),
  )
}

/** Decodes the `system` of a request as the first canonical message. */
export function decodeSystem(system: JsonArray, context: Context): Message {
  return { role: 'system', parts: decodeContent(system, context, false) }
}

/**
 * Decodes one native message. A user message that mixes results with other content becomes several canonical
 * messages.
 * @param repeats true if the previous message has the same role. These messages stay separate.
 */
function decodeMessage(native: JsonObject, repeats: boolean, context: Context): Message[] {
  const { path } = context
  const role = expectString(native.role, `${path}/role`)
  const content = expectArray(native.content, `${path}/content`)
  const parts = decodeContent(content, contextAt(context, 'content'), role === 'assistant')
  const canonicalRole: Role = role === 'assistant' || role === 'system' ? role : 'user'
  const runs = canonicalRole === 'user' ? splitResults(parts) : [{ role: canonicalRole, parts }]
  return runs.map((run, index) =>
    compact({
      ...run,
      origin: role === 'assistant' ? { wire: context.wire } : undefined,
      providerMetadata: metadataFor(index === 0 ? native : {}, FIELDS, context, {
        role: role === 'user' || role === canonicalRole ? undefined : role,
        place: role === 'system' ? 'messages' : undefined,
        separate: index === 0 && repeats ? true : undefined,
        form: parts.length === 0 ? 'empty' : undefined,
      }),
    }),
  )
}

function decodeContent(content: JsonArray, context: Context, isAnswer: boolean): Part[] {
  const parts: Part[] = []
  content.forEach((block, index) => {
    addOrMark(parts, block, () => decodeBlock(block, contextAt(context, index), isAnswer), context)
  })
  return parts
}

/** A marked part is encoded as two blocks. */
const encodeMarked: EncodePart = (part, context, cut) => {
  const blocks = withPoint(part, encodePart(part, context, cut), context)
  return blocks.length === 0 ? undefined : blocks
}

/**
 * Roles must alternate (BEDROCK-ROLE-01), so consecutive messages of one role are merged, unless they were
 * recorded separately. System text before the first other message goes to the request's `system`, unless it
 * was among the messages.
 */
function encodeMessages(canonical: readonly Message[], context: Context): EncodedMessages {
  const drafts: Draft[] = []
  const system: JsonValue[] = []
  canonical.forEach((message, index) => {
    const draft = draftMessage(message, { ...context, path: at('/messages', index) }, encodeMarked)
    if (draft === undefined) return
    const previous = drafts.at(-1)
    if (message.role === 'system' && previous === undefined && draft.metadata?.place !== 'messages')
      append(system, draft.blocks)
    else if (previous?.role === draft.role && draft.metadata?.separate !== true)
      append(previous.blocks, draft.blocks)
    else drafts.push(draft)
  })
  return compact({
    messages: drafts.map(({ role, blocks, metadata }) => withExtras({ role, content: blocks }, metadata)),
    system: system.length === 0 ? undefined : system,
  })
}

export function encodeResults(results: readonly ToolResult[], context: Context): JsonObject[] {
  return resultsMessage(results, context, encodeResult)
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      | 'counted'
      | 'cut'
      | 'executed'
      | 'format'
      | 'guarded'
      | 'item'
      | 'location'
      | 'output'
      | 'schema'
      | 'status'
      | 'thought'
      | 'toolConfig',
      unknown
    > {}
}
