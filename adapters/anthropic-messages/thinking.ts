import { isObject } from '../../src/base/json/read-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'

/**
 * Minimum of `budget_tokens`, which must also be less than `max_tokens`: `ThinkingConfigEnabled` in
 * @anthropic-ai/sdk.
 */
export const LEAST_BUDGET = 1024

/**
 * Adjusts the budget of manual thinking to the limits of this wire, or turns thinking off for this request.
 */
export function fitThinking(conversation: Conversation, fit: FitContext): Conversation {
  const { reasoning, maxOutputTokens = Number.POSITIVE_INFINITY } = conversation
  const { budgetTokens: budget, enabled } = reasoning ?? {}
  if (budget === undefined || enabled === false) return conversation
  const most = maxOutputTokens - 1
  const obstacle = obstacleOf(conversation, budget, most)
  if (obstacle !== undefined) return pauseThinking(conversation, obstacle, fit)
  const budgetTokens = Math.min(Math.max(budget, LEAST_BUDGET), most)
  if (budgetTokens === budget) return conversation
  fit.report({
    code: 'thinking-budget-changed',
    severity: 'warning',
    path: '/reasoning/budgetTokens',
    message: `the thinking budget must be at least ${LEAST_BUDGET} and below the output limit; it becomes ${budgetTokens}`,
    detail: budget,
  })
  return { ...conversation, reasoning: { ...reasoning, budgetTokens } }
}

/** Returns the reason why manual thinking is not possible. */
function obstacleOf(conversation: Conversation, budget: number, most: number): string | undefined {
  if (budget < 1) return 'the thinking budget is not a number of tokens'
  if (most < LEAST_BUDGET) return `the output limit leaves no room for ${LEAST_BUDGET} tokens of thinking`
  if (isForced(conversation)) return 'the tool choice forces a call'
  if (isLoopWithout(conversation)) return 'another model began this tool loop, without thinking'
  return undefined
}

/** ANTHROPIC-THINK-05. */
function isForced({ toolChoice }: Conversation): boolean {
  if (toolChoice?.type === 'allowed') return toolChoice.mode === 'required'
  if (toolChoice?.type !== 'opaque') return toolChoice?.type === 'required' || toolChoice?.type === 'tool'
  return isObject(toolChoice.value) && (toolChoice.value.type === 'any' || toolChoice.value.type === 'tool')
}

/**
 * Returns true if the tool loop at the end does not start with thinking (ANTHROPIC-THINK-01), because another
 * model began it.
 */
function isLoopWithout({ messages }: Conversation): boolean {
  if (messages.at(-1)?.role !== 'tool') return false
  const before = messages.findLastIndex(({ role }) => role === 'user')
  const turn = messages.slice(before + 1).find(({ role }) => role === 'assistant')
  return turn !== undefined && turn.parts[0]?.type !== 'reasoning' && turn.parts.some(isCallToAnswer)
}

/** Effort is kept: it affects more than thinking. */
function pauseThinking(conversation: Conversation, obstacle: string, fit: FitContext): Conversation {
  fit.report({
    code: 'thinking-paused',
    severity: 'warning',
    path: '/reasoning',
    message: `${obstacle}; thinking is off for this request`,
  })
  const { reasoning: { effort } = {}, ...rest } = conversation
  const settled = effort === undefined ? rest : { ...rest, reasoning: { effort } }
  const own = metadataOf(conversation, fit)
  if (!isObject(own?.groups)) return settled
  const { thinking: _thinking, ...groups } = own.groups
  return withMetadata(settled, { ...own, groups }, fit)
}
