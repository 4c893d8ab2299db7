import { compact } from '../../base/json/write-json.js'
import { expectGiven } from '../../base/model/entrance.js'
import type { ToolErrorCategory } from './categories.js'
import { causeChain, messageOf, textMemberOf } from './thrown.js'
import { isToolError } from './tool-error.js'

/** An error as JSON, for hosts: to be stored, logged, or sent to another process. */
export interface ErrorDescription {
  /** Its name, such as `TypeError`; of what is no error its type, such as `string` or `null`. */
  readonly type: string
  /** What it says. */
  readonly message: string
  /** Of a `ToolError`. */
  readonly category?: ToolErrorCategory
  /** What caused it; of a ring of causes each once. */
  readonly cause?: ErrorDescription
  /** Where it was thrown. Only when it was asked for. */
  readonly stack?: string
}

/** What of an error is described. */
export interface DescribeErrorOptions {
  /** Whether stacks are taken along. Default: false. */
  readonly stack?: boolean | undefined
}

/**
 * Whatever was thrown as plain JSON, causes included. It is for the host: the model gets the message, or what `formatError`
 * gives. Never throws.
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
