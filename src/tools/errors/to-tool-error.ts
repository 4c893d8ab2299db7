import { compact } from '../../base/json/write-json.js'
import type { ToolErrorCategory } from './categories.js'
import { categoryOfStatus, knownCategoryOfCode } from './classify.js'
import { causeChain, memberOf, messageOf, textMemberOf } from './thrown.js'
import { isToolError, ToolError, type ToolErrorOptions } from './tool-error.js'

/**
 * Whatever was thrown as a `ToolError`: one of those as it is; of anything else the HTTP status, the system's code or the
 * name that it has tells the category, or those of what caused it. Never throws.
 * @returns its message is that of what was thrown, its `cause` is what was thrown, and its `metadata` holds the `status`
 * and the `code` that told the category.
 * @example if (toToolError(error).retryable) await tryAgain()
 */
export function toToolError(thrown: unknown): ToolError {
  if (isToolError(thrown)) return thrown
  const findings = causeChain(thrown).flatMap((link) => findingOf(link) ?? [])
  // What was aborted because it took too long says so in its cause alone: https://nodejs.org/api/globals.html#class-abortsignal
  const found = findings.find(({ category }) => category !== 'cancelled') ?? findings[0]
  return new ToolError(messageOf(thrown), { ...found, cause: thrown })
}

/**
 * Whether no tool has the name that was called, without looking at the text.
 * @param told a `ToolError`, a `ToolResult`, or whatever was thrown.
 */
export function isToolNotFound(told: unknown): boolean {
  return memberOf(told, 'category') === NOT_FOUND
}

const NOT_FOUND: ToolErrorCategory = 'tool_not_found'

/** What one link of a chain of causes says of the whole. */
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

/** Where HTTP clients put the status: on the error, on the answer that it holds, or beside the answer. */
function statusOf(link: unknown): number | undefined {
  const places = [
    memberOf(link, 'status'),
    memberOf(link, 'statusCode'),
    memberOf(memberOf(link, 'response'), 'status'),
    memberOf(memberOf(link, '$metadata'), 'httpStatusCode'),
  ]
  return places.find(isFailedStatus)
}

/** A `status` may be something else: a process that ended has one as well. */
function isFailedStatus(status: unknown): status is number {
  return typeof status === 'number' && status >= 400 && status < 600
}
