import type { JsonObject } from '../json/types.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../wire/limits.js'
import type { Check, ReportViolation, Rule, RuleText } from './rule.js'
import type { RequestView } from './view.js'

/** What rules of several wires refuse, told of a view of the request. */
export type ViewCheck<View = RequestView> = (view: View, report: ReportViolation) => void

/** A wire, as far as rules look at its limits and its requests. */
export interface Limited<View = RequestView> {
  readonly limits: Limits
  readonly viewOf: (request: JsonObject) => View
}

/** What is refused by what a limit says: nothing, when it lets all pass. */
export interface LimitCheck<View = RequestView> {
  /** What it reads. */
  readonly limit: keyof Limits
  /**
   * The check for these limits, or nothing.
   * @param rule the id of the rule that asks.
   */
  readonly checkFor: (limits: Limits, rule: string) => ViewCheck<View> | false | undefined
}

/** How rules of a wire are checked, over its own view of a request. */
export function rulesOver<View = RequestView>(wire: Limited<View>) {
  return {
    seen:
      (check: ViewCheck<View>): Check =>
      (request, report) =>
        check(wire.viewOf(request), report),
    limited: (limitCheck: LimitCheck<View>, text: RuleText): Rule => ({
      ...text,
      limit: limitCheck.limit,
      check: refusing(limitCheck, wire, text),
    }),
  }
}

/**
 * Refuses what `fit` bends. What the caller's choice alone refuses is an error. A rule that is none also tells what some
 * profile refuses, as long as the caller does not say what the limit is.
 */
function refusing<View>(
  { limit, checkFor }: LimitCheck<View>,
  { limits, viewOf }: Limited<View>,
  { id, severity }: RuleText,
): Check {
  return (request, report, choice) => {
    const view = viewOf(request)
    const foundBy = (each: Limits) => found(view, checkFor(each, id))
    const usual = foundBy(limits)
    const refused = choice === undefined ? usual : foundBy(chooseLimits({ limits }, choice))
    for (const [path, { says, isCertain = usual.has(path) ? undefined : true }] of refused)
      report(path, says, isCertain)
    if (severity === 'error' || isSaid(limit, limits, choice)) return
    const others = Object.values(limits.profiles ?? {}).map((profile) => foundBy({ ...limits, ...profile }))
    for (const [path, { says, isCertain }] of new Map(others.flatMap((places) => [...places])))
      if (isCertain === undefined && !refused.has(path)) report(path, says)
  }
}

/** Whether the caller's choice says what this limit is. */
function isSaid(limit: keyof Limits, { profiles }: Limits, choice: LimitsChoice = {}): boolean {
  return Object.hasOwn((typeof choice === 'string' ? profiles?.[choice] : choice) ?? {}, limit)
}

interface Fault {
  readonly says: string
  readonly isCertain: boolean | undefined
}

/** What is wrong, by its path. */
function found<View>(view: View, check: ViewCheck<View> | false | undefined): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>()
  if (check) check(view, (path, says, isCertain) => void faults.set(path, { says, isCertain }))
  return faults
}
