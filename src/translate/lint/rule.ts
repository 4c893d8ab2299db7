import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { Limits, LimitsChoice } from '../../codec/wire/limits.js'

/** One broken acceptance rule. */
export interface Violation {
  /** Id of the rule, e.g. `ANTHROPIC-PAIR-01`. */
  readonly rule: string
  /** JSON Pointer into the native request. */
  readonly path: string
  /** What is wrong there, for people. */
  readonly message: string
  /** `error`: the provider refuses it. `warning`: it may, or does something else. `info`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'info'
  /** JSON Patch that mends it and loses nothing of the user's. Default: none is known. */
  readonly fix?: readonly PatchOperation[]
}

/** What a rule says, without how it is checked. */
export interface RuleText {
  /** Stable id, e.g. `ANTHROPIC-PAIR-01`. */
  readonly id: string
  /** What breaking it comes to. */
  readonly severity: Violation['severity']
  /** What must hold, in one sentence. */
  readonly summary: string
  /** Fragment of the provider's own error text, where known. */
  readonly error?: string
  /** Further fragments, where it has several texts for it. Default: there are none. */
  readonly errors?: readonly string[]
  /** Where it was seen: issue, type or documentation. */
  readonly evidence?: string
  /** The profiles of the limits under which alone it holds. Default: it holds always. */
  readonly profiles?: readonly string[]
  /** The profiles under which breaking it is an error, whatever the severity is elsewhere. Default: none. */
  readonly certainFor?: readonly string[]
}

/**
 * Takes what is wrong, and where.
 * @param isCertain whether it is an error, whatever the severity of the rule is elsewhere. Default: no.
 */
export type ReportViolation = (path: string, message: string, isCertain?: boolean) => void

/**
 * Reports each place where a native request breaks a rule; it must cope with any JSON, well-formed or not.
 * @param choice which of the wire's limits hold. Default: its usual ones.
 */
export type Check = (request: JsonObject, report: ReportViolation, choice?: LimitsChoice) => void

/**
 * The changes that mend what a rule reported at a path; undefined where there is no mechanical mend.
 * @param choice which of the wire's limits hold, as for the check. Default: its usual ones.
 */
export type Fix = (
  request: JsonObject,
  path: string,
  choice?: LimitsChoice,
) => readonly PatchOperation[] | undefined

/** One acceptance rule of a wire. */
export interface Rule extends RuleText {
  /** The limit that it refuses to see broken; `fit` bends to the same. Default: it is behind none. */
  readonly limit?: keyof Limits
  readonly check: Check
  /**
   * Mends one place that the check reported. Never drops a call, a result or a text of the user. Default: nothing does.
   */
  readonly fix?: Fix
}
