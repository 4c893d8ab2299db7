import { objectIn } from '../../src/base/json/read-json.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Message, Part, ReasoningPart } from '../../src/base/model/types.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'
import type { ThinkingField } from '../../src/codec/wire/limits.js'

/**
 * Moves the thinking of an answer to the field that the target expects. The field is added if the target
 * requires it even without thinking.
 */
export function inField(
  message: Message,
  { field, needed, empty = '' }: ThinkingField,
  fit: FitContext,
): Message {
  const parts = message.parts.map((part) => (isThinking(part) ? asField(part, field, fit) : part))
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  const isNeeded = needed === 'answers' || (needed === 'calls' && hasCalls)
  if (
    !isNeeded ||
    parts.some((part) => isThinking(part) && part.text !== '') ||
    hasOwn(message, field, empty, fit)
  )
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
  fit.report({
    code: 'reasoning-added',
    severity: 'info',
    path: fit.pathOf(message),
    message: `the target refuses this answer without ${field}; it gets an empty one`,
  })
  const added: ReasoningPart = { type: 'reasoning', text: empty }
  return {
    ...message,
    parts: [withMetadata(added, { fields: [field] }, fit), ...parts.filter((part) => !isThinking(part))],
  }
}

function isThinking(part: Part): part is ReasoningPart {
  return part.type === 'reasoning'
}

/** Returns true if the field has an empty text, which is not a part but is kept among the extra fields. */
function hasOwn(message: Message, field: string, empty: string, fit: FitContext): boolean {
  return objectIn(metadataOf(message, fit)?.extra)[field] === empty
}

function asField(part: ReasoningPart, field: string, fit: FitContext): ReasoningPart {
  const fields = metadataOf(part, fit)?.fields
  if (Array.isArray(fields) && fields.length === 1 && fields[0] === field) return part
  fit.report({
    code: 'reasoning-carried',
    severity: 'info',
    path: fit.pathOf(part),
    message: `earlier reasoning is sent as ${field}, which the target requires`,
  })
  const bare: ReasoningPart = { type: 'reasoning', text: part.text }
  return fit.derive(part, withMetadata(bare, { fields: [field] }, fit))
}

/** Moves the thinking of an answer before its text. */
export function inText(message: Message, fit: FitContext): Message {
  const thinking = message.parts.filter(isThinking)
  const [first] = thinking
  if (first === undefined) return message
  fit.report({
    code: 'reasoning-in-text',
    severity: 'info',
    path: fit.pathOf(first),
    message: 'earlier reasoning is sent before the text, between <think> and </think>, as the target expects',
  })
  const others = message.parts.filter((part) => !isThinking(part))
  const next = others.find((part) => part.type === 'text')
  const told = `<think>${thinking.map(({ text }) => text).join('')}</think>`
  const text = { ...next, type: 'text' as const, text: told + (next?.text ?? '') }
  return { ...message, parts: [fit.derive(first, text), ...others.filter((part) => part !== next)] }
}
