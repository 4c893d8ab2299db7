import type { JsonObject } from '../../base/json/json-types.js'
import { type Called, expectFunction, expectGiven, expectList } from '../../base/model/expect.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { remembering } from './remembered.js'
import type { Rule, Violation } from './rule.js'

const RULES: Called = ['lint needs rules', 'lint(rules, request), with the rules of an adapter']

/** Maximum number of violations per rule with a fix, since each fix may search the complete request. */
const MOST_FIXED = 100

/**
 * Runs every rule over a native request. The first 100 violations of a rule have a fix; `fixRequest` fixes
 * all.
 * @param limits the limits of the wire to apply: a profile name, or individual limits that differ. Default:
 * the usual limits of the wire.
 */
export function lint(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): Violation[] {
  expectList(rules, RULES, '/rules')
  expectGiven(request, ['lint needs a request', 'lint(rules, request)'], '/request')
  return remembering(() => violationsIn(rules, request, limits))
}

function violationsIn(rules: readonly Rule[], request: JsonObject, limits?: LimitsChoice): Violation[] {
  const violations: Violation[] = []
  for (const [index, rule] of rules.entries()) {
    expectFunction(rule?.check, RULES, `/rules/${index}`)
    const { id, profiles, certainFor, fix } = rule
    let places = 0
    if (profiles !== undefined && !isAmong(limits, profiles)) continue
    const report = (path: string, message: string, isCertain = isAmong(limits, certainFor)) => {
      places += 1
      const changes = places > MOST_FIXED ? undefined : fix?.(request, path, limits)
      violations.push({
        ...{ rule: id, path, message, severity: isCertain ? 'error' : rule.severity },
        ...(changes !== undefined && { fix: changes }),
      })
    }
    rule.check(request, report, limits)
  }
  return violations
}

function isAmong(limits: LimitsChoice | undefined, profiles: readonly string[] = []): boolean {
  return typeof limits === 'string' && profiles.includes(limits)
}
