import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, expectObject, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { append, compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Message, Part, ToolCall } from '../../src/base/model/types.js'
import { extraOf, metadataFor, type ReadFields, withExtras } from '../../src/codec/shape/fields.js'
import {
  dropExecutedResult,
  dropMedia,
  dropReasoning,
  dropSource,
  encodeOpaque,
} from '../../src/codec/shape/losses.js'
import { decodeCall, encodeCall } from './calls.js'
import { addCitations, numbered } from './cited.js'
import { decodePlan, decodeWords, encodeWords, isPlan, type ModelText } from './text.js'

/** Side of an assistant message: in the history of a request, the content may be a bare text. */
export type Side = 'request' | 'response'

/** Position of a message, with facts from outside the message. */
export interface MessageSite {
  readonly context: Context
  readonly side: Side
  /** A text that distinguishes this message from other messages, for calls without an id. */
  readonly place: string
  /** True if the output limit ended the message, so that its last call may be truncated. */
  readonly cut?: boolean
}

/**
 * Decodes `{role, content?, tool_plan?, tool_calls?, citations?}`: the content comes first, then the plan,
 * then the calls.
 */
export function decodeAssistant(native: JsonObject, site: MessageSite): Message {
  const { context } = site
  const taken: ReadFields = { role: 'any' }
  const content = decodeContent(native, taken, context)
  const plan = stringOr(native.tool_plan, '')
  if (plan !== '') taken.tool_plan = 'any'
  const words = plan === '' ? content : [...content, decodePlan(plan, context)]
  const cited = addCitations(arrayOr(native.citations, []), words, context)
  if (cited !== words) taken.citations = 'any'
  return compact({
    role: 'assistant' as const,
    parts: [...cited, ...decodeCalls(native, taken, site)],
    origin: { wire: context.wire },
    providerMetadata: metadataFor(native, taken, context, {
      form: contentForm(native, content, site),
      absent: native.role === undefined ? ['role'] : undefined,
    }),
  })
}

/** Decodes the content. Empty content has no meaning and stays an extra field. */
function decodeContent({ content }: JsonObject, taken: ReadFields, context: Context): Part[] {
  const isText = typeof content === 'string' && content !== ''
  if (!isText && (!isArray(content) || content.length === 0)) return []
  taken.content = 'any'
  if (isText) return [{ type: 'text', text: content }]
  return arrayOr(content, []).map((block, index) => decodeItem(block, contextAt(context, 'content', index)))
}

/** Decodes one entry of the content. Types without canonical meaning become opaque parts. */
export function decodeItem(block: JsonValue, context: Context): Part {
  const words = isObject(block) ? decodeWords(block, context) : undefined
  return words ?? opaque(block, context)
}

function decodeCalls(native: JsonObject, taken: ReadFields, { context, place, cut }: MessageSite): Part[] {
  const { tool_calls: calls } = native
  if (!isArray(calls) || calls.length === 0) return []
  taken.tool_calls = 'any'
  return calls.map((value, index) => {
    const here = contextAt(context, 'tool_calls', index)
    const call = expectObject(value, here.path)
    const isCut = cut === true && index === calls.length - 1
    return decodeCall(call, { context: here, place: `${place}/${index}`, cut: isCut })
  })
}

/** Returns the form of the content if it differs from the form that encoding would choose. */
function contentForm({ content }: JsonObject, parts: readonly Part[], { side, context }: MessageSite) {
  if (typeof content === 'string') return side === 'response' && content !== '' ? 'text' : undefined
  return side === 'request' && parts.length === 1 && parts.every((part) => isPlain(part, context))
    ? 'parts'
    : undefined
}

/** Returns true for text without other fields, in the message or in its block. */
function isPlain(part: Part | undefined, context: Context): boolean {
  if (part?.type !== 'text') return false
  const { citations: _citations, ...extra } = extraOf(metadataOf(part, context))
  return Object.keys(extra).length === 0
}

/** Members of a message, collected from its parts. */
interface Draft {
  readonly content: JsonValue[]
  readonly calls: JsonValue[]
  readonly citations: JsonValue[]
  plan: string
}

/**
 * Encodes an assistant message.
 * @param cut true if the finish reason implies that the last call may be truncated.
 */
export function encodeAssistant(message: Message, side: Side, context: Context, cut = false): JsonObject {
  const draft: Draft = { content: [], calls: [], citations: [], plan: '' }
  const last = cut ? message.parts.findLast((part) => part.type === 'tool-call') : undefined
  const isOwn = message.origin?.wire === context.wire
  for (const [index, part] of message.parts.entries())
    addPart(part, draft, isOwn, part === last, contextAt(context, 'parts', index))
  const { content, calls, plan, citations } = draft
  const own = metadataOf(message, context)
  // Citations without a remaining part stay next to the message.
  const beside = arrayOr(extraOf(own).citations, [])
  return withExtras(
    {
      content: content.length === 0 ? undefined : formed(draft, message, side, context),
      tool_plan: plan || undefined,
      tool_calls: calls.length === 0 ? undefined : calls,
      citations: citations.length === 0 ? undefined : [...citations, ...beside],
    },
    own,
    { role: 'assistant' },
  )
}

/** In requests, a single text is a bare string, which every server accepts. Answers have lists. */
function formed({ content }: Draft, message: Message, side: Side, context: Context): JsonValue {
  const form = metadataOf(message, context)?.form ?? (side === 'request' ? 'text' : 'parts')
  const [text, ...others] = message.parts.filter(({ type }) => type === 'text')
  const isText = form === 'text' && content.length === 1 && others.length === 0 && isPlain(text, context)
  return isText && text?.type === 'text' ? text.text : content
}

function addPart(part: Part, draft: Draft, isOwn: boolean, cut: boolean, context: Context): void {
  switch (part.type) {
    case 'text':
      addWords(part, draft, isOwn, context)
      break
    case 'reasoning':
      if (part.text === '' && !isOwn) dropReasoning(context)
      else addWords(part, draft, isOwn, context)
      break
    case 'tool-call':
      addEntry(draft.calls, encodeCall(part, context, cut))
      break
    case 'opaque':
      addEntry(draft.content, encodeOpaque(part, context))
      break
    default:
      dropOther(part, context)
  }
}

function addEntry(list: JsonValue[], entry: JsonValue | undefined): void {
  if (entry !== undefined) list.push(entry)
}

function addWords(part: ModelText, draft: Draft, isOwn: boolean, context: Context): void {
  const { block, citations } = encodeWords(part, context)
  append(draft.citations, isOwn ? citations : numbered(citations, draft.content.length))
  if (part.type === 'reasoning' && isPlan(part, context)) draft.plan += part.text
  else draft.content.push(block)
}

/** Drops parts that answers cannot contain. */
export function dropOther(part: Exclude<Part, ModelText | ToolCall>, context: Context): undefined {
  if (part.type === 'media') return dropMedia(part, context)
  return part.type === 'tool-result'
    ? dropExecutedResult(part, context)
    : part.type === 'source'
      ? dropSource(part, context)
      : undefined
}
