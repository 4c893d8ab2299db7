import type { ModelResponse, Usage } from '../../base/model/types.js'

/** Limits of a run. The run ends with the reason `budget` before the next request. */
export interface Budget {
  /** The maximum number of tokens, read and generated, of all answers to the user's last message. Default: unlimited. */
  readonly maxTokens?: number | undefined
  /** The maximum cost of these answers, in the currency of `costOf`. Requires `costOf`. Default: unlimited. */
  readonly maxCost?: number | undefined
  /**
   * Returns the cost of an answer, for example `costOf` of `toolwire/models`, in US dollars. Answers of unknown
   * cost (undefined) do not count.
   */
  readonly costOf?: ((usage: Usage, model: string) => number | undefined) | undefined
  /** Milliseconds for the whole run. It is then aborted. Default: unlimited. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for each answer of the model. The run is then aborted. Default: unlimited. */
  readonly turnTimeoutMs?: number | undefined
}

type Answer = Pick<ModelResponse, 'usage'> & { readonly message?: ModelResponse['message'] }

/** Returns true if the answers used up the budget. Answers without usage do not count. */
export function isSpent({ maxTokens, maxCost, costOf }: Budget, answers: readonly Answer[]): boolean {
  const tokens = sum(answers.map(({ usage }) => (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)))
  if (maxTokens !== undefined && tokens >= maxTokens) return true
  if (maxCost === undefined || costOf === undefined) return false
  const cost = sum(
    answers.map(({ usage, message }) => (usage && costOf(usage, message?.origin?.model ?? '')) ?? 0),
  )
  return cost >= maxCost
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
