import type { JsonArray, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, numberOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { Part } from '../../src/base/model/types.js'
import { isPlan, withCitations } from './text.js'

/**
 * Adds the citations next to the content to their parts: a citation refers to the block `content_index` or to
 * the plan. Returns the same list if encoding would not restore the order of the citations.
 * @param parts the parts of all content blocks, then the plan.
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

/** Returns the index of the cited part, or -1. */
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

/** Adds the block index to citations of other wires, once the block is known. */
export function numbered(citations: JsonArray, index: number): JsonArray {
  return citations.map((citation) =>
    isObject(citation) && citation.content_index === undefined
      ? { ...citation, content_index: index }
      : citation,
  )
}
