import { isHandover } from '../../base/model/calls-to-answer.js'
import { keepParts, mapMessages } from '../../base/model/change.js'
import type { Conversation, Message, Part } from '../../base/model/types.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import { reportWithheld } from './withheld.js'

/**
 * Drops the output of models that declined before the last hand-over of their message: reasoning, client
 * calls with their results, and provider-executed calls without a result. Text and answered provider calls
 * are kept.
 */
export function dropSuperseded(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.limits.carries?.includes('opaque') || !conversation.messages.some(hasHandover)) return conversation
  const dropped = new Set<string>()
  return mapMessages(conversation, fit, (message) => {
    const isHandedOver = hasHandover(message)
    return keepParts(message, fit, (part, _message, index) =>
      isHandedOver ? keepPart(part, index, message, dropped, fit) : keepAnswer(part, dropped, fit),
    )
  })
}

function hasHandover({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.some(isHandover)
}

function keepPart(
  part: Part,
  index: number,
  { parts }: Message,
  dropped: Set<string>,
  fit: FitContext,
): Part | undefined {
  if (index > parts.findLastIndex(isHandover)) return keepAnswer(part, dropped, fit)
  if (part.type === 'reasoning') return drop(part, 'reasoning', 'info', fit)
  if (part.type !== 'tool-call' || (part.providerExecuted && isAnswered(part.id, parts))) return part
  dropped.add(part.id)
  reportWithheld({ name: part.name, withheld: 'superseded' }, fit.pathOf(part), fit)
  return undefined
}

function isAnswered(id: string, parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'tool-result' && part.callId === id)
}

/** Removes the result of a dropped call. A later call may reuse the id of a dropped call. */
function keepAnswer(part: Part, dropped: Set<string>, fit: FitContext): Part | undefined {
  if (part.type === 'tool-call') dropped.delete(part.id)
  if (part.type !== 'tool-result' || !dropped.has(part.callId)) return part
  return drop(part, `the result of ${part.name || 'a call'}`, 'warning', fit)
}

function drop(part: Part, what: string, severity: 'info' | 'warning', fit: FitContext): undefined {
  const message = `${what} is left out: another model replaced its author in the same turn`
  fit.report({ code: 'superseded-dropped', severity, path: fit.pathOf(part), message })
}
