import type { JsonArray, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, numberOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { Part } from '../../src/base/model/types.js'
import { isPlan, withCitations } from './text.js'

/**
 * The parts with the citations that stand beside the content: each counts in the block `content_index`, or in the plan. The
 * same list when that would not give the same citations in the same order again.
 * @param parts one for each block of the content, then the plan.
 */
export function addCitations(
  citations: JsonArray,
  parts: readonly Part[],
  context: Context,
): readonly Part[] {
  if (citations.length === 0) return parts
  const places = citations.map((citation) => placeOf(citation, parts, context))
  const isOrdered = places.every((place, index) => place >= (places[index - 1] ?? 0))
  if (!isOrdered) return parts
  return parts.map((part, place) =>
    part.type === 'text' || part.type === 'reasoning'
      ? withCitations(
          part,
          citations.filter((_, index) => places[index] === place),
          context,
        )
      : part,
  )
}

/** Which of the parts it is about; -1 when it is none that can cite. */
function placeOf(citation: JsonValue, parts: readonly Part[], context: Context): number {
  if (!isObject(citation)) return -1
  const { type, content_index: given } = citation
  const isThought = type === 'THINKING_CONTENT'
  if (type === 'PLAN') return parts.findIndex((part) => part.type === 'reasoning' && isPlan(part, context))
  const place = numberOr(
    given,
    parts.findIndex((part) => part.type === (isThought ? 'reasoning' : 'text')),
  )
  const part = parts[place]
  const canCite = part?.type === 'text' || (part?.type === 'reasoning' && !isPlan(part, context))
  return canCite ? place : -1
}

/** Citations of other wires, now that it is known which block they are of. */
export function numbered(citations: JsonArray, index: number): JsonArray {
  return citations.map((citation) =>
    isObject(citation) && citation.content_index === undefined
      ? { ...citation, content_index: index }
      : citation,
  )
}
