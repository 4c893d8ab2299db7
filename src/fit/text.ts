import { isClientResult, isOwn, keepParts, mapAllParts, mapMessages, mapOutput } from '../model/change.js'
import type { Conversation, Message, Part, ResultPart } from '../model/types.js'
import type { FitContext } from '../wire/fit-step.js'
import { handMarksBack } from './cache-marks.js'
import { holdsEarlierTurns, openingMessage } from './turns.js'

/** Leaves out blank text where the target refuses it. The text of a result may be empty. */
export function dropBlankText(conversation: Conversation, fit: FitContext): Conversation {
  if (!fit.limits.refusesBlankText) return conversation
  const handed = mapMessages(conversation, fit, (message) =>
    handMarksBack(message, (part) => isBlank(part, fit), fit),
  )
  return mapAllParts(handed, fit, (part) => {
    if (isClientResult(part))
      return mapOutput(part, fit, (inner) => (isBlank(inner, fit) ? drop(inner, fit) : inner))
    return isBlank(part, fit) ? drop(part, fit) : part
  })
}

/** Leaves out client messages that hold nothing, or nothing any more; something has to be left to answer. */
export function dropEmptyClientMessages(conversation: Conversation, fit: FitContext): Conversation {
  const left = dropEmpty(conversation, (message) => message.role !== 'assistant', fit)
  if (left === conversation || left.messages.length > 0 || fit.limits.firstRole !== 'user') return left
  return { ...left, messages: [openingMessage('/messages', fit)] }
}

/**
 * Leaves out such messages of the assistant. A step of its own, after the one that opens the conversation: what was
 * sent before the model spoke must not depend on whether its answer was empty.
 */
export function dropEmptyAnswers(conversation: Conversation, fit: FitContext): Conversation {
  return dropEmpty(conversation, (message) => message.role === 'assistant', fit)
}

/** Every wire wants something to answer, unless the provider itself holds the earlier turns. */
export function reportNothingLeft(conversation: Conversation, fit: FitContext): Conversation {
  if (conversation.messages.length === 0 && !holdsEarlierTurns(conversation, fit))
    fit.report({
      code: 'conversation-empty',
      severity: 'warning',
      path: '/messages',
      message: 'no message is left to send; the provider will refuse the request',
    })
  return conversation
}

function dropEmpty(
  conversation: Conversation,
  concerns: (message: Message) => boolean,
  fit: FitContext,
): Conversation {
  return mapMessages(conversation, fit, (message) => {
    if (message.parts.length > 0 || !concerns(message)) return message
    fit.report({
      code: 'message-dropped',
      severity: 'info',
      path: fit.pathOf(message),
      message: `a message of the ${message.role} in which nothing can be sent is left out`,
    })
    return undefined
  })
}

function isBlank(part: Part | ResultPart, { limits }: FitContext): boolean {
  if (part.type !== 'text') return false
  return (limits.refusesBlankText === 'empty' ? part.text : part.text.trim()) === ''
}

function drop(part: Part | ResultPart, fit: FitContext): undefined {
  fit.report({
    code: 'blank-text-dropped',
    severity: 'info',
    path: fit.pathOf(part),
    message: 'a text without content is left out: this wire refuses it',
  })
  return undefined
}

/** A result whose list holds nothing (any more) is an empty text: most wires refuse an empty list. */
export function fillEmptyResults(conversation: Conversation, fit: FitContext): Conversation {
  return mapAllParts(conversation, fit, (part, message) => {
    if (part.type !== 'tool-result' || part.output.type !== 'content' || part.output.value.length > 0)
      return part
    if (isOwn(part, message, fit.wire)) return part
    fit.report({
      code: 'empty-list-as-text',
      severity: 'info',
      path: `${fit.pathOf(part)}/output`,
      message: `the result of ${part.name} is an empty list; it is sent as an empty text`,
    })
    return { ...part, output: { type: 'text', value: '' } }
  })
}

/** A step for wires that refuse white space after text of the assistant at the very end, which a model is to go on with. */
export function trimFinalText(conversation: Conversation, fit: FitContext): Conversation {
  const last = conversation.messages.at(-1)
  const final = last?.parts.at(-1)
  if (last?.role !== 'assistant' || final?.type !== 'text') return conversation
  const text = final.text.trimEnd()
  if (text === final.text) return conversation
  fit.report({
    code: 'final-text-trimmed',
    severity: 'info',
    path: fit.pathOf(final),
    message: 'this wire refuses white space at the end of a final assistant message',
  })
  const trimmed = text === '' ? undefined : { ...final, text }
  return mapMessages(conversation, fit, (message) =>
    message === last ? keepParts(message, fit, (part) => (part === final ? trimmed : part)) : message,
  )
}
