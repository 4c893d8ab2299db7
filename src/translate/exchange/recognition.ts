import type { JsonObject } from '../../base/json/json-types.js'
import type { Evidence } from '../../codec/wire/contract.js'

/** The certainty that an exchange belongs to a wire, and the reason. */
export interface Recognition {
  /** From 0 (no) to 1 (unique to this wire). */
  readonly score: number
  /** The sign by which the wire was recognized. */
  readonly reason: string
}

export const NONE: Recognition = { score: 0, reason: 'nothing of this wire' }

/** Returns the best sign of a wire for this kind of value. */
export function bestSign(
  evidence: readonly Evidence[],
  place: Exclude<Evidence['in'], 'answer'>,
  bodies: readonly JsonObject[],
): Recognition {
  let found = NONE
  for (const sign of evidence) {
    const isHere = sign.in === place || (sign.in === 'answer' && (place === 'response' || place === 'event'))
    if (isHere && sign.score > found.score && bodies.some((body) => sign.test(body))) found = sign
  }
  return found
}
