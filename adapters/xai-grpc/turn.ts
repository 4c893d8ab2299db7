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

// The model's output between two messages of the client: a list of outputs in an answer, a list of messages
// in a request. Most turns have one element. If xAI runs tools, each step and each result is an element.

/** One step of a turn, as input. */
export interface TurnStep {
  readonly native: JsonObject
  readonly context: Context
  /** The step's `index` in answers. Parts of the first step have no index. */
  readonly output: number
  /**
   * The kept fields of the output that contains the message: `extra` and `absent`. Default: the message is in
   * a request.
   */
  readonly around?: JsonObject
}

/** Facts about a turn from outside its steps. */
export interface TurnSite {
  /** Makes minted call ids unique. */
  readonly place: string
  /** True if the output limit ended the turn, which may have truncated the last call. */
  readonly cut?: boolean
  /** The model that wrote the turn. Default: unknown. */
  readonly model?: string | undefined
}

type CutSite = Required<Pick<TurnSite, 'place' | 'cut'>>

/** Decodes steps into one message. Fields without a part are kept by step index, under `outputs`. */
export function decodeTurn(
  steps: readonly TurnStep[],
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

/** Returns the metadata of a turn. @param outputs the kept fields of its steps, by index. */
export function turnMetadata(outputs: JsonObject, context: Wired): ProviderMetadata | undefined {
  return wireMetadata(context, { outputs: unlessEmpty(outputs) })
}

/**
 * Returns the fields of a step that no part contains.
 * @param read the decoded fields of the step's message; undefined if all fields were decoded.
 * @param isEmpty true if the step has no parts and is not the first.
 */
export function keptOf(
  { native, around }: Pick<TurnStep, 'native' | 'around'>,
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

/** Decodes reasoning, text and calls, in this order, or the result of a tool that xAI ran. */
function decodeStep(
  { native, context, output: number, around }: TurnStep,
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

/** Decodes `reasoning_content`, and `encrypted_content`, which must be returned to xAI. */
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

/** Decodes the content: a text in answers, a list in requests. Empty content is kept unchanged. */
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

/** Returns a piece of an output with its citations. */
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

/** Returns a unique position for a call without an id. */
export function callPlace(answer: string, output: number, index: number): string {
  return `${answer}/${output}/${index}`
}
