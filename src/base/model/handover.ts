import type { OpaquePart, Part } from './types.js'

/** Returns whether another model goes on with the message after this part. */
export function isHandover(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.changes?.some(({ type }) => type === 'model-replaced') === true
}

/**
 * Returns the parts of the model that ended the turn: those after the last hand-over. Calls before it are of models that
 * declined, and nobody runs them.
 */
export function lastAuthorsParts(parts: readonly Part[]): readonly Part[] {
  return parts.slice(parts.findLastIndex(isHandover) + 1)
}
