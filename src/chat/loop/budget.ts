import { AdapterError } from '../../base/json/adapter-error.js'
import { isGoodEnd } from '../../base/model/outcome.js'
import type { Usage } from '../../base/model/types.js'
import type { Spending } from './spending.js'

/** Limits of a run. The run ends with the reason `budget` before the next request. */
export interface Budget {
  /** The maximum number of tokens, read and generated, of all answers since the message that began the run, also of sub-agents. Default: unlimited. */
  readonly maxTokens?: number | undefined
  /** The maximum cost of these answers, in the currency of `costOf`. Requires `costOf`. Default: unlimited. */
  readonly maxCost?: number | undefined
  /**
   * Returns the cost of an answer, for example `costOf` of `toolwire/models`, in US dollars. If it returns undefined, the loop throws
   * an AdapterError before the next request, because nothing would limit the cost.
   */
  readonly costOf?: ((usage: Usage, model: string) => number | undefined) | undefined
  /** Maximum milliseconds of the complete run. After this time the run is aborted. Default: unlimited. */
  readonly timeoutMs?: number | undefined
  /**
   * Maximum milliseconds of each answer of the model. After this time the run is aborted. Default: unlimited.
   */
  readonly turnTimeoutMs?: number | undefined
}

/**
 * Returns true if the answers used up the budget. Interrupted answers without usage do not count.
 * @throws AdapterError `missing-field` for a complete answer without usage or of unknown cost, because the
 * run would have no limit.
 */
export function isSpent(budget: Budget, answers: readonly Spending[]): boolean {
  const { maxTokens, maxCost, costOf } = budget
  if (maxTokens !== undefined && sum(answers, tokensOf) >= maxTokens) return true
  return maxCost !== undefined && costOf !== undefined && sum(answers, costBy(costOf)) >= maxCost
}

function tokensOf(answer: Spending): number {
  const { inputTokens = 0, outputTokens = 0 } = usageOf(answer, 'maxTokens') ?? {}
  return inputTokens + outputTokens
}

function costBy(costOf: NonNullable<Budget['costOf']>): (answer: Spending) => number {
  return (answer) => {
    const usage = usageOf(answer, 'maxCost')
    if (usage === undefined) return 0
    const { model = '' } = answer
    const cost = costOf(usage, model)
    if (cost === undefined)
      throw new AdapterError(
        'missing-field',
        '/budget/costOf',
        `the cost of an answer of "${model}" is unknown, so \`maxCost\` cannot limit the run: let \`costOf\` return a number for this model`,
      )
    return cost
  }
}

/** Returns undefined for an interrupted answer without usage. */
function usageOf({ usage, outcome }: Spending, limit: string): Usage | undefined {
  if (usage === undefined && isGoodEnd(outcome))
    throw new AdapterError(
      'missing-field',
      `/budget/${limit}`,
      `the provider reported no usage, so \`${limit}\` cannot limit the run: request the usage from the provider, or omit \`${limit}\``,
    )
  return usage
}

function sum(answers: readonly Spending[], amountOf: (answer: Spending) => number): number {
  return answers.reduce((total, answer) => total + amountOf(answer), 0)
}
