import { isObject } from '../../src/base/json/read-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'

/** `budget_tokens` of `ThinkingConfigEnabled` in @anthropic-ai/sdk: at least this, and less than `max_tokens`. */
export const LEAST_BUDGET = 1024

/** Manual thinking, within what this wire takes beside it; else it is off for this request. */
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

/** Why there can be no manual thinking. */
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
 * The tool loop that the conversation ends in has to start with thinking (ANTHROPIC-THINK-01). When another model began it
 * there is none.
 */
function isLoopWithout({ messages }: Conversation): boolean {
  if (messages.at(-1)?.role !== 'tool') return false
  const before = messages.findLastIndex(({ role }) => role === 'user')
  const turn = messages.slice(before + 1).find(({ role }) => role === 'assistant')
  return turn !== undefined && turn.parts[0]?.type !== 'reasoning' && turn.parts.some(isCallToAnswer)
}

/** Effort stays: it is about more than thinking. */
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
