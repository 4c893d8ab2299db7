import type { Conversation } from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Reports a conversation that ends with text of the assistant. Newer models refuse to continue it: Claude (ANTHROPIC-ROLE-01), and
 * Gemini from 4 on and all of Vertex (https://github.com/router-for-me/CLIProxyAPI/issues/5607).
 */
export function reportEndsWithAnswer(conversation: Conversation, fit: FitContext): Conversation {
  const last = conversation.messages.at(-1)
  const final = last?.parts.at(-1)
  if (last?.role === 'assistant' && (final?.type === 'text' || final?.type === 'media'))
    fit.report({
      code: 'ends-with-answer',
      severity: 'info',
      path: fit.pathOf(last),
      message: 'the conversation ends with assistant text; newer models refuse to continue it',
    })
  return conversation
}
