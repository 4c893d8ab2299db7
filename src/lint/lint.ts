import type { JsonObject } from '../json/types.js'
import type { LimitsChoice } from '../wire/limits.js'
import type { Rule, Violation } from './rule.js'

/**
 * Runs every rule over a native request.
 * @param limits which of the wire's limits hold: a profile by its name, or what differs. Default: its usual ones.
 */
export function lint(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): Violation[] {
  const violations: Violation[] = []
  for (const rule of rules) {
    const { id, profiles, certainFor } = rule
    if (profiles !== undefined && !isAmong(limits, profiles)) continue
    const report = (path: string, message: string, isCertain = isAmong(limits, certainFor)) => {
      violations.push({ rule: id, path, message, severity: isCertain ? 'error' : rule.severity })
    }
    rule.check(request, report, limits)
  }
  return violations
}

function isAmong(limits: LimitsChoice | undefined, profiles: readonly string[] = []): boolean {
  return typeof limits === 'string' && profiles.includes(limits)
}
