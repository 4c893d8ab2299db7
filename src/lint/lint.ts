import type { Rule, Violation } from '../adapter/rule.js'
import type { JsonObject } from '../json/types.js'

/** Runs every rule over a native request. */
export function lint(rules: readonly Rule[], request: JsonObject): Violation[] {
  const violations: Violation[] = []
  for (const rule of rules) {
    rule.check(request, (path, message) =>
      violations.push({ rule: rule.id, path, message, severity: rule.severity }),
    )
  }
  return violations
}
