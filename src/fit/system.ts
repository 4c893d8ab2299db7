import { mapMessages } from '../model/change.js'
import type { Conversation, Message, Part } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'

/** What stands around system text that has to be sent as user text. */
export const SYSTEM_WRAPPER = ['<system_message>', '</system_message>'] as const

/** Where system text may only lead the conversation, later system messages become wrapped user text. */
export function placeSystemMessages(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.systemMessages === 'anywhere') return conversation
  let leading = true
  return mapMessages(conversation, fit, (message) => {
    if (message.role !== 'system') leading = false
    if (leading || message.role !== 'system' || isNative(message, fit)) return message
    fit.report({
      code: 'system-as-user-text',
      severity: 'info',
      path: fit.pathOf(message),
      message: 'this wire takes system text only at the beginning; this one becomes wrapped text of the user',
    })
    return { role: 'user', parts: message.parts.map(wrapText) }
  })
}

/** The wire itself had it there. */
function isNative(message: Message, fit: FitContext): boolean {
  return message.providerMetadata?.[fit.wire] !== undefined
}

function wrapText(part: Part): Part {
  if (part.type !== 'text') return part
  return { ...part, text: `${SYSTEM_WRAPPER[0]}${part.text}${SYSTEM_WRAPPER[1]}` }
}
