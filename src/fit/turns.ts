import { isObject, objectOr } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { mapMessages, withMessages } from '../model/change.js'
import { withoutKey } from '../model/metadata.js'
import type { Conversation, Message } from '../model/types.js'
import type { KnownWire } from '../wire/contract.js'
import type { FitContext } from '../wire/fit-step.js'
import type { Limits } from '../wire/limits.js'

/** The user's words where a wire wants the user to speak first and nobody did. */
export const OPENING = '(The conversation begins here.)'

/** Makes the user speak first where the target asks for it, and undoes joins of messages that stand apart now. */
export function fitTurns(conversation: Conversation, fit: FitContext): Conversation {
  return openWithUser(separateMoved(conversation, fit), fit)
}

function openWithUser(conversation: Conversation, fit: FitContext): Conversation {
  const { messages } = conversation
  if (fit.limits.firstRole !== 'user' || messages.length === 0) return conversation
  const first = messages.findIndex((message) => message.role !== 'system')
  const at = first === -1 ? messages.length : first
  if (messages[at]?.role === 'user' || holdsEarlierTurns(conversation, fit)) return conversation
  const opening = openingMessage(messages[at] === undefined ? '/messages' : fit.pathOf(messages[at]), fit)
  return { ...conversation, messages: messages.toSpliced(at, 0, opening) }
}

/** What the assistant says between results and other words of the user. */
export const INTERJECTION = '.'

/** Where results may not share a turn with what else the user says, the assistant says a word between. */
export function setResultsApart(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.resultsAlone !== true) return conversation
  let isAfterResults = false
  const messages = conversation.messages.flatMap((message): Message[] => {
    const isMixed = isAfterResults && message.role === 'user'
    if (message.role !== 'system') isAfterResults = message.role === 'tool'
    return isMixed ? [interjection(message, fit), message] : [message]
  })
  return withMessages(conversation, messages)
}

function interjection(before: Message, fit: FitContext): Message {
  fit.report({
    code: 'answer-inserted',
    severity: 'info',
    path: fit.pathOf(before),
    message: 'results may not share a turn with other words of the user here; a short answer stands between',
  })
  return { role: 'assistant', parts: [{ type: 'text', text: INTERJECTION }] }
}

/** Whether the target's provider holds turns before these: they may begin with results then, whose calls it has. */
export function holdsEarlierTurns(conversation: Conversation, { wire, limits }: FitContext): boolean {
  return storedTurnsField(conversation, { id: wire, limits }) !== undefined
}

/** The field by which a request goes on with turns that its provider holds, or undefined when it holds none. */
export function storedTurnsField(
  { providerMetadata }: Conversation,
  { id, limits }: KnownWire,
): string | undefined {
  const own = providerMetadata?.[id]
  return storedTurnsAmong([own, objectOr(own?.extra, undefined)], limits)
}

/** The same of the fields of a request. */
export function storedTurnsAmong(
  settings: readonly (JsonObject | undefined)[],
  limits: Pick<Limits, 'storedTurns'> | undefined,
): string | undefined {
  return limits?.storedTurns?.find(({ field, type }) =>
    settings.some((fields) => {
      const value = fields?.[field]
      if (value === undefined || value === null) return false
      return type === undefined || (isObject(value) && value.type === type)
    }),
  )?.field
}

/** @param path what it stands before. */
export function openingMessage(path: string, fit: FitContext): Message {
  fit.report({
    code: 'opening-added',
    severity: 'info',
    path,
    message: 'this wire wants the user to speak first; a short user message opens the conversation',
  })
  return { role: 'user', parts: [{ type: 'text', text: OPENING }] }
}

/**
 * Decoders mark a message that was one native message with the one before it. Once that one is gone the mark would join
 * it to a stranger.
 */
function separateMoved(conversation: Conversation, fit: FitContext): Conversation {
  let previous: Message | undefined
  return mapMessages(conversation, fit, (message) => {
    const before = previous
    previous = message
    return isClientSide(before) ? message : withoutKey(message, 'continued', fit)
  })
}

function isClientSide(message: Message | undefined): boolean {
  return message?.role === 'user' || message?.role === 'tool'
}
