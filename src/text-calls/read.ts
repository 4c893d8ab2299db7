import type { TextPart, ToolCall } from '../model/types.js'
import { CallMaker } from './calls.js'
import { type ScanOptions, ScanPlan, TextScanner } from './scanner.js'

/** What is read of one text. */
export interface ReadTextOptions extends ScanOptions {
  /** What tells this text from others, such as the id of the answer: ids of calls are made of it. Default: nothing. */
  readonly place?: string
}

/**
 * The texts and calls that a text consists of. A text without calls of declared tools comes back as it is, as one part;
 * an empty one as none.
 * @example readTextCalls(text, { dialects: [hermesJson], tools })
 */
export function readTextCalls(text: string, options: ReadTextOptions): (TextPart | ToolCall)[] {
  const plan = new ScanPlan(options)
  if (plan.isIdle) return text === '' ? [] : [{ type: 'text', text }]
  const scanner = new TextScanner(plan)
  const maker = new CallMaker(options.place)
  const parts: (TextPart | ToolCall)[] = []
  for (const piece of [...scanner.push(text), ...scanner.finish()]) {
    const last = parts.at(-1)
    if (typeof piece !== 'string') parts.push(maker.call(piece))
    else if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + piece }
    else parts.push({ type: 'text', text: piece })
  }
  return parts
}
