import { asJson, wrongType } from '../base/json/read-json.js'
import { createContext, type Notice } from '../base/model/context.js'
import type { ReasoningPart, TextPart, ToolCall } from '../base/model/types.js'
import { CallMaker } from './call-maker.js'
import type { FoundCall } from './found-call.js'
import { leftoverNotice } from './leftover.js'
import { type ScanOptions, ScanPlan } from './scan-plan.js'
import { TextScanner } from './scanner.js'
import { isProgress, isThought, type Thought } from './text-items.js'

/** Options of `readTextCalls`. */
export interface ReadTextOptions extends ScanOptions {
  /** A unique value, such as the id of the answer, that is used to create call ids. Default: none. */
  readonly place?: string | undefined
  /**
   * True if the text was truncated, for example by a limit: calls in unclosed reasoning are then drafts, and
   * an ambiguous end belongs to the call. Default: false.
   */
  readonly isCut?: boolean | undefined
  /** Called for broken arguments and for text that looks like a call. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/**
 * Splits a text into text, reasoning and calls. A text without calls returns one part. An empty text returns
 * no parts.
 * @example readTextCalls(text, { dialects: [hermesJson], tools })
 */
export function readTextCalls(
  text: string,
  options: ReadTextOptions,
): (TextPart | ReasoningPart | ToolCall)[] {
  const plan = new ScanPlan(options)
  if (typeof text !== 'string') throw wrongType('a text', asJson(text), '')
  if (plan.isIdle) return text === '' ? [] : [{ type: 'text', text }]
  const { onNotice = () => {}, place, isCut } = options
  const scanner = new TextScanner(plan, undefined, (leftover) => onNotice(leftoverNotice(leftover)))
  const maker = new CallMaker(place, { ...createContext(''), report: onNotice })
  const parts: (TextPart | ReasoningPart | ToolCall)[] = []
  for (const piece of [...scanner.push(text), ...scanner.finish(isCut)]) {
    const last = parts.at(-1)
    if (isProgress(piece)) continue
    const part = partOf(piece, maker)
    if (part.type === 'tool-call' || last?.type !== part.type) parts.push(part)
    else parts[parts.length - 1] = { ...part, text: last.text + part.text }
  }
  return parts
}

function partOf(piece: string | Thought | FoundCall, maker: CallMaker): TextPart | ReasoningPart | ToolCall {
  if (typeof piece === 'string') return { type: 'text', text: piece }
  return isThought(piece) ? { type: 'reasoning', text: piece.thought } : maker.call(piece)
}
