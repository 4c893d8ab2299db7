import { asJson, asNative } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { outcomeOf } from '../../base/model/outcome.js'
import { givenId } from '../../base/model/repeated-ids.js'
import type { ModelResponse, Outcome, ToolResult, Usage } from '../../base/model/types.js'

/** An answer of a model, as it counts for a budget. */
export interface Spending {
  /** The model, as its provider reported it. Default: unknown. */
  readonly model?: string
  /** The usage. Absent if the provider did not report it. */
  readonly usage?: Usage
  /** The end of the answer. */
  readonly outcome: Outcome
}

/** Returns the spending of an answer. */
export function spendingOf({
  message,
  finish,
  usage,
}: Pick<ModelResponse, 'message' | 'finish' | 'usage'>): Spending {
  return compact({ model: message.origin?.model, usage, outcome: outcomeOf(finish) })
}

/** Returns host data with the answers that a sub-agent spent on a call. */
export function spendingData(spending: readonly Spending[]) {
  return { subAgentSpending: asJson(spending) }
}

/** Returns the spending of sub-agents in their results. Equal calls with one id ran once, and count once. */
export function spendingIn(results: readonly ToolResult[]): readonly Spending[] {
  const lists = new Map<string, readonly Spending[]>()
  for (const { callId, metadata } of results) {
    const spending = metadata?.subAgentSpending
    if (Array.isArray(spending)) lists.set(JSON.stringify([givenId(callId), spending]), asNative(spending))
  }
  return [...lists.values()].flat()
}
