import { isOwn, mapAllParts, mapOutput } from '../model/change.js'
import type { Conversation, Message, OpaquePart, Part, ResultPart, ToolResult } from '../model/types.js'
import { dropOpaque, dropSource } from '../shape/losses.js'
import type { FitContext } from '../wire/fit-step.js'

const NOTHING_LEFT = '(The result holds only content that cannot be shown here.)'

/** Leaves out what only its own wire can read: opaque parts and citations of other wires. */
export function dropForeignParts(conversation: Conversation, fit: FitContext): Conversation {
  return mapAllParts(conversation, fit, (part, message) => keepReadable(part, message, fit))
}

export function keepReadable(part: Part, message: Message, fit: FitContext): Part | undefined {
  if (part.type === 'opaque') return keepOpaque(part, fit)
  if (part.type === 'tool-result') return cleanResult(part, fit)
  if (part.type !== 'source' || fit.limits.carries?.includes('source') || isOwn(part, message, fit.wire))
    return part
  return dropSource(part, fit.pathOf(part), fit)
}

function keepOpaque<Opaque extends Extract<ResultPart, { type: 'opaque' }>>(
  part: Opaque,
  fit: FitContext,
): Opaque | undefined {
  if (part.wire === fit.wire || fit.limits.carries?.includes('opaque')) return part
  return dropOpaque(part, fit.pathOf(part), fit)
}

function toldOpaque(part: OpaquePart, fit: FitContext): ResultPart | undefined {
  if (part.text === undefined || fit.limits.carries?.includes('opaque') || part.wire === fit.wire)
    return keepOpaque(part, fit)
  fit.report({
    code: 'opaque-as-text',
    severity: 'info',
    path: fit.pathOf(part),
    message: `a part that only ${part.wire} understands is told as text`,
  })
  return { type: 'text', text: part.text }
}

function cleanResult(result: ToolResult, fit: FitContext): ToolResult {
  const clean = mapOutput(result, fit, (part) => (part.type === 'opaque' ? toldOpaque(part, fit) : part))
  const { output } = clean
  if (clean === result || output.type !== 'content' || output.value.length > 0) return clean
  return { ...result, output: { type: 'text', value: NOTHING_LEFT } }
}
