import { compact } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/expect.js'
import type { ToolErrorCategory } from './categories.js'
import { causeChain, messageOf, textMemberOf } from './thrown.js'
import { isToolError } from './tool-error.js'

/** An error as JSON, for hosts that store the error, log it, or send it to another process. */
export interface ErrorDescription {
  /** The name of the error, such as `TypeError`; for other values the type, such as `string` or `null`. */
  readonly type: string
  /** The error message. */
  readonly message: string
  /** The category of a `ToolError`. */
  readonly category?: ToolErrorCategory
  /** The cause. In a cycle of causes, each error occurs once. */
  readonly cause?: ErrorDescription
  /** The stack trace. Only present on request. */
  readonly stack?: string
}

/** Options for describing an error. */
export interface DescribeErrorOptions {
  /** True to include stack traces. Default: false. */
  readonly stack?: boolean | undefined
}

/**
 * Describes any thrown value as plain JSON, including its causes. The description is for the host; the model
 * receives the message, or the text of `formatError`. Never throws.
 * @example log.error(describeError(error, { stack: true }))
 */
export function describeError(thrown: unknown, options: DescribeErrorOptions = {}): ErrorDescription {
  expectGiven(options, ['describeError', 'describeError(error, { stack: true })'], '/options')
  const { stack = false } = options
  const [error, ...causes] = causeChain(thrown)
  const cause = causes.reduceRight<ErrorDescription | undefined>(
    (inner, link) => descriptionOf(link, inner, stack),
    undefined,
  )
  return descriptionOf(error, cause, stack)
}

function descriptionOf(
  error: unknown,
  cause: ErrorDescription | undefined,
  withStack: boolean,
): ErrorDescription {
  return compact({
    type: textMemberOf(error, 'name') ?? (error === null ? 'null' : typeof error),
    message: messageOf(error),
    category: isToolError(error) ? error.category : undefined,
    cause,
    stack: withStack ? textMemberOf(error, 'stack') : undefined,
  })
}
