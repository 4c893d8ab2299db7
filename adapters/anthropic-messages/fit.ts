import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { keepParts, mapMessages, mapParts } from '../../src/base/model/change.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part, ToolCall } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { dropReasoning, dropSource } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { reportEndsWithAnswer, trimFinalText } from '../../src/translate/fit/turns.js'
import { isProven } from './text.js'
import { fitThinking } from './thinking.js'

/** Steps for this wire alone. The README names the acceptance rule of each step. */
export const fit: readonly FitStep[] = [
  dropUnsendable,
  dropUnansweredServerCalls,
  trimFinalText,
  reportEndsWithAnswer,
  fitThinking,
]

/**
 * Drops thinking that the wire rejects, and citations, for which it has no block. Later steps check the last
 * part.
 */
function dropUnsendable(conversation: Conversation, fit: FitContext): Conversation {
  return mapMessages(conversation, fit, (message) =>
    keepParts(message, fit, (part) => {
      if (part.type === 'source') return dropSource(part, { ...fit, path: fit.pathOf(part) })
      if (part.type !== 'reasoning' || isProven(part, fit)) return part
      return dropReasoning({ ...fit, path: fit.pathOf(part) })
    }),
  )
}

/**
 * A server call without a result is allowed only in the last assistant turn (ANTHROPIC-PAIR-06). Calls made
 * by its code are kept, like calls of the model itself.
 */
function dropUnansweredServerCalls(conversation: Conversation, fit: FitContext): Conversation {
  const { messages } = conversation
  const turnEnd = messages.findLastIndex(isAssistant)
  const turnStart = messages
    .slice(0, turnEnd + 1)
    .findLastIndex(({ role }) => role === 'user' || role === 'tool')
  const answered = new Set(messages.flatMap(({ parts }) => parts.flatMap(answeredIds)))
  const dropped = new Set<string>()
  return mapMessages(conversation, fit, (message, index) => {
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

function isAssistant({ role }: Message): boolean {
  return role === 'assistant'
}

function answeredIds(part: Part): string[] {
  return part.type === 'tool-result' ? [part.callId] : []
}
