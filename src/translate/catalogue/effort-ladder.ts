import { REASONING_EFFORTS } from '../../base/model/constants.js'
import type { ReasoningEffort } from '../../base/model/types.js'
import type { EffortBudgets, ModelReasoning } from './model-row.js'

/**
 * Tokens of the words for depth, where nobody says it of a model. The only vendor that gives such numbers:
 * https://ai.google.dev/gemini-api/docs/openai#thinking
 */
export const USUAL_BUDGETS: EffortBudgets = { low: 1_024, medium: 8_192, high: 24_576 }

/** The word of the model for a depth; undefined where it takes none. What says nothing of its words takes all. */
export function effortOf(
  { efforts = REASONING_EFFORTS, instead = {} }: ModelReasoning,
  wanted: ReasoningEffort,
): ReasoningEffort | undefined {
  if (efforts.includes(wanted)) return wanted
  return instead[wanted] ?? nearest(efforts, (effort) => rank(effort) - rank(wanted))
}

/** The word of the model that comes nearest to a budget. */
export function effortOfBudget(reasoning: ModelReasoning, tokens: number): ReasoningEffort | undefined {
  const budgets = reasoning.budgets ?? USUAL_BUDGETS
  const known = REASONING_EFFORTS.filter((effort) => budgets[effort] !== undefined)
  const wanted = nearest(known, (effort) => (budgets[effort] ?? 0) - tokens)
  return wanted && effortOf(reasoning, wanted)
}

/** The budget that a word stands for, within the bounds of the model. */
export function budgetOf(reasoning: ModelReasoning, effort: ReasoningEffort): number {
  const budgets = reasoning.budgets ?? USUAL_BUDGETS
  const known = REASONING_EFFORTS.filter((word) => budgets[word] !== undefined)
  const word = nearest(known, (each) => rank(each) - rank(effort))
  return bounded(reasoning, budgets[word ?? effort] ?? 0)
}

/** A budget within the bounds of the model. */
export function bounded(
  { budget: { least, most = Number.POSITIVE_INFINITY } = { least: 0 } }: ModelReasoning,
  tokens: number,
): number {
  return Math.min(Math.max(tokens, least), most)
}

function rank(effort: ReasoningEffort): number {
  return REASONING_EFFORTS.indexOf(effort)
}

/** What is least far off; of two the first one, which costs less. */
function nearest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  const off = (item: Item) => Math.abs(distance(item))
  return [...items].sort((a, b) => off(a) - off(b))[0]
}
