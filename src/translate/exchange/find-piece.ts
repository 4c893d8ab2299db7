import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectsIn } from '../../base/json/read-json.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { inWhole } from '../../codec/wire/pieces.js'
import { bestSign, type Recognition } from './recognition.js'
import type { Recognised, Registry } from './registry.js'

/** A piece of a body that was given by itself, such as one call or one result, in a whole body of its wire. */
export interface FoundPiece extends Recognised {
  /** The side that the body is of. */
  readonly side: 'request' | 'response'
  readonly body: JsonObject
  /** JSON Pointer into the body, to what was given. */
  readonly place: string
}

/** Wires are asked in their order, so that the first one of several that are equally sure counts. */
export function findPiece(value: JsonObject | JsonArray, { adapters }: Registry): FoundPiece | undefined {
  const items = isArray(value) ? objectsIn(value) : [value]
  let found: FoundPiece | undefined
  for (const adapter of adapters)
    for (const side of SIDES) {
      const recognition = bestSign(adapter.codecs.evidence, PLACES[side], items)
      if (recognition.score > (found?.recognition.score ?? 0))
        found = asPiece(value, side, { adapter, recognition }) ?? found
    }
  return found
}

const SIDES = ['request', 'response'] as const
const PLACES = { request: 'history-piece', response: 'answer-piece' } as const

/** The same for a wire that somebody named: no sign of it is needed. */
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
