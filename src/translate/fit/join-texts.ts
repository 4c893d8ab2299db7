import type { Message, Part } from '../../base/model/types.js'
import { isText, joinedText, reportJoined } from '../../codec/shape/joined-text.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/**
 * Returns the message with one joined text at the position of the first text, for wires whose messages have
 * only one text.
 */
export function joinTexts(message: Message, fit: FitContext): Message {
  const first = message.parts.findIndex(isText)
  const text = joinedText(message.parts)
  const marked = message.parts.filter(isText).findLast(({ cache }) => cache !== undefined)
  const whose = message.role === 'assistant' ? 'answer' : 'message'
  const here = { ...fit, path: fit.pathOf(message) }
  reportJoined(`the texts of the ${whose} are joined`, here)
  const parts = message.parts.flatMap((part, index): Part[] => {
    if (!isText(part)) return [part]
    return index === first ? [fit.derive(part, { ...marked, type: 'text', text })] : []
  })
  return { ...message, parts }
}
