import { chooseLimits, type Limits, type TextForm, type TextLimit, textTest } from '../adapter/limits.js'
import type { Check, Rule, RuleText } from '../adapter/rule.js'
import type { JsonObject } from '../json/types.js'
import type { TextAt } from './view.js'

/** A wire, as far as its limits are checked. */
export interface Limited {
  readonly limits: Limits
}

/**
 * A rule behind a limit of ids or names, to which `fit` bends them. The limit names its rule: what is refused, what older
 * deployments refuse and what a profile asks for are rules of their own.
 */
export function textRule(
  wire: Limited,
  limit: 'callId' | 'toolName',
  walk: (request: JsonObject) => readonly TextAt[],
  rule: RuleText,
): Rule {
  return { ...rule, check: textCheck(wire, limit, walk, rule.id) }
}

/** Its check alone. */
export function textCheck(
  wire: Limited,
  limit: 'callId' | 'toolName',
  walk: (request: JsonObject) => readonly TextAt[],
  rule: string,
): Check {
  return (request, report, choice) => {
    const faultsOf = firstFaults(chooseLimits(wire, choice)[limit])
    for (const { text, path } of walk(request))
      for (const fault of faultsOf(text)) if (fault.rule === rule) report(path, fault.says)
  }
}

interface Fault {
  readonly rule: string | undefined
  readonly says: string
}

type FaultFinder = (text: string) => readonly Fault[]

/** What is wrong by the widest form that a text does not keep to. */
function firstFaults(limit: TextLimit): FaultFinder {
  const forms = [limit.accepted, limit, limit.portable].filter((form) => form !== undefined)
  const finders = forms.map(faultFinder)
  return (text) => finders.map((find) => find(text)).find((faults) => faults.length > 0) ?? []
}

function faultFinder(form: TextForm): FaultFinder {
  const { pattern, maxLength, exactLength, rule, lengthRule } = form
  const wanted = exactLength === true ? maxLength : `1 to ${maxLength}`
  const isLegal = textTest(form)
  const hasPattern = textTest({ pattern, maxLength: Number.POSITIVE_INFINITY })
  return (text) => {
    if (isLegal(text)) return []
    const byPattern = { rule, says: `"${text.slice(0, 80)}" does not match ${pattern}` }
    const byLength = {
      rule: lengthRule ?? rule,
      says: `it has ${text.length} characters, not ${wanted}`,
    }
    if (hasPattern(text) || (text === '' && lengthRule !== undefined)) return [byLength]
    return lengthRule !== undefined && text.length > maxLength ? [byPattern, byLength] : [byPattern]
  }
}
