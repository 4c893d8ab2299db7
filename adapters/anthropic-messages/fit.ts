import { at, isObject, stringOr } from '../../src/base/json/read-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { keepParts, mapMessages, mapParts } from '../../src/base/model/change.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part, ToolCall } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { dropReasoning, dropSource } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { dropBlankStops } from '../../src/translate/fit/blank-stops.js'
import { endWithUser, reportEndsWithAnswer, trimFinalText } from '../../src/translate/fit/turns.js'
import { isProven } from './text.js'

/**
 * Claude 4.6 and later, of which Haiku continues answers (ANTHROPIC-ROLE-01).
 * https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response
 */
const NO_PREFILL = /(?:opus|sonnet)-(?:4[-.][6-9]|[5-9])|fable|mythos/

/** Fit steps of this wire. The README names the acceptance rule of each step. */
export const fit: readonly FitStep[] = [
  dropUnsendable,
  dropUnansweredServerCalls,
  trimFinalText,
  endWithUser(NO_PREFILL),
  reportEndsWithAnswer,
  fitThinking,
  (conversation, fit) => (conversation.stop === undefined ? conversation : dropBlankStops(conversation, fit)),
  reportHeaders,
]

/** Reports fields of the body that the server reads from headers: translations have no headers. */
function reportHeaders(conversation: Conversation, fit: FitContext): Conversation {
  const { headerFields = {} } = fit.limits
  const extra = extraOf(metadataOf(conversation, fit))
  for (const [field, header] of Object.entries(headerFields)) {
    if (extra[field] === undefined) continue
    const message = `the server reads ${field} from the header ${header}; fetchSend and the proxy send it`
    fit.report({ code: 'field-is-header', severity: 'warning', path: at('', field), message })
  }
  return conversation
}

/**
 * Drops thinking that the wire rejects, and citations, for which the wire has no block. This step comes
 * first, since later steps check the last part.
 */
function dropUnsendable(conversation: Conversation, fit: FitContext): Conversation {
  const keep = (part: Part) => {
    if (part.type === 'source') return dropSource(part, { ...fit, path: fit.pathOf(part) })
    if (part.type !== 'reasoning' || isProven(part, fit)) return part
    return dropReasoning({ ...fit, path: fit.pathOf(part) })
  }
  return mapMessages(conversation, fit, (message) => keepParts(message, fit, keep))
}

/**
 * Drops server calls without a result, except in the last assistant turn (ANTHROPIC-PAIR-06). Calls made by
 * running code are kept, like calls of the model.
 */
function dropUnansweredServerCalls(conversation: Conversation, fit: FitContext): Conversation {
  const { messages } = conversation
  if (!messages.some(({ parts }) => parts.some(isServerCall))) return conversation
  const turnEnd = messages.findLastIndex(isAssistant)
  const turnStart = messages
    .slice(0, turnEnd + 1)
    .findLastIndex(({ role }) => role === 'user' || role === 'tool')
  const answered = new Set(messages.flatMap(({ parts }) => parts.flatMap(answeredIds)))
  const dropped = new Set<string>()
  return mapMessages(conversation, fit, (message, _conversation, index) => {
    if (!isAssistant(message) || index > turnStart) return message
    return mapParts(message, fit, (part) => {
      if (part.type !== 'tool-call') return part
      if (!part.providerExecuted) return dropped.has(callerOf(part, fit)) ? withoutCaller(part, fit) : part
      if (answered.has(part.id)) return part
      dropped.add(part.id)
      fit.report({
        code: 'provider-call-unanswered',
        severity: 'warning',
        path: fit.pathOf(part),
        message: `${part.name} has no result and the conversation continues; the call is left out`,
      })
      return undefined
    })
  })
}

function callerOf(call: ToolCall, context: Context): string {
  const { caller } = extraOf(metadataOf(call, context))
  return isObject(caller) ? stringOr(caller.tool_id, '') : ''
}

function withoutCaller(call: ToolCall, context: Context): ToolCall {
  const own = metadataOf(call, context)
  if (!isObject(own?.extra)) return call
  const { caller: _caller, ...extra } = own.extra
  return withMetadata(call, { ...own, extra }, context)
}

function isServerCall(part: Part): boolean {
  return part.type === 'tool-call' && part.providerExecuted
}

function isAssistant({ role }: Message): boolean {
  return role === 'assistant'
}

function answeredIds(part: Part): string[] {
  return part.type === 'tool-result' ? [part.callId] : []
}

/**
 * Minimum of `budget_tokens`, which must also be less than `max_tokens`: `ThinkingConfigEnabled` in
 * @anthropic-ai/sdk.
 */
export const LEAST_BUDGET = 1024

/**
 * Adjusts the budget of manual thinking to the limits of this wire, or turns thinking off for this request.
 */
function fitThinking(conversation: Conversation, fit: FitContext): Conversation {
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
 * model began the loop.
 */
function isLoopWithout({ messages }: Conversation): boolean {
  if (messages.at(-1)?.role !== 'tool') return false
  const before = messages.findLastIndex(({ role }) => role === 'user')
  const turn = messages.slice(before + 1).find(({ role }) => role === 'assistant')
  return turn !== undefined && turn.parts[0]?.type !== 'reasoning' && turn.parts.some(isCallToAnswer)
}

/** Turns thinking off. The effort is kept, since it affects more than thinking. */
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
