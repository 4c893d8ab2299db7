import type { JsonObject } from '../json/types.js'

/** One broken acceptance rule. */
export interface Violation {
  readonly rule: string
  /** JSON Pointer into the native request. */
  readonly path: string
  readonly message: string
  readonly severity: 'error' | 'warning' | 'info'
}

/**
 * One acceptance rule of a wire. `check` reports each place where the native request breaks it; it must cope with any
 * JSON, well-formed or not.
 */
export interface Rule {
  /** Stable id, e.g. `ANTHROPIC-PAIR-01`. */
  readonly id: string
  readonly severity: Violation['severity']
  /** What must hold, in one sentence. */
  readonly summary: string
  /** Fragment of the provider's own error text, where known. */
  readonly error?: string
  /** Where it was seen: issue, type or documentation. */
  readonly evidence?: string
  check(request: JsonObject, report: (path: string, message: string) => void): void
}
