import type { JsonArray } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule, Violation } from './rule.js'

/** The field of a request with the messages of most formats. */
const MESSAGES = 'messages'

/**
 * Runs every rule over a bare list of messages, as libraries store them: AI SDK, LangChain, Chat Completions.
 * @param messages the native messages.
 * @param limits the limits of the format: a profile name, or individual limits. Default: its usual limits.
 * @returns the violations. Paths and fixes are relative to the list; a fix outside of the list is omitted.
 * @example lintMessages(rules, uiMessages)[0]?.path // '/1/parts/0'
 */
export function lintMessages(
  rules: readonly Rule[],
  messages: JsonArray,
  limits?: LimitsChoice,
): Violation[] {
  return lint(rules, { messages }, limits).map((violation) => inList(violation))
}

/** Returns a violation of a request, relative to a list of the request. A fix outside of the list is omitted. */
export function inList({ fix, ...violation }: Violation, field = MESSAGES): Violation {
  const list = `/${field}`
  const isInside = (path: string) => path === list || path.startsWith(`${list}/`)
  const inner = fix?.flatMap((operation): PatchOperation[] =>
    isInside(operation.path) ? [{ ...operation, path: operation.path.slice(list.length) }] : [],
  )
  return {
    ...violation,
    path: isInside(violation.path) ? violation.path.slice(list.length) : '',
    ...(inner !== undefined && inner.length === fix?.length && { fix: inner }),
  }
}
