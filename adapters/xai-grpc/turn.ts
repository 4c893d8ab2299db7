import type { JsonObject, JsonValue } from '../../src/json/json-types.js'
import { arrayOr, expectObject, isArray, isObject, objectIn, stringOr } from '../../src/json/read-json.js'
import { append, compact, unlessEmpty } from '../../src/json/write-json.js'
import { type Context, contextAt } from '../../src/model/context.js'
import { metadataOf, type Wired, wireMetadata, withMetadata, withMore } from '../../src/model/metadata.js'
import type {
  Message,
  Part,
  ProviderMetadata,
  ReasoningPart,
  TextPart,
  ToolCall,
} from '../../src/model/types.js'
import {
  absentFields,
  extraFields,
  extraOf,
  type Fields,
  type ReadFields,
  withExtras,
} from '../../src/shape/fields.js'
import { dropMedia, dropOpaque, dropPart, dropReasoning, dropSource } from '../../src/shape/losses.js'
import { decodeCall, encodeCall } from './calls.js'
import { decodeContent, encodePiece } from './content.js'
import { ROLES } from './maps.js'
import { decodeRun, encodeRun, isRun } from './runs.js'

// What the model says from one word of the client's to the next: in an answer a list of outputs, in a request a list of messages.
// Most turns have one; when xAI runs tools, each step and each result is one.

/** One of them, as it is read. */
export interface Step {
  readonly native: JsonObject
  readonly context: Context
  /** Its number: `index` in answers. Parts of the first have none. */
  readonly output: number
  /** What is kept of the output that the message stands in: `extra` and `absent`. Default: it is a message of a request. */
  readonly around?: JsonObject
}

/** What is known of a turn beside its steps. */
export interface TurnSite {
  /** What tells its calls from those of others. */
  readonly place: string
  /** Whether the output limit ended it: it may have cut the last call. */
  readonly cut?: boolean
  /** Who wrote it. Default: nobody says. */
  readonly model?: string | undefined
}

type CutSite = Required<Pick<TurnSite, 'place' | 'cut'>>

/** The message that these steps are. What of them no part says is kept by their numbers, under `outputs`. */
export function decodeTurn(
  steps: readonly Step[],
  { place, cut = false, model }: TurnSite,
  context: Context,
): Message {
  const parts: Part[] = []
  const outputs: Record<string, JsonValue> = {}
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const read: ReadFields = { role: 'any' }
    const before = parts.length
    append(parts, decodeStep(step, read, { place, cut: cut && isLast }))
    const isEmpty = parts.length === before && index > 0
    const kept = keptOf(step, isRun(step.native) ? undefined : read, isEmpty)
    if (kept !== undefined) outputs[String(step.output)] = kept
  }
  return compact({
    role: 'assistant' as const,
    parts,
    origin: compact({ wire: context.wire, model }),
    providerMetadata: turnMetadata(outputs, context),
  })
}

/** The metadata of a turn. @param outputs what is kept of its steps, by their numbers. */
export function turnMetadata(outputs: JsonObject, context: Wired): ProviderMetadata | undefined {
  return wireMetadata(context, { outputs: unlessEmpty(outputs) })
}

/**
 * What of a step no part says.
 * @param read the fields of its message that were read; undefined when all were.
 * @param isEmpty whether no part is of it, although it is not the first.
 */
export function keptOf(
  { native, around }: Pick<Step, 'native' | 'around'>,
  read: Fields | undefined,
  isEmpty: boolean,
): JsonObject | undefined {
  const usual = around === undefined ? ['role', 'content'] : ['role']
  const message = unlessEmpty({
    extra: read && extraFields(native, read),
    absent: read && absentFields(native, USUAL, usual),
    isEmpty: isEmpty || undefined,
  })
  return unlessEmpty({ ...around, message })
}

const USUAL: Fields = { role: 'string', content: 'any' }

/** Thoughts, text and calls, in this order; or what a tool gave that xAI ran. */
function decodeStep(
  { native, context, output: number, around }: Step,
  read: ReadFields,
  site: CutSite,
): Part[] {
  const output = number === 0 ? undefined : number
  if (isRun(native)) return [decodeRun(native, output, context)]
  const thought = decodeThought(native, read, output, context)
  const words = decodeWords(native, read, { output, isCited: around !== undefined }, context)
  return [
    ...(thought === undefined ? [] : [thought]),
    ...words,
    ...decodeCalls(native, read, { ...site, output }, context),
  ]
}

/** `reasoning_content`, and `encrypted_content`, which xAI wants back. */
export function decodeThought(
  { reasoning_content: text, encrypted_content: signature }: JsonObject,
  read: ReadFields,
  output: number | undefined,
  context: Wired,
): ReasoningPart | undefined {
  const hasText = typeof text === 'string' && text !== ''
  const isSigned = typeof signature === 'string' && signature !== ''
  if (!hasText && !isSigned) return undefined
  if (hasText) read.reasoning_content = 'any'
  if (isSigned) read.encrypted_content = 'any'
  const providerMetadata = wireMetadata(context, { signature: isSigned ? signature : undefined, output })
  return compact({ type: 'reasoning' as const, text: hasText ? text : '', providerMetadata })
}

/** A text in answers, a list in requests. What is empty says nothing, and is kept as it is. */
function decodeWords(
  { content, citations }: JsonObject,
  read: ReadFields,
  { output, isCited }: { readonly output: number | undefined; readonly isCited: boolean },
  context: Context,
): Part[] {
  const parts: Part[] = decodeContent(content, contextAt(context, 'content'))
  const isSilent = parts.every((part) => part.type === 'text' && part.text === '')
  if (isSilent) return []
  read.content = 'any'
  const [first, ...others] = parts
  const cited = isCited && first?.type === 'text' && others.length === 0 && isArray(citations)
  if (cited) read.citations = 'any'
  return parts.map((part) => asWords(part, cited ? citations : undefined, output, context))
}

/** A piece of an output, with what it cites. */
export function asWords(
  part: Part,
  citations: JsonValue | undefined,
  output: number | undefined,
  context: Wired,
): Part {
  if (part.type !== 'text' && part.type !== 'media') return part
  const marked = withMore(part, { output }, context)
  if (citations === undefined) return marked
  const own = metadataOf(marked, context)
  return withMetadata(marked, { ...own, extra: { ...extraOf(own), citations } }, context)
}

function decodeCalls(
  { tool_calls: calls }: JsonObject,
  read: ReadFields,
  { place, cut, output }: CutSite & { readonly output: number | undefined },
  context: Context,
): Part[] {
  if (!isArray(calls) || calls.length === 0) return []
  read.tool_calls = 'any'
  return calls.map((value, index) => {
    const here = contextAt(context, 'tool_calls', index)
    const isCut = cut && index === calls.length - 1
    const site = { context: here, place: callPlace(place, output ?? 0, index), cut: isCut, output }
    return decodeCall(expectObject(value, here.path), site)
  })
}

/** What tells a call without an id from others. */
export function callPlace(answer: string, output: number, index: number): string {
  return `${answer}/${output}/${index}`
}

/** A step on its way out. */
interface Draft {
  /** Undefined where nobody says its number. */
  readonly output: number | undefined
  readonly content: JsonValue[]
  readonly calls: JsonValue[]
  readonly citations: JsonValue[]
  reasoning: string
  signature: string
  run: JsonObject | undefined
  /** Whether something else came after its text. */
  isParted: boolean
}

/** A step as it is written: the message, and what stood around it. */
export interface WrittenStep {
  readonly output: number
  readonly native: JsonObject
  readonly around: JsonValue | undefined
}

/** Which side it is written for, and whether the end says that the last call may be cut. */
export interface WrittenSide {
  readonly isRequest: boolean
  readonly cut?: boolean
}

interface PartSide extends WrittenSide {
  readonly isOwn: boolean
}

/** The steps of a message; none where it has nothing that the wire can carry. */
export function encodeTurn(message: Message, side: WrittenSide, context: Context): WrittenStep[] {
  const own = objectIn(metadataOf(message, context)?.outputs)
  const drafts = draftsOf(message, side, context)
  // A message without parts is one all the same.
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

/** The step that a part belongs to: answers of others are one, but for results. */
function draftFor(part: Part, output: number | undefined, latest: Draft | undefined): Draft {
  const isOther = latest?.run !== undefined || part.type === 'tool-result'
  const isNext = output !== undefined && latest?.output !== output
  return latest === undefined || isOther || isNext ? newDraft(output) : latest
}

/** Whether there was something to add. */
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

/** What a text cites stands beside it in answers, and nowhere in requests. */
function addText(part: TextPart, draft: Draft, { isRequest, isOwn }: PartSide, context: Context): boolean {
  const { citations, ...piece } = objectIn(encodePiece(part, context))
  if (!isRequest) append(draft.citations, arrayOr(citations, []))
  if (!isRequest && !isOwn && draft.isParted && needsLine(textOf(draft.content)))
    draft.content.push({ text: PARTING })
  draft.isParted = false
  return addEntry(draft.content, piece)
}

/** The content is one text: a blank line stands where something else stood between two. */
export const PARTING = '\n\n'

/** Whether a text before needs one. */
export function needsLine(before: string): boolean {
  return before !== '' && !before.endsWith('\n')
}

function addEntry(list: JsonValue[], entry: JsonValue | undefined): boolean {
  if (entry === undefined) return false
  list.push(entry)
  return true
}

const NO_WORDS: JsonValue = [{ text: '' }]

/** In requests a message has a content, if only an empty one (XAI-GRPC-CONTENT-01). */
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
    { role: ROLES.assistant, content: isRequest ? NO_WORDS : undefined },
  )
}

function textOf(content: readonly JsonValue[]): string {
  return content.map((piece) => (isObject(piece) ? stringOr(piece.text, '') : '')).join('')
}

/** The calls of a message that the client answers. */
export function clientCalls({ parts }: Message): ToolCall[] {
  return parts.flatMap((part) => (part.type === 'tool-call' && !part.providerExecuted ? [part] : []))
}
