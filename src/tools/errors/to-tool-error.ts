import { compact } from '../../base/json/write-json.js'
import type { ToolErrorCategory } from './categories.js'
import { categoryOfStatus, knownCategoryOfCode } from './classify.js'
import { causeChain, memberOf, messageOf, textMemberOf } from './thrown.js'
import { isToolError, ToolError, type ToolErrorOptions } from './tool-error.js'

/**
 * Converts any thrown value to a `ToolError`. A `ToolError` is returned unchanged. For other values, the
 * category is determined by the HTTP status, the system code or the name of the value or one of its causes.
 * Never throws.
 * @returns an error with the message of the thrown value, the value as `cause`, and `metadata` with the
 * `status` and `code` that determined the category.
 * @example if (toToolError(error).retryable) await tryAgain()
 */
export function toToolError(thrown: unknown): ToolError {
  if (isToolError(thrown)) return thrown
  const findings = causeChain(thrown).flatMap((link) => findingOf(link) ?? [])
  // A timeout is reported only in the cause of an abort:
  // https://nodejs.org/api/globals.html#class-abortsignal
  const found = findings.find(({ category }) => category !== 'cancelled') ?? findings[0]
  return new ToolError(messageOf(thrown), { ...found, cause: thrown })
}

/**
 * Returns true if the error means that the called tool does not exist. The text of the error is not read.
 * @param told a `ToolError`, a `ToolResult`, or any thrown value.
 */
export function isToolNotFound(told: unknown): boolean {
  return memberOf(told, 'category') === NOT_FOUND
}

const NOT_FOUND: ToolErrorCategory = 'tool_not_found'

/** Returns the error options that follow from one value in a chain of causes. */
function findingOf(link: unknown): ToolErrorOptions | undefined {
  if (isToolError(link)) {
    const { category, retryable, suggestion, metadata } = link
    return compact({ category, retryable, suggestion, metadata })
  }
  const status = statusOf(link)
  const code = textMemberOf(link, 'code')
  const category = categoryOf(textMemberOf(link, 'name'), status, code)
  if (category === undefined) return undefined
  const isTold = status !== undefined || code !== undefined
  return compact({ category, metadata: isTold ? compact({ status, code }) : undefined })
}

function categoryOf(
  name: string | undefined,
  status: number | undefined,
  code: string | undefined,
): ToolErrorCategory | undefined {
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'AbortError') return 'cancelled'
  if (status !== undefined) return categoryOfStatus(status)
  return code === undefined ? undefined : knownCategoryOfCode(code)
}

/**
 * Returns the HTTP status of an error. HTTP clients put the status on the error, on its response, or next to
 * the response.
 */
function statusOf(link: unknown): number | undefined {
  const places = [
    memberOf(link, 'status'),
    memberOf(link, 'statusCode'),
    memberOf(memberOf(link, 'response'), 'status'),
    memberOf(memberOf(link, '$metadata'), 'httpStatusCode'),
  ]
  return places.find(isFailedStatus)
}

/**
 * Returns true for an HTTP status of a failure. Other values may also have a `status`, such as an ended
 * process.
 */
function isFailedStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status < 600
}
