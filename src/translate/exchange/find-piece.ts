import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectsIn } from '../../base/json/read-json.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { inWhole } from '../../codec/wire/pieces.js'
import { bestSign, type Recognition } from './recognition.js'
import type { Recognised, Registry } from './registry.js'

/** A piece of a body, such as one call or one result, wrapped in a complete body of its wire. */
export interface FoundPiece extends Recognised {
  /** The side that the body belongs to. */
  readonly side: 'request' | 'response'
  readonly body: JsonObject
  /** JSON Pointer into the body, to the given piece. */
  readonly place: string
}

/**
 * Finds the wire of a piece. Wires are tested in order; of several equally certain wires, the first one is
 * used.
 */
export function findPiece(value: JsonObject | JsonArray, registry: Registry): FoundPiece | undefined {
  return mostCertain(value, registry, PLACES)
}

/** Finds the wire of a list of messages or items, which may contain answers. */
export function findHistory(list: JsonArray, registry: Registry): FoundPiece | undefined {
  return mostCertain(list, registry, HISTORY)
}

type Place = readonly [side: FoundPiece['side'], sign: 'history-piece' | 'answer-piece']

const PLACES: readonly Place[] = [
  ['request', 'history-piece'],
  ['response', 'answer-piece'],
]
const HISTORY: readonly Place[] = [
  ['request', 'history-piece'],
  ['request', 'answer-piece'],
]

function mostCertain(
  value: JsonObject | JsonArray,
  { adapters }: Registry,
  places: readonly Place[],
): FoundPiece | undefined {
  const items = isArray(value) ? objectsIn(value) : [value]
  let found: FoundPiece | undefined
  for (const adapter of adapters)
    for (const [side, sign] of places) {
      const recognition = bestSign(adapter.codecs.evidence, sign, items)
      if (recognition.score > (found?.recognition.score ?? 0))
        found = asPiece(value, side, { adapter, recognition }) ?? found
    }
  return found
}

/** Wraps a piece of a wire that the caller named, so that no sign of the wire is required. */
export function pieceOf(value: JsonObject | JsonArray, adapter: Adapter): FoundPiece | undefined {
  const recognised = { adapter, recognition: NAMED }
  return asPiece(value, 'response', recognised) ?? asPiece(value, 'request', recognised)
}

const NAMED: Recognition = { score: 0.01, reason: 'a piece of the wire that was named' }

function asPiece(value: JsonValue, side: FoundPiece['side'], recognised: Recognised): FoundPiece | undefined {
  const { pieces } = recognised.adapter.codecs
  if (pieces === undefined) return undefined
  const whole = inWhole(value, side === 'request' ? pieces.history : pieces.answer)
  if (whole === undefined) return undefined
  const { body, place } = whole
  if (side === 'request')
    return { ...recognised, side, body: { [pieces.list]: body }, place: `/${pieces.list}${place}` }
  return isObject(body) ? { ...recognised, side, body, place } : undefined
}
