import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject, numberOr } from '../../../src/base/json/read-json.js'
import { each } from '../../../src/translate/lint/checks.js'
import {
  constant,
  heldAt,
  leftOut,
  parentPath,
  replaced,
  saysNothing,
} from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  fieldIn,
  fieldOf,
  fieldText,
  isOf,
  objectAt,
  those,
  typeOf,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { LEAST_BUDGET } from '../fit.js'
import { allBlocks, type MergedMessage, messagesOf, turnsOf } from './request.js'

const isThinking = isOf('thinking', 'redacted_thinking')

/**
 * Creates a finder for requests with this type of thinking, since adaptive and manual thinking have different
 * rules.
 */
function whenThinking<Item>(type: string, find: Find<Item>): Find<Item> {
  return (request) => {
    const [thinking] = objectAt('thinking')({ value: request, path: '' })
    return fieldText(thinking, 'type') === type ? find(request) : []
  }
}

/**
 * Returns the first assistant turn of the tool loop at the end. Returns undefined if the request begins with
 * results, because the server stores the beginning.
 */
function openLoop(turns: readonly MergedMessage[]): MergedMessage | undefined {
  let index = turns.length - 1
  let first: MergedMessage | undefined
  for (; isResults(turns[index]) && isCalling(turns[index - 1]); index -= 2) first = turns[index - 1]
  return isResults(turns[index]) ? undefined : first
}

function isResults(turn: MergedMessage | undefined): boolean {
  return turn?.role === 'user' && turn.blocks.every(isOf('tool_result'))
}

function isCalling(turn: MergedMessage | undefined): boolean {
  return turn?.role === 'assistant' && turn.blocks.some(isOf('tool_use'))
}

/** Returns the first block of the tool loop at the end. */
function loopStart(request: JsonObject) {
  return openLoop(turnsOf(request))?.blocks.slice(0, 1) ?? []
}

function blocksAtEnd(request: JsonObject) {
  const last = messagesOf(request).at(-1)
  return last?.role === 'assistant' ? last.blocks : []
}

const withoutThinking: Fix = (request) => leftOut(request, '/thinking')

/** Returns `auto` as the choice, with the same parallel-call flag. */
function freeChoice(choice: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(choice)) return undefined
  const { name, ...rest } = choice
  return { ...rest, type: 'auto' }
}

/** Returns the nearest accepted budget, or undefined if the output limit is too small for a budget. */
const takenBudget: Fix = (request, path) => {
  const most = numberOr(request.max_tokens, Number.POSITIVE_INFINITY) - 1
  const wanted = Math.max(LEAST_BUDGET, numberOr(heldAt(request, path), 0))
  return most < LEAST_BUDGET ? undefined : constant(Math.min(wanted, most))(request, path)
}

/**
 * THINK-02 (blocks of the latest turn unchanged) and THINK-08 (fallback blocks in place) are not checked,
 * since they compare a request with an earlier answer.
 */
export const thinkingRules: RuleRows = {
  'ANTHROPIC-THINK-01': {
    fix: withoutThinking,
    summary: 'With manual thinking, a final tool loop starts with a thinking block; one per loop is enough.',
    error: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`',
    evidence: 'https://github.com/anomalyco/opencode/issues/3077',
    check: each(
      whenThinking('enabled', loopStart),
      (block) => !isThinking(block),
      (block) => `expected thinking, but found ${typeOf(block)}`,
    ),
  },
  'ANTHROPIC-THINK-03': {
    fix: (request, path) => saysNothing(request, parentPath(path)),
    summary: 'Every thinking block has a signature.',
    error: 'Invalid `signature` in `thinking` block',
    evidence: '@anthropic-ai/sdk, ThinkingBlockParam',
    check: each(
      fieldOf(those(allBlocks, isOf('thinking')), 'signature'),
      ({ value }) => typeof value !== 'string' || value === '',
      'the thinking has no signature',
    ),
  },
  'ANTHROPIC-THINK-04': {
    fix: saysNothing,
    summary: 'With thinking disabled, an assistant message in the final position holds no thinking.',
    error:
      'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`',
    evidence: 'https://github.com/tailcallhq/forgecode/issues/1853',
    check: each(whenThinking('disabled', blocksAtEnd), isThinking, 'thinking is disabled'),
  },
  'ANTHROPIC-THINK-05': {
    fix: replaced(freeChoice),
    summary: 'With manual thinking, tool_choice is auto or none.',
    error: 'Thinking may not be enabled when tool_choice forces tool use.',
    evidence: 'https://github.com/mastra-ai/mastra/issues/7507',
    check: each(
      whenThinking('enabled', fieldIn('tool_choice')),
      ({ value }) => isObject(value) && (value.type === 'any' || value.type === 'tool'),
      'tool_choice forces a call while thinking is enabled',
    ),
  },
  'ANTHROPIC-THINK-06': {
    fix: takenBudget,
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
  'ANTHROPIC-THINK-07': {
    fix: leftOut,
    summary: 'Thinking blocks carry no cache_control.',
    evidence: 'vercel/ai, packages/anthropic (cache control validator)',
    check: each(
      fieldOf(those(allBlocks, isThinking), 'cache_control'),
      ({ value }) => isObject(value),
      'thinking cannot be a cache breakpoint',
    ),
  },
}
