import type { JsonObject } from '../../base/json/json-types.js'
import { applyPatch } from '../../base/json/patch.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule, Violation } from './rule.js'
import { type FixableViolation, type ListPlace, movedBy, removalIn, separateFixes } from './separate-fixes.js'

/** Maximum number of rounds. A fix can cause other violations, so the loop needs a limit. */
const MOST_ROUNDS = 500

/** A fixed request. */
export interface FixedRequest {
  /** The fixed request, or the given object if nothing was fixed. */
  readonly request: JsonObject
  /** The violations that were fixed, in order. */
  readonly fixed: readonly Violation[]
  /** The remaining violations. */
  readonly left: readonly Violation[]
}

/**
 * Fixes the violations of rules with a `fix`, in rounds, until these rules report no further violations. Each
 * round applies the fixes that do not touch each other, those of rules with `isFixedLast` after all others. A fix without effect is tried once per path.
 * @param limits the limits of the wire to apply. Default: the usual limits of the wire.
 */
export function fixRequest(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): FixedRequest {
  const fixable = rules.filter(({ fix }) => fix !== undefined)
  const early = new Set(fixable.flatMap(({ id, isFixedLast }) => (isFixedLast ? [] : [id])))
  const all = new Set(fixable.map(({ id }) => id))
  const look = (looked: JsonObject) => lint(rules, looked, limits)
  // Counts only violations with a fix: if a rule has many violations, only the first ones have a fix. Early fixes
  // may show violations that are fixed later.
  const countOf = (ids: ReadonlySet<string>) => (violations: readonly Violation[]) =>
    violations.filter(({ rule }) => ids.has(rule)).length
  const tried = new Set<string>()
  const fixed: Violation[] = []
  let current: Round = { request, fixes: [], left: look(request) }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = current.left.filter(isFixable).filter(({ rule, path }) => !tried.has(`${rule} ${path}`))
    if (open.length === 0) break
    const first = open.filter(({ rule }) => early.has(rule))
    const fixes = separateFixes(current.request, first.length > 0 ? first : open)
    const next = fixedRound(current, fixes, { look, count: countOf(first.length > 0 ? early : all) })
    for (const fix of next.fixes) {
      const moved = movedBy(current.request, fix)
      // After a removal, the next element of the list has the same path, so the path is not recorded as
      // tried.
      if (removalIn(current.request, fix) === undefined) tried.add(`${fix.rule} ${fix.path}`)
      for (const key of tried) if (moved.some((place) => isMoved(key, place))) tried.delete(key)
      fixed.push(fix)
    }
    current = next
  }
  return { request: current.request, fixed, left: current.left }
}

interface Round {
  readonly request: JsonObject
  /** The fixes of the last round. */
  readonly fixes: readonly FixableViolation[]
  readonly left: readonly Violation[]
}

/**
 * Applies the largest number of fixes that reduces the violations by the same number. Fixes can interact even
 * if their paths do not overlap.
 */
function fixedRound(
  { request, left: before }: Round,
  fixes: readonly FixableViolation[],
  by: { look(request: JsonObject): readonly Violation[]; count(violations: readonly Violation[]): number },
): Round {
  const fixed = applyPatch(
    request,
    fixes.flatMap(({ fix }) => fix),
  )
  const left = by.look(fixed)
  if (fixes.length === 1 || by.count(left) <= by.count(before) - fixes.length)
    return { request: fixed, fixes, left }
  return fixedRound({ request, fixes, left: before }, fixes.slice(0, Math.ceil(fixes.length / 2)), by)
}

/** Returns true if another element of the list is now at a tried path. */
function isMoved(key: string, { list, index }: ListPlace): boolean {
  const [, path = ''] = key.split(' ')
  return path.startsWith(`${list}/`) && Number.parseInt(path.slice(list.length + 1), 10) > index
}

function isFixable(violation: Violation): violation is FixableViolation {
  return violation.fix !== undefined
}
