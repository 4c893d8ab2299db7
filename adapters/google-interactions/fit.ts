import { keepParts, mapAnswers, mapMessages } from '../../src/base/model/change.js'
import { inform } from '../../src/base/model/context.js'
import { metadataOf, withoutKey } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part } from '../../src/base/model/types.js'
import { repairChoice } from '../../src/codec/shape/losses.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'

/** Fit steps of this wire. The README names the acceptance rule of each step. */
export const fit: readonly FitStep[] = [writeSteps, dropEmptySignatures, checkChoice]

/**
 * Removes the mark of turns in the older form from histories of other wires, which are written as steps
 * (GINTER-FORM-01).
 */
function writeSteps(conversation: Conversation, fit: FitContext): Conversation {
  if (fit.from === undefined || fit.from === fit.wire) return conversation
  return mapMessages(conversation, fit, (message) => (isTurn(message, fit) ? asSteps(message, fit) : message))
}

function isTurn(message: Message, fit: FitContext): boolean {
  const form = metadataOf(message, fit)?.form
  return form === 'turn' || form === 'turn-text'
}

const OF_TURNS = ['form', 'role', 'continued'] as const

function asSteps(message: Message, fit: FitContext): Message {
  return OF_TURNS.reduce((left, key) => withoutKey(left, key, fit), message)
}

/**
 * Drops empty signatures, which are rejected in a history (GINTER-SIG-02). A thought without other content is
 * dropped, too.
 */
function dropEmptySignatures(conversation: Conversation, fit: FitContext): Conversation {
  return mapAnswers(conversation, fit, (message) => keepParts(message, fit, (part) => signed(part, fit)))
}

function signed(part: Part, fit: FitContext): Part | undefined {
  if (part.type === 'opaque' || metadataOf(part, fit)?.signature !== '') return part
  if (part.type !== 'reasoning' || part.text !== '') return withoutKey(part, 'signature', fit)
  const says = 'a thought without a summary and a signature is left out'
  return inform('reasoning-dropped', says, { ...fit, path: fit.pathOf(part) })
}

/**
 * Drops a tool choice next to tools that Google runs: the choice applies only to functions and would be
 * rejected, as on generateContent.
 */
function checkChoice(conversation: Conversation, fit: FitContext): Conversation {
  const { tools = [], toolChoice, ...rest } = conversation
  const isIdle = toolChoice === undefined || toolChoice.type === 'opaque' || tools.length === 0
  if (isIdle || tools.some(({ type }) => type === 'function')) return conversation
  repairChoice(fit, 'is among functions, and none is declared')
  return { ...rest, tools }
}
