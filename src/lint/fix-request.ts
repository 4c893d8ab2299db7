import type { JsonObject } from '../json/json-types.js'
import { applyPatch } from '../json/patch.js'
import type { LimitsChoice } from '../wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule, Violation } from './rule.js'

/** A request after its mends. */
export interface FixedRequest {
  /** The request; the one that was given, where nothing was mended. */
  readonly request: JsonObject
  /** What was mended, in this order. */
  readonly fixed: readonly Violation[]
  /** What still stands. */
  readonly left: readonly Violation[]
}

/**
 * Mends what rules with a `fix` refuse, one place after the other, until none of them reports anything more. A rule whose
 * mend does not help is tried once for each place.
 * @param limits which of the wire's limits hold. Default: its usual ones.
 */
export function fixRequest(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): FixedRequest {
  const fixed: Violation[] = []
  const tried = new Set<string>()
  let current = request
  for (;;) {
    const found = lint(rules, current, limits)
    const next = found.find(({ fix, rule, path }) => fix !== undefined && !tried.has(`${rule} ${path}`))
    if (next?.fix === undefined) return { request: current, fixed, left: found }
    tried.add(`${next.rule} ${next.path}`)
    current = applyPatch(current, next.fix)
    fixed.push(next)
  }
}
