import type { JsonObject } from '../../base/json/json-types.js'
import { TOOL_ERROR_CATEGORIES, type ToolErrorCategory } from './categories.js'

/** Options of a `ToolError` other than its message. */
export interface ToolErrorOptions {
  /** The category of the error. Default: `permanent_failure`. */
  readonly category?: ToolErrorCategory | undefined
  /** True if retrying may help. Default: the value of the category. */
  readonly retryable?: boolean | undefined
  /** Advice for the model. Default: the suggestion of the category. */
  readonly suggestion?: string | undefined
  /** Data for hooks and logs. The model never sees this data. */
  readonly metadata?: JsonObject | undefined
  /** The cause. The model does not see it. */
  readonly cause?: unknown
}

/**
 * The reason why a call failed. The model sees the message; tools throw a `ToolError` to give the host more
 * details.
 * @example throw new ToolError('The shop is closed.', { category: 'server_error', metadata: { shop: 17 } })
 */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** The kind of failure, one of eleven categories. */
  readonly category: ToolErrorCategory
  /** True if retrying may help. */
  readonly retryable: boolean
  /** Advice for the model. */
  readonly suggestion: string
  /** Data for hooks and logs. The model never sees this data. */
  readonly metadata?: JsonObject

  /** @param message for the model. */
  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.category = options.category ?? 'permanent_failure'
    const known = TOOL_ERROR_CATEGORIES[this.category]
    this.retryable = options.retryable ?? known.retryable
    this.suggestion = options.suggestion ?? known.suggestion
    if (options.metadata !== undefined) this.metadata = options.metadata
  }
}

/** Returns true for a readable `ToolError`. A Proxy of a `ToolError` may not be readable. */
export function isToolError(thrown: unknown): thrown is ToolError {
  try {
    return thrown instanceof ToolError && typeof thrown.message === 'string'
  } catch {
    return false
  }
}
