import { isObject } from '../../src/base/json/read-json.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { pairResults } from '../../src/translate/fit/pairing.js'

/** Steps that only messages for `generateText` and for models need. */
export const fit: readonly FitStep[] = [answerCalls]

/**
 * Answers open calls. The SDK throws on a call without a result (AISDK-PAIR-01), except for calls with an
 * approval request. It accepts results without a call. If it would not throw, the conversation is unchanged.
 */
function answerCalls(conversation: Conversation, fit: FitContext): Conversation {
  if (!hasOpenCalls(conversation.messages, fit)) return conversation
  const carries = fit.limits.carries?.filter((kind) => kind !== 'open-calls') ?? []
  return pairResults(conversation, { ...fit, limits: { ...fit.limits, carries } })
}

function hasOpenCalls(messages: readonly Message[], fit: FitContext): boolean {
  const open = new Set<string>()
  for (const message of messages) {
    // Calls may be open in UI messages.
    if (metadataOf(message, fit)?.form === 'ui') continue
    if ((message.role === 'user' || message.role === 'system') && open.size > 0) return true
    for (const part of message.parts) {
      if (part.type === 'tool-call' && !part.providerExecuted && message.role === 'assistant')
        open.add(part.id)
      if (part.type === 'tool-result' && message.role === 'tool') open.delete(part.callId)
      const asked = part.type === 'opaque' && part.wire === fit.wire ? part.value : undefined
      if (isObject(asked) && typeof asked.toolCallId === 'string') open.delete(asked.toolCallId)
    }
  }
  return open.size > 0 && !(fit.pendingCalls === 'keep' && messages.at(-1)?.role === 'assistant')
}
