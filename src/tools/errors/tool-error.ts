import type { JsonObject } from '../../base/json/json-types.js'
import { TOOL_ERROR_CATEGORIES, type ToolErrorCategory } from './categories.js'

/** What a `ToolError` is made of beside its message. */
export interface ToolErrorOptions {
  /** Default: `permanent_failure`. */
  readonly category?: ToolErrorCategory | undefined
  /** Whether trying again may help. Default: as the category says. */
  readonly retryable?: boolean | undefined
  /** Advice for the model. Default: that of the category. */
  readonly suggestion?: string | undefined
  /** For hooks and logs. The model never sees it. */
  readonly metadata?: JsonObject | undefined
  /** What led to it. The model does not see it. */
  readonly cause?: unknown
}

/**
 * Why a call failed. The model sees the message; tools throw one to say more than that to the host.
 * @example throw new ToolError('The shop is closed.', { category: 'server_error', metadata: { shop: 17 } })
 */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** What went wrong, in one of eleven words. */
  readonly category: ToolErrorCategory
  /** Whether trying again may help. */
  readonly retryable: boolean
  /** Advice for the model. */
  readonly suggestion: string
  /** For hooks and logs. The model never sees it. */
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

/** Whether it is one that can be read: a Proxy of one may not be. */
export function isToolError(thrown: unknown): thrown is ToolError {
  try {
    return thrown instanceof ToolError && typeof thrown.message === 'string'
  } catch {
    return false
  }
}
