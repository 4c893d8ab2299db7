import type { PatchOperation } from '../../base/json/patch.js'
import { valueAt } from '../../base/json/pointer.js'
import type { RefusalFix } from './refusal.js'

/**
 * The sentences of providers with the length of the prompt and the size of the context window, e.g. `178959 + 64000 >
 * 200000` or `maximum context length is 131072 tokens … (13313 in the messages`.
 */
const SENTENCES = [
  /(?<prompt>\d{1,9}) \+ \d{1,9} > (?<window>\d{1,9})/,
  /context length is (?<window>\d{1,9}) tokens[^(]{0,80}\((?<prompt>\d{1,9}) in the messages/,
  /context length is (?<window>\d{1,9}) tokens and your request has (?<prompt>\d{1,9}) input tokens/,
]

/** Returns the number of tokens that the prompt leaves for the answer; undefined if the message lacks the numbers. */
export function roomForAnswer(text: string): number | undefined {
  for (const sentence of SENTENCES) {
    const { prompt, window } = sentence.exec(text)?.groups ?? {}
    if (prompt !== undefined && window !== undefined) return Number(window) - Number(prompt)
  }
  return undefined
}

/** The smallest budget for thinking that Claude accepts. */
const LEAST_BUDGET = 1024

/**
 * Creates the fix that lowers the output limit to the rest of the context window.
 * @param limit the path of the output limit.
 * @param budget the path of a budget for thinking, which has to be lower than the output limit.
 */
export function fitsWindow(limit: string, budget: string): RefusalFix {
  return (request, { text }) => {
    const room = roomForAnswer(text)
    const [asked, thinking] = [valueAt(request, limit), valueAt(request, budget)]
    if (room === undefined || room < 1 || typeof asked !== 'number' || room >= asked) return undefined
    const lowered: PatchOperation = { op: 'replace', path: limit, value: room }
    if (typeof thinking !== 'number' || thinking < room) return [lowered]
    // Turning thinking off would change the answer.
    return room > LEAST_BUDGET ? [lowered, { op: 'replace', path: budget, value: room - 1 }] : undefined
  }
}
