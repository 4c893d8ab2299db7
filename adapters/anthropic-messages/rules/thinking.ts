import { isObject, numberOr, stringOr } from '../../../src/json/read.js'
import type { Rule } from '../../../src/lint/rule.js'
import { LEAST_BUDGET } from '../thinking.js'
import { allBlocks, isThinking, messagesOf, type Turn, thinkingType, turnsOf } from './request.js'

/**
 * The first assistant turn of the tool loop that the conversation ends in. There is none when it begins with results:
 * then the server holds the beginning.
 */
function openLoop(turns: readonly Turn[]): Turn | undefined {
  let index = turns.length - 1
  let first: Turn | undefined
  for (; isResults(turns[index]) && isCalling(turns[index - 1]); index -= 2) first = turns[index - 1]
  return isResults(turns[index]) ? undefined : first
}

function isResults(turn: Turn | undefined): boolean {
  return turn?.role === 'user' && turn.blocks.every(({ type }) => type === 'tool_result')
}

function isCalling(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.blocks.some(({ type }) => type === 'tool_use')
}

/**
 * THINK-02 (blocks of the latest turn unchanged) and THINK-08 (fallback blocks in place) are not here: they compare a
 * request with an earlier answer.
 */
export const thinkingRules: readonly Rule[] = [
  {
    id: 'ANTHROPIC-THINK-01',
    severity: 'error',
    summary: 'With manual thinking, a tool loop at the end starts with thinking; once per loop is enough.',
    error: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`',
    evidence: 'https://github.com/anomalyco/opencode/issues/3077',
    check(request, report) {
      if (thinkingType(request) !== 'enabled') return
      const [first] = openLoop(turnsOf(request))?.blocks ?? []
      if (first !== undefined && !isThinking(first))
        report(first.path, `expected thinking, but found ${first.type}`)
    },
  },
  {
    id: 'ANTHROPIC-THINK-03',
    severity: 'error',
    summary: 'Every thinking block has a signature.',
    error: 'Invalid `signature` in `thinking` block',
    evidence: '@anthropic-ai/sdk, ThinkingBlockParam',
    check(request, report) {
      for (const { type, value, path } of allBlocks(request))
        if (type === 'thinking' && stringOr(value.signature, '') === '')
          report(`${path}/signature`, 'the thinking has no signature')
    },
  },
  {
    id: 'ANTHROPIC-THINK-04',
    severity: 'error',
    summary: 'With thinking disabled, an assistant message in the final position holds no thinking.',
    error:
      'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`',
    evidence: 'https://github.com/tailcallhq/forgecode/issues/1853',
    check(request, report) {
      const last = messagesOf(request).at(-1)
      if (thinkingType(request) !== 'disabled' || last?.role !== 'assistant') return
      for (const block of last.blocks.filter(isThinking)) report(block.path, 'thinking is disabled')
    },
  },
  {
    id: 'ANTHROPIC-THINK-05',
    severity: 'error',
    summary: 'With manual thinking, tool_choice is auto or none.',
    error: 'Thinking may not be enabled when tool_choice forces tool use.',
    evidence: 'https://github.com/mastra-ai/mastra/issues/7507',
    check(request, report) {
      const choice = isObject(request.tool_choice) ? request.tool_choice.type : undefined
      if (thinkingType(request) === 'enabled' && (choice === 'any' || choice === 'tool'))
        report('/tool_choice', 'tool_choice forces a call while thinking is enabled')
    },
  },
  {
    id: 'ANTHROPIC-THINK-06',
    severity: 'error',
    summary: 'The thinking budget is at least 1024 tokens and less than max_tokens.',
    evidence: '@anthropic-ai/sdk, ThinkingConfigEnabled',
    check(request, report) {
      const { thinking } = request
      if (!isObject(thinking) || thinking.type !== 'enabled') return
      const budget = numberOr(thinking.budget_tokens, 0)
      const most = numberOr(request.max_tokens, Number.POSITIVE_INFINITY)
      if (budget < LEAST_BUDGET) report('/thinking/budget_tokens', `the budget is below ${LEAST_BUDGET}`)
      if (budget >= most) report('/thinking/budget_tokens', 'the budget is not less than max_tokens')
    },
  },
  {
    id: 'ANTHROPIC-THINK-07',
    severity: 'error',
    summary: 'Thinking blocks carry no cache_control.',
    evidence: 'vercel/ai, packages/anthropic (cache control validator)',
    check(request, report) {
      for (const block of allBlocks(request))
        if (isThinking(block) && isObject(block.value.cache_control))
          report(`${block.path}/cache_control`, 'thinking cannot be a cache breakpoint')
    },
  },
]
