import type { JsonObject } from '../../base/json/json-types.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
import { remembered } from './remembered.js'
import type { Check, Fix, ReportViolation, Rule, RuleText } from './rule.js'
import type { RequestView } from './view.js'

/** What rules refuse, told of a view of the request: of the one that all wires give, when nothing else is said. */
export type ViewCheck<View = RequestView> = (
  view: View,
  report: ReportViolation,
  choice?: LimitsChoice,
) => void

/** A wire, as far as rules look at its limits and its requests. */
export interface Limited<View = RequestView> {
  readonly limits: Limits
  readonly viewOf: (request: JsonObject) => View
  /** Where rules were seen that do not say it. Default: nothing is said. */
  readonly evidence?: string
  /** The profile of the limits that a request itself names, for callers who name none. Default: requests name none. */
  readonly profileOf?: (request: JsonObject) => string | undefined
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
  /**
   * The mend of what it reports, for a rule under these limits. Default: there is none.
   * @param rule the id of the rule that asks.
   */
  readonly mendFor?:
    | ((limits: Limits, rule: string, viewOf: (request: JsonObject) => View) => Fix)
    | undefined
}

/** The same check, of something else than it looks at. */
export function over<View, Inner>(
  viewOf: (view: View) => Inner,
  { limit, checkFor, mendFor }: LimitCheck<Inner>,
): LimitCheck<View> {
  return {
    limit,
    mendFor: mendFor && ((limits, rule, outer) => mendFor(limits, rule, (request) => viewOf(outer(request)))),
    checkFor: (limits, rule) => {
      const check = checkFor(limits, rule)
      return check && ((view, report, choice) => check(viewOf(view), report, choice))
    },
  }
}

/** A rule as a row: what it says, and what it refuses, of the native request or of its view. */
export type RuleRow<View = RequestView> = Omit<RuleText, 'id' | 'severity'> & {
  /** Default: `error`. */
  readonly severity?: RuleText['severity'] | undefined
  /** See `Rule.fix`. */
  readonly fix?: Fix
} & (
    | { readonly check: Check | LimitCheck<JsonObject>; readonly seen?: never }
    | { readonly seen: ViewCheck<View> | LimitCheck<View>; readonly check?: never }
  )

/** Rules by their ids. */
export type RuleRows<View = RequestView> = Readonly<Record<string, RuleRow<View>>>

/** The rules of a wire. */
export function rulesOf<View>(given: Limited<View>, rows: RuleRows<View>): readonly Rule[] {
  const wire = { ...given, viewOf: remembered(given.viewOf) }
  const native: Limited<JsonObject> = { limits: wire.limits, viewOf: (request) => request }
  return Object.entries(rows).map(([id, { severity = 'error', check, seen, ...more }]) => {
    const text: Mendable = { id, severity, ...(wire.evidence && { evidence: wire.evidence }), ...more }
    const rule = check === undefined ? ruleOf(wire, seen, text) : ruleOf(native, check, text)
    return given.profileOf === undefined ? rule : underProfile(rule, given.profileOf)
  })
}

/** The rule under the profile that a request names, where the caller chooses no limits. */
function underProfile(
  { check, fix, ...text }: Rule,
  profileOf: (request: JsonObject) => string | undefined,
): Rule {
  const isCertainFor = (choice: LimitsChoice | undefined) =>
    (typeof choice === 'string' && text.certainFor?.includes(choice)) || undefined
  return {
    ...text,
    check: (request, report, choice = profileOf(request)) =>
      check(request, (path, says, isCertain = isCertainFor(choice)) => report(path, says, isCertain), choice),
    ...(fix && { fix: (request, path, choice = profileOf(request)) => fix(request, path, choice) }),
  }
}

type Mendable = Omit<Rule, 'check' | 'limit'>

function ruleOf<View>(wire: Limited<View>, check: ViewCheck<View> | LimitCheck<View>, text: Mendable): Rule {
  if (typeof check !== 'function')
    return {
      ...mending(check, wire, text.id),
      ...text,
      limit: check.limit,
      check: refusing(check, wire, text),
    }
  return { ...text, check: (request, report, choice) => check(wire.viewOf(request), report, choice) }
}

/** The mend of a check, of the limits that the caller chose. */
function mending<View>(
  { mendFor }: LimitCheck<View>,
  { limits, viewOf }: Limited<View>,
  rule: string,
): Pick<Rule, 'fix'> {
  if (mendFor === undefined) return {}
  let latest: { readonly choice: LimitsChoice | undefined; readonly fix: Fix } | undefined
  return {
    fix: (request, path, choice) => {
      if (latest === undefined || latest.choice !== choice)
        latest = { choice, fix: mendFor(chooseLimits({ limits }, choice), rule, viewOf) }
      return latest.fix(request, path)
    },
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
    const others = othersOf(limit, limits).map(foundBy)
    for (const [path, { says, isCertain }] of new Map(others.flatMap((places) => [...places])))
      if (isCertain === undefined && !refused.has(path)) report(path, says)
  }
}

/** The limits of each profile that says something else of this one; a check reads no other. */
function othersOf(limit: keyof Limits, limits: Limits): Limits[] {
  const profiles = Object.values(limits.profiles ?? {}).filter((profile) => Object.hasOwn(profile, limit))
  const byValue = new Map(profiles.map((profile) => [profile[limit], profile]))
  return [...byValue.values()].map((profile) => ({ ...limits, ...profile }))
}

/** Whether the caller's choice says what this limit is. */
function isSaid(limit: keyof Limits, { profiles }: Limits, choice: LimitsChoice = {}): boolean {
  return Object.hasOwn((typeof choice === 'string' ? profiles?.[choice] : choice) ?? {}, limit)
}

interface LimitFault {
  readonly says: string
  readonly isCertain: boolean | undefined
}

/** What is wrong, by its path. */
function found<View>(
  view: View,
  check: ViewCheck<View> | false | undefined,
): ReadonlyMap<string, LimitFault> {
  const faults = new Map<string, LimitFault>()
  if (check) check(view, (path, says, isCertain) => void faults.set(path, { says, isCertain }))
  return faults
}
