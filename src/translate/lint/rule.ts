import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { Limits, LimitsChoice } from '../../codec/wire/limits.js'

/** One broken acceptance rule. */
export interface Violation {
  /** Id of the rule, e.g. `ANTHROPIC-PAIR-01`. */
  readonly rule: string
  /** JSON Pointer into the native request. */
  readonly path: string
  /** A human-readable description of the violation. */
  readonly message: string
  /**
   * `error`: the provider rejects the request. `warning`: the provider may reject it or behave differently.
   * `info`: the request works; the message contains advice.
   */
  readonly severity: 'error' | 'warning' | 'info'
  /** JSON Patch that fixes the violation without losing user content. Default: no known fix. */
  readonly fix?: readonly PatchOperation[]
}

/** A rule without its check. */
export interface RuleText {
  /** Stable id, e.g. `ANTHROPIC-PAIR-01`. */
  readonly id: string
  /** The consequence of breaking the rule. */
  readonly severity: Violation['severity']
  /** The condition that must hold, in one sentence. */
  readonly summary: string
  /** A fragment of the provider's error text, if known. */
  readonly error?: string
  /** Further fragments, if the provider has several texts for the error. Default: none. */
  readonly errors?: readonly string[]
  /** The source: an issue, a type or documentation. */
  readonly evidence?: string
  /** The limit profiles under which the rule applies. Default: all. */
  readonly profiles?: readonly string[]
  /**
   * The profiles under which a violation is an error, regardless of the severity elsewhere. Default: none.
   */
  readonly certainFor?: readonly string[]
}

/**
 * A function that receives the path and the message of a violation.
 * @param isCertain true if the violation is an error, regardless of the rule's severity elsewhere. Default:
 * false.
 */
export type ReportViolation = (path: string, message: string, isCertain?: boolean) => void

/**
 * A function that reports each path at which a native request breaks a rule. The request may be any JSON,
 * well-formed or not.
 * @param choice the limits of the wire to apply. Default: the usual limits of the wire.
 */
export type Check = (request: JsonObject, report: ReportViolation, choice?: LimitsChoice) => void

/**
 * A function that returns the changes that fix a reported violation; undefined without a mechanical fix.
 * @param choice the limits of the wire to apply, as for the check. Default: the usual limits of the wire.
 */
export type Fix = (
  request: JsonObject,
  path: string,
  choice?: LimitsChoice,
) => readonly PatchOperation[] | undefined

/** One acceptance rule of a wire. */
export interface Rule extends RuleText {
  /** The limit that the rule checks; `fit` applies the same limit. Default: none. */
  readonly limit?: keyof Limits
  readonly check: Check
  /** Fixes one reported violation. Never drops a call, a result or user text. Default: no fix. */
  readonly fix?: Fix
  /** True for a fix that other fixes may make superfluous: it is applied when they are done. Default: false. */
  readonly isFixedLast?: true
  /** True for a fix that only a user applies, not the automatic repair of refused requests. Default: false. */
  readonly isFixedByUser?: true
}
