import { mapMessages, mapTools } from '../../src/base/model/change.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Part } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { reportCompleted } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'
import { plainAnswers, plainResults } from './family.js'

/** Fit steps of this wire. Messages from this wire are unchanged. */
export const fit: readonly FitStep[] = [plainResults, plainAnswers, requireParameters, placePrefix]

/**
 * Adds `parameters`, which is required: https://github.com/mistralai/mistral-common
 * (`protocol/instruct/tool_calls.py`).
 */
function requireParameters(conversation: Conversation, fit: FitContext): Conversation {
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.parameters !== undefined || fit.from === fit.wire) return tool
    reportCompleted(tool.name, { ...fit, path: fit.pathOf(tool) })
    return { ...tool, parameters: { type: 'object', properties: {} } }
  })
}

/**
 * Marks an answer at the end as a prefix to continue, and unmarks all others (MISTRAL-ORDER-03 and -05). In a
 * continued conversation, a former prefix is a normal answer.
 */
function placePrefix(conversation: Conversation, fit: FitContext): Conversation {
  const last = conversation.messages.length - 1
  return mapMessages(conversation, fit, (message, _conversation, index) => {
    const isPrefix = message.role === 'assistant' && index === last && !message.parts.some(isCall)
    const own = metadataOf(message, fit)
    const extra = extraOf(own)
    if (isPrefix === (extra.prefix === true)) return message
    fit.report({
      code: isPrefix ? 'answer-as-prefix' : 'prefix-as-answer',
      severity: 'info',
      path: fit.pathOf(message),
      message: isPrefix
        ? 'the last assistant message is sent with prefix true: the model continues it'
        : 'the assistant message is sent without prefix: it is not the last message',
    })
    return withMetadata(message, { ...own, extra: { ...extra, prefix: isPrefix } }, fit)
  })
}

function isCall(part: Part): boolean {
  return part.type === 'tool-call'
}
