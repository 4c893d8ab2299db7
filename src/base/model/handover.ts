import type { OpaquePart, Part } from './types.js'

/** Returns true if another model continues the message after this part. */
export function isHandover(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.changes?.some(({ type }) => type === 'model-replaced') === true
}

/**
 * Returns the parts of the model that ended the turn: those after the last hand-over. Calls before it belong
 * to models that declined, and must not run.
 */
export function lastAuthorsParts(parts: readonly Part[]): readonly Part[] {
  return parts.slice(parts.findLastIndex(isHandover) + 1)
}
