import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isArray } from '../../src/base/json/read-json.js'
import { append, compact, unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import {
  metadataOf,
  type Wired,
  wireMetadata,
  withMetadata,
  withMore,
} from '../../src/base/model/metadata.js'
import type { Message, Part, ProviderMetadata, ReasoningPart } from '../../src/base/model/types.js'
import {
  absentFields,
  extraFields,
  extraOf,
  type Fields,
  type ReadFields,
} from '../../src/codec/shape/fields.js'
import { decodeCall } from './calls.js'
import { decodeContent } from './content.js'
import { decodeRun, isRun } from './runs.js'

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
