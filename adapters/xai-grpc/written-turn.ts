import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { append } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part, ReasoningPart, TextPart } from '../../src/base/model/types.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia, dropOpaque, dropPart, dropReasoning, dropSource } from '../../src/codec/shape/losses.js'
import { encodeCall } from './calls.js'
import { encodePiece } from './content.js'
import { ROLE_NAMES } from './maps.js'
import { encodeRun } from './runs.js'

/** A step that is being encoded. */
interface Draft {
  /** Undefined if the index is not known. */
  readonly output: number | undefined
  readonly content: JsonValue[]
  readonly calls: JsonValue[]
  readonly citations: JsonValue[]
  reasoning: string
  signature: string
  run: JsonObject | undefined
  /** True if other content followed the text. */
  isParted: boolean
}

/** An encoded step: the message, and the fields around it. */
export interface WrittenStep {
  readonly output: number
  readonly native: JsonObject
  readonly around: JsonValue | undefined
}

/** The target side (request or answer), and a flag for a possibly truncated last call. */
export interface WrittenSide {
  readonly isRequest: boolean
  readonly cut?: boolean
}

interface PartSide extends WrittenSide {
  readonly isOwn: boolean
}

/** Returns the steps of a message. The list is empty if the wire supports none of its parts. */
export function encodeTurn(message: Message, side: WrittenSide, context: Context): WrittenStep[] {
  const own = objectIn(metadataOf(message, context)?.outputs)
  const drafts = draftsOf(message, side, context)
  // A message without parts is also a step.
  if (drafts.length === 0 && (!side.isRequest || message.parts.length === 0)) drafts.push(newDraft(0))
  const empty = Object.keys(own).filter((output) => objectIn(objectIn(own[output]).message).isEmpty === true)
  for (const output of empty) drafts.push(newDraft(Number(output)))
  if (empty.length > 0) drafts.sort((one, other) => (one.output ?? 0) - (other.output ?? 0))
  let next = 0
  return drafts.map((draft) => {
    const output = draft.output ?? next
    next = output + 1
    const around = own[String(output)]
    return { output, native: written(draft, side, objectIn(around).message), around }
  })
}

function draftsOf(message: Message, side: WrittenSide, context: Context): Draft[] {
  const isOwn = message.origin?.wire === context.wire
  const last = side.cut === true ? message.parts.findLast((part) => part.type === 'tool-call') : undefined
  const drafts: Draft[] = []
  for (const [index, part] of message.parts.entries()) {
    const output = 'providerMetadata' in part ? metadataOf(part, context)?.output : undefined
    const number = typeof output === 'number' ? output : isOwn && part.type !== 'opaque' ? 0 : undefined
    const draft = draftFor(part, number, drafts.at(-1))
    const here = contextAt(context, 'parts', index)
    if (!addPart(part, draft, { isRequest: side.isRequest, cut: part === last, isOwn }, here)) continue
    if (part.type !== 'text') draft.isParted = true
    if (draft !== drafts.at(-1)) drafts.push(draft)
  }
  return drafts
}

function newDraft(output: number | undefined): Draft {
  return {
    output,
    content: [],
    calls: [],
    citations: [],
    reasoning: '',
    signature: '',
    run: undefined,
    isParted: false,
  }
}

/** Returns the step of a part. Answers of other wires form one step, except for results. */
function draftFor(part: Part, output: number | undefined, latest: Draft | undefined): Draft {
  const isOther = latest?.run !== undefined || part.type === 'tool-result'
  const isNext = output !== undefined && latest?.output !== output
  return latest === undefined || isOther || isNext ? newDraft(output) : latest
}

/** Adds a part. Returns true if the part added content. */
function addPart(part: Part, draft: Draft, side: PartSide, context: Context): boolean {
  switch (part.type) {
    case 'reasoning':
      return addThought(part, draft, context)
    case 'tool-call':
      return addEntry(draft.calls, encodeCall(part, context, side.cut))
    case 'tool-result':
      draft.run = part.providerExecuted
        ? encodeRun(part, side.isRequest, context)
        : dropPart(part.type, context)
      return draft.run !== undefined
    case 'text':
      return addText(part, draft, side, context)
    case 'media':
      return addEntry(draft.content, side.isRequest ? encodePiece(part, context) : dropMedia(part, context))
    case 'source':
      return addEntry(draft.content, dropSource(part, context))
    default:
      return addEntry(draft.content, side.isRequest ? encodePiece(part, context) : dropOpaque(part, context))
  }
}

function addThought(part: ReasoningPart, draft: Draft, context: Context): boolean {
  const signature = stringOr(metadataOf(part, context)?.signature, '')
  if (part.text === '' && signature === '') {
    dropReasoning(context)
    return false
  }
  draft.reasoning += part.text
  draft.signature += signature
  return true
}

/** Adds a text. In answers, citations are next to the text. Requests do not have citations. */
function addText(part: TextPart, draft: Draft, { isRequest, isOwn }: PartSide, context: Context): boolean {
  if (!isRequest && part.text === '') return false
  const { citations, ...piece } = objectIn(encodePiece(part, context))
  if (!isRequest) append(draft.citations, arrayOr(citations, []))
  if (!isRequest && !isOwn && draft.isParted && needsLine(textOf(draft.content)))
    draft.content.push({ text: PARTING })
  draft.isParted = false
  return addEntry(draft.content, piece)
}

/** The separator of texts with other content between them, since the content of a message is one text. */
export const PARTING = '\n\n'

/** Returns true if the preceding text needs a blank line. */
export function needsLine(before: string): boolean {
  return before !== '' && !before.endsWith('\n')
}

function addEntry(list: JsonValue[], entry: JsonValue | undefined): boolean {
  if (entry === undefined) return false
  list.push(entry)
  return true
}

const NO_WORDS: JsonValue = [{ text: '' }]

/** Returns the message. Messages in requests require content, which may be empty (XAI-GRPC-CONTENT-01). */
function written(draft: Draft, { isRequest }: WrittenSide, kept: JsonValue | undefined): JsonObject {
  const { run, content, calls, citations, reasoning, signature } = draft
  if (run !== undefined) return run
  const said = isRequest ? content : textOf(content)
  return withExtras(
    {
      content: content.length === 0 ? undefined : said,
      reasoning_content: reasoning || undefined,
      encrypted_content: signature || undefined,
      tool_calls: calls.length === 0 ? undefined : calls,
      citations: citations.length === 0 ? undefined : citations,
    },
    kept,
    { role: ROLE_NAMES.assistant, content: isRequest ? NO_WORDS : undefined },
  )
}

function textOf(content: readonly JsonValue[]): string {
  return content.map((piece) => (isObject(piece) ? stringOr(piece.text, '') : '')).join('')
}
