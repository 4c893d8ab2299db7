import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { Rule } from '../../src/translate/lint/rule.js'

/** Returns the paths at which a request breaks one of the rules. */
export function pathsOf(
  rules: readonly Rule[],
  rule: string,
  request: JsonObject,
  profile?: string,
): readonly string[] {
  return lint(rules, request, profile).flatMap((each) => (each.rule === rule ? [each.path] : []))
}
