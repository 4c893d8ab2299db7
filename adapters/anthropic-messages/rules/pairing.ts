import type { JsonObject } from '../../../src/base/json/json-types.js'
import { objectIn } from '../../../src/base/json/read-json.js'
import {
  callsAnswered,
  none,
  resultsCalled,
  resultsFirst,
  resultsUnique,
} from '../../../src/translate/lint/checks.js'
import { resultsToFront } from '../../../src/translate/lint/fix-pairs.js'
import { pairedResults, pairedWithText } from '../../../src/translate/lint/fix-with-fit.js'
import { heldAt, leftOut } from '../../../src/translate/lint/fixes.js'
import { type Found, fieldText, isOf, objectAt, typeOf, within } from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import {
  allBlocks,
  idOf,
  isServerCall,
  isServerResult,
  type MergedMessage,
  messagesOf,
  turnsOf,
  viewOf,
} from './request.js'
import { form } from './shapes.js'

function assistantTurns(request: JsonObject): MergedMessage[] {
  return turnsOf(request).filter(({ role }) => role === 'assistant')
}

function answeredId(block: Found): string {
  return fieldText(block, 'tool_use_id')
}

/** Returns ids of the provider's tool calls without a result in any message. */
function pendingServerCalls(request: JsonObject): Set<string> {
  const blocks = allBlocks(request)
  const calls = blocks.filter(isServerCall).map(idOf)
  if (calls.length === 0) return new Set()
  const answered = new Set(blocks.filter((block) => typeOf(block).endsWith('tool_result')).map(answeredId))
  return new Set(calls.filter((id) => !answered.has(id)))
}

/** Returns calls of the provider's tools that are pending in an earlier turn. */
function leftPending(request: JsonObject): Found[] {
  const pending = pendingServerCalls(request)
  const earlier = assistantTurns(request).slice(0, -1)
  return earlier
    .flatMap(({ blocks }) => blocks)
    .filter((block) => isServerCall(block) && pending.has(idOf(block)))
}

function callerId(block: Found): string {
  return fieldText(objectAt('caller')(block)[0], 'tool_id')
}

const isHandover = isOf('fallback')

/**
 * Blocks of a model that declined, before the last `fallback` block of a message. These blocks must not be
 * sent back.
 */
const superseded = within(messagesOf, ({ role, blocks }) => {
  const answered = new Set(blocks.filter(isServerResult).map(answeredId))
  const before = role === 'assistant' ? blocks.slice(0, Math.max(0, blocks.findLastIndex(isHandover))) : []
  return before.filter(
    (block) => isOwnToItsModel(block) || (isServerCall(block) && !answered.has(idOf(block))),
  )
})

const isOwnToItsModel = isOf('thinking', 'redacted_thinking', 'tool_use')

/** Removes a block of a model that declined, except tool calls, whose results belong to the caller. */
const withoutThought: Fix = (request, path) => {
  const { type } = objectIn(heldAt(request, path))
  return type === 'tool_use' || type === 'server_tool_use' ? undefined : leftOut(request, path)
}

export const pairingRules: RuleRows = {
  'ANTHROPIC-PAIR-01': {
    ...pairedResults(form),
    summary: 'Every tool_use has a tool_result in the user turn right after it.',
    error: '`tool_use` ids were found without `tool_result` blocks immediately after',
    errors: ['tool call result does not follow tool call'],
    evidence: 'https://github.com/anthropics/claude-code/issues/3512',
    seen: callsAnswered,
  },
  'ANTHROPIC-PAIR-02': {
    ...pairedWithText(form),
    summary:
      'Every tool_result answers a call of the previous assistant turn, which may be stored in a thread.',
    error: 'unexpected `tool_use_id` found in `tool_result` blocks',
    errors: ["tool result's tool id(x) not found"],
    evidence: 'https://github.com/router-for-me/CLIProxyAPI/issues/497',
    seen: resultsCalled('id'),
  },
  'ANTHROPIC-PAIR-03': {
    ...pairedResults(form),
    summary: 'A call has one tool_result.',
    error: 'each tool_use must have a single result',
    evidence: 'https://github.com/vectorize-io/hindsight/issues/4250',
    seen: resultsUnique,
  },
  'ANTHROPIC-PAIR-04': {
    fix: resultsToFront(viewOf, (text) => ({ type: 'text', text })),
    summary: 'tool_result blocks come before all other content of their turn.',
    error: 'Messages following tool_use blocks must begin with a matching number of tool_result blocks',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/653',
    seen: resultsFirst,
  },
  'ANTHROPIC-PAIR-05': {
    summary: 'A result of a provider-run tool follows its call.',
    error: 'must have a corresponding `server_tool_use` block before it',
    evidence: 'https://github.com/anthropics/claude-code/issues/64383',
    check(request, report) {
      const called = new Set<string>()
      for (const block of allBlocks(request)) {
        if (isServerCall(block)) called.add(idOf(block))
        if (isServerResult(block) && !called.has(answeredId(block)))
          report(`${block.path}/tool_use_id`, `no call ${answeredId(block)} before this ${typeOf(block)}`)
      }
    },
  },
  'ANTHROPIC-PAIR-06': {
    summary: 'Only the last assistant turn has a call of a provider-run tool without a result.',
    evidence: 'pydantic-ai, models/anthropic.py (unpaired calls)',
    check: none(leftPending, (call) => `no result for ${idOf(call)}`),
  },
  'ANTHROPIC-PAIR-07': {
    summary: 'Results of calls made by running code require the container of that code.',
    error:
      'container_id is required when there are pending tool uses generated by code execution with tools.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/1114',
    check(request, report) {
      if (request.container !== undefined && request.container !== null) return
      const pending = pendingServerCalls(request)
      const last = assistantTurns(request).at(-1)
      const waiting = last?.blocks.find(
        (block) => typeOf(block) === 'tool_use' && pending.has(callerId(block)),
      )
      if (waiting !== undefined) report('/container', `the code that made ${idOf(waiting)} is still waiting`)
    },
  },
  'ANTHROPIC-FALLBACK-01': {
    fix: withoutThought,
    summary:
      'Before the last fallback block of a message there is no thinking, no tool_use, and no server_tool_use without a result.',
    evidence:
      '@anthropic-ai/sdk, BetaFallbackBlockParam; https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback#continuing-the-conversation',
    check: none(superseded, (block) => `${typeOf(block)} of a model that declined`),
  },
}
