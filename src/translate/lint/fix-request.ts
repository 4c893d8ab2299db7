import type { JsonObject } from '../../base/json/json-types.js'
import { applyPatch } from '../../base/json/patch.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule, Violation } from './rule.js'
import { type ListPlace, type Mend, movedBy, removalIn, separateMends } from './separate-mends.js'

/** Mends may bring up others; whatever they are, it ends. */
const MOST_ROUNDS = 500

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
 * Mends what rules with a `fix` refuse, in rounds, until none of them reports anything more: in each one what does not
 * touch each other. A mend that does not help is tried once for each place.
 * @param limits which of the wire's limits hold. Default: its usual ones.
 */
export function fixRequest(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): FixedRequest {
  const mendable = new Set(rules.flatMap(({ id, fix }) => (fix === undefined ? [] : [id])))
  const look = (looked: JsonObject) => lint(rules, looked, limits)
  // Of many places of a rule, only the first have their mend.
  const count = (violations: readonly Violation[]) =>
    violations.filter(({ rule }) => mendable.has(rule)).length
  const tried = new Set<string>()
  const fixed: Violation[] = []
  let current: Round = { request, mends: [], left: look(request) }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = current.left.filter(isMend).filter(({ rule, path }) => !tried.has(`${rule} ${path}`))
    if (open.length === 0) break
    const next = mendedRound(current, separateMends(current.request, open), { look, count })
    for (const mend of next.mends) {
      const moved = movedBy(current.request, mend)
      // What follows in a list takes the place of what was taken out.
      if (removalIn(current.request, mend) === undefined) tried.add(`${mend.rule} ${mend.path}`)
      for (const key of tried) if (moved.some((place) => isMoved(key, place))) tried.delete(key)
      fixed.push(mend)
    }
    current = next
  }
  return { request: current.request, fixed, left: current.left }
}

interface Round {
  readonly request: JsonObject
  /** What was mended last. */
  readonly mends: readonly Mend[]
  readonly left: readonly Violation[]
}

/** Mends as much at once as leaves that much less to mend; else they concern each other, although they do not touch. */
function mendedRound(
  { request, left: before }: Round,
  mends: readonly Mend[],
  by: { look(request: JsonObject): readonly Violation[]; count(violations: readonly Violation[]): number },
): Round {
  const mended = applyPatch(
    request,
    mends.flatMap(({ fix }) => fix),
  )
  const left = by.look(mended)
  if (mends.length === 1 || by.count(left) <= by.count(before) - mends.length)
    return { request: mended, mends, left }
  return mendedRound({ request, mends, left: before }, mends.slice(0, Math.ceil(mends.length / 2)), by)
}

/** Whether a tried place is one that another element of the list stands at now. */
function isMoved(key: string, { list, index }: ListPlace): boolean {
  const [, path = ''] = key.split(' ')
  return path.startsWith(`${list}/`) && Number.parseInt(path.slice(list.length + 1), 10) > index
}

function isMend(violation: Violation): violation is Mend {
  return violation.fix !== undefined
}
