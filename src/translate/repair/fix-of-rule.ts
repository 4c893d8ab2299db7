import { attempt } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { fixRequest } from '../lint/fix-request.js'
import { lint } from '../lint/lint-request.js'
import type { Rule, Violation } from '../lint/rule.js'

/** Each fix searches the request once. Requests that need more than one CPU second are not fixed. */
const MOST_WORK = 1 << 28
const FEW = 16

/** Returns the fixes for all violations of the rule. */
export function fixOfRule(
  rule: Rule,
  request: JsonObject,
  limits: LimitsChoice | undefined,
  violations: readonly Violation[] = lint([rule], request, limits),
): readonly PatchOperation[] | undefined {
  if (rule.isFixedByUser) return undefined
  const fixable = violations.filter(({ fix }) => fix !== undefined).length
  if (fixable > FEW && fixable * stringifyJson(request).length > MOST_WORK) return undefined
  const fixed = attempt(() => fixRequest([rule], request, limits).fixed.flatMap(({ fix = [] }) => fix))
  return 'value' in fixed && fixed.value.length > 0 ? fixed.value : undefined
}
