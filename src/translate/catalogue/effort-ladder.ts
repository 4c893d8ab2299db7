import { REASONING_EFFORTS } from '../../base/model/constants.js'
import type { ReasoningEffort } from '../../base/model/types.js'
import type { EffortBudgets, ModelReasoning } from './model-row.js'

/**
 * Tokens of each effort, for models without documented numbers. Only one vendor documents these numbers:
 * https://ai.google.dev/gemini-api/docs/openai#thinking
 */
export const USUAL_BUDGETS: EffortBudgets = { low: 1_024, medium: 8_192, high: 24_576 }

/**
 * Returns the model's effort for a requested effort; undefined if the model accepts none. A model without
 * known efforts accepts all.
 */
export function effortOf(
  { efforts = REASONING_EFFORTS, instead = {} }: ModelReasoning,
  wanted: ReasoningEffort,
): ReasoningEffort | undefined {
  if (efforts.includes(wanted)) return wanted
  return instead[wanted] ?? nearest(efforts, (effort) => rank(effort) - rank(wanted))
}

/** Returns the model's effort that is nearest to a budget. */
export function effortOfBudget(reasoning: ModelReasoning, tokens: number): ReasoningEffort | undefined {
  const budgets = reasoning.budgets ?? USUAL_BUDGETS
  const known = REASONING_EFFORTS.filter((effort) => budgets[effort] !== undefined)
  const wanted = nearest(known, (effort) => (budgets[effort] ?? 0) - tokens)
  return wanted && effortOf(reasoning, wanted)
}

/** Returns the budget of an effort, within the limits of the model. */
export function budgetOf(reasoning: ModelReasoning, effort: ReasoningEffort): number {
  const budgets = reasoning.budgets ?? USUAL_BUDGETS
  const known = REASONING_EFFORTS.filter((word) => budgets[word] !== undefined)
  const word = nearest(known, (each) => rank(each) - rank(effort))
  return bounded(reasoning, budgets[word ?? effort] ?? 0)
}

/** Limits a budget to the range of the model. */
export function bounded(
  { budget: { least, most = Number.POSITIVE_INFINITY } = { least: 0 } }: ModelReasoning,
  tokens: number,
): number {
  return Math.min(Math.max(tokens, least), most)
}

function rank(effort: ReasoningEffort): number {
  return REASONING_EFFORTS.indexOf(effort)
}

/** Returns the nearest item; of two equally near items, returns the first one, which costs less. */
function nearest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  const off = (item: Item) => Math.abs(distance(item))
  return [...items].sort((a, b) => off(a) - off(b))[0]
}
