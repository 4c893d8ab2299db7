import type { JsonObject } from '../../base/json/json-types.js'
import { chooseLimits, type Limits, type LimitsChoice } from '../../codec/wire/limits.js'
import { remembered } from './remembered.js'
import type { Check, Fix, ReportViolation, Rule, RuleText } from './rule.js'
import type { RequestView } from './view.js'

/** A check of a view of the request. Default: the view that all wires provide. */
export type ViewCheck<View = RequestView> = (
  view: View,
  report: ReportViolation,
  choice?: LimitsChoice,
) => void

/** The limits and the view of a wire, as far as rules need them. */
export interface Limited<View = RequestView> {
  readonly limits: Limits
  readonly viewOf: (request: JsonObject) => View
  /** The evidence for rules without a separate source. Default: none. */
  readonly evidence?: string
  /**
   * Returns the profile that a request itself determines, for callers who do not choose a profile. Default:
   * requests do not determine a profile.
   */
  readonly profileOf?: (request: JsonObject) => string | undefined
}

/** A check that depends on a limit. Without a restriction, everything passes. */
export interface LimitCheck<View = RequestView> {
  /** The limit that the check reads. */
  readonly limit: keyof Limits
  /**
   * Returns the check for these limits; undefined without a restriction.
   * @param rule the id of the rule that calls this function.
   */
  readonly checkFor: (limits: Limits, rule: string) => ViewCheck<View> | false | undefined
  /**
   * Creates the fix for reported violations of a rule, under these limits. Default: no fix.
   * @param rule the id of the rule that calls this function.
   */
  readonly fixFor?: ((limits: Limits, rule: string, viewOf: (request: JsonObject) => View) => Fix) | undefined
}

/** Creates a check that applies another check to a different view. */
export function over<View, Inner>(
  viewOf: (view: View) => Inner,
  { limit, checkFor, fixFor }: LimitCheck<Inner>,
): LimitCheck<View> {
  return {
    limit,
    fixFor: fixFor && ((limits, rule, outer) => fixFor(limits, rule, (request) => viewOf(outer(request)))),
    checkFor: (limits, rule) => {
      const check = checkFor(limits, rule)
      return check && ((view, report, choice) => check(viewOf(view), report, choice))
    },
  }
}

/** A rule as a row: its text and its check of the native request or of its view. */
export type RuleRow<View = RequestView> = Omit<RuleText, 'id' | 'severity'> & {
  /** The severity of a violation. Default: `error`. */
  readonly severity?: RuleText['severity'] | undefined
  /** See `Rule.fix`. */
  readonly fix?: Fix
  /** See `Rule.isFixedLast`. */
  readonly isFixedLast?: true
  /** See `Rule.isFixedByUser`. */
  readonly isFixedByUser?: true
} & (
    | { readonly check: Check | LimitCheck<JsonObject>; readonly seen?: never }
    | { readonly seen: ViewCheck<View> | LimitCheck<View>; readonly check?: never }
  )

/** Rules by their ids. */
export type RuleRows<View = RequestView> = Readonly<Record<string, RuleRow<View>>>

/** Creates the rules of a wire. */
export function rulesOf<View>(given: Limited<View>, rows: RuleRows<View>): readonly Rule[] {
  const wire = { ...given, viewOf: remembered(given.viewOf) }
  const native: Limited<JsonObject> = { limits: wire.limits, viewOf: (request) => request }
  return Object.entries(rows).map(([id, { severity = 'error', check, seen, ...more }]) => {
    const text: Fixable = { id, severity, ...(wire.evidence && { evidence: wire.evidence }), ...more }
    const rule = check === undefined ? ruleOf(wire, seen, text) : ruleOf(native, check, text)
    return given.profileOf === undefined ? rule : underProfile(rule, given.profileOf)
  })
}

/** Returns the rules with the profile that a request determines, if the caller does not choose limits. */
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

type Fixable = Omit<Rule, 'check' | 'limit'>

function ruleOf<View>(wire: Limited<View>, check: ViewCheck<View> | LimitCheck<View>, text: Fixable): Rule {
  if (typeof check !== 'function')
    return {
      ...fixing(check, wire, text.id),
      ...text,
      limit: check.limit,
      check: refusing(check, wire, text),
    }
  return { ...text, check: (request, report, choice) => check(wire.viewOf(request), report, choice) }
}

/** Creates the fix of a check, under the limits that the caller chose. */
function fixing<View>(
  { fixFor }: LimitCheck<View>,
  { limits, viewOf }: Limited<View>,
  rule: string,
): Pick<Rule, 'fix'> {
  if (fixFor === undefined) return {}
  let latest: { readonly choice: LimitsChoice | undefined; readonly fix: Fix } | undefined
  return {
    fix: (request, path, choice) => {
      if (latest === undefined || latest.choice !== choice)
        latest = { choice, fix: fixFor(chooseLimits({ limits }, choice), rule, viewOf) }
      return latest.fix(request, path)
    },
  }
}

/**
 * Creates the check of a limit, which reports requests that `fit` would change. Only violations of the
 * caller's chosen limits are errors. A rule below severity `error` also reports violations of other profiles,
 * unless the caller chose this limit.
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

/** Returns the limits of each profile with a different value of this limit. A check reads only one limit. */
function othersOf(limit: keyof Limits, limits: Limits): Limits[] {
  const profiles = Object.values(limits.profiles ?? {}).filter((profile) => Object.hasOwn(profile, limit))
  const byValue = new Map(profiles.map((profile) => [profile[limit], profile]))
  return [...byValue.values()].map((profile) => ({ ...limits, ...profile }))
}

/** Returns true if the caller's choice sets this limit. */
function isSaid(limit: keyof Limits, { profiles }: Limits, choice: LimitsChoice = {}): boolean {
  return Object.hasOwn((typeof choice === 'string' ? profiles?.[choice] : choice) ?? {}, limit)
}

interface LimitFault {
  readonly says: string
  readonly isCertain: boolean | undefined
}

/** Returns the violations by path. */
function found<View>(
  view: View,
  check: ViewCheck<View> | false | undefined,
): ReadonlyMap<string, LimitFault> {
  const faults = new Map<string, LimitFault>()
  if (check) check(view, (path, says, isCertain) => void faults.set(path, { says, isCertain }))
  return faults
}
