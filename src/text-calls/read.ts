import { createContext, type Notice } from '../model/context.js'
import type { ReasoningPart, TextPart, ToolCall } from '../model/types.js'
import { CallMaker } from './calls.js'
import { leftoverNotice } from './leftover.js'
import { isThought, type ScanOptions, ScanPlan, type TextItem, TextScanner } from './scanner.js'

/** What is read of one text. */
export interface ReadTextOptions extends ScanOptions {
  /** What tells this text from others, such as the id of the answer: ids of calls are made of it. Default: nothing. */
  readonly place?: string
  /**
   * Whether the text was cut off, as by a limit: then calls in thinking that nothing ended are drafts, and what may end a
   * call or be part of a value is part of it. Default: no.
   */
  readonly isCut?: boolean
  /** Told of broken arguments, and of what looks like a call and is left as text. Default: nobody. */
  readonly onNotice?: (notice: Notice) => void
}

/**
 * The texts, thoughts and calls that a text consists of. A text without them comes back as it is, as one part; an empty
 * one as none.
 * @example readTextCalls(text, { dialects: [hermesJson], tools })
 */
export function readTextCalls(
  text: string,
  options: ReadTextOptions,
): (TextPart | ReasoningPart | ToolCall)[] {
  const plan = new ScanPlan(options)
  if (plan.isIdle) return text === '' ? [] : [{ type: 'text', text }]
  const { onNotice = () => {}, place, isCut } = options
  const scanner = new TextScanner(plan, undefined, (leftover) => onNotice(leftoverNotice(leftover)))
  const maker = new CallMaker(place, { ...createContext(''), report: onNotice })
  const parts: (TextPart | ReasoningPart | ToolCall)[] = []
  for (const piece of [...scanner.push(text), ...scanner.finish(isCut)]) {
    const last = parts.at(-1)
    const part = partOf(piece, maker)
    if (part.type === 'tool-call' || last?.type !== part.type) parts.push(part)
    else parts[parts.length - 1] = { ...part, text: last.text + part.text }
  }
  return parts
}

function partOf(piece: TextItem, maker: CallMaker): TextPart | ReasoningPart | ToolCall {
  if (typeof piece === 'string') return { type: 'text', text: piece }
  return isThought(piece) ? { type: 'reasoning', text: piece.thought } : maker.call(piece)
}
