import type { JsonArray } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import { lint } from './lint-request.js'
import type { Rule, Violation } from './rule.js'

const LIST = '/messages'

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
  return lint(rules, { messages }, limits).map(inList)
}

/** Returns a violation of a request with these messages, relative to the list of messages. */
export function inList({ fix, ...violation }: Violation): Violation {
  const inner = fix?.flatMap((operation): PatchOperation[] =>
    isInList(operation.path) ? [{ ...operation, path: operation.path.slice(LIST.length) }] : [],
  )
  return {
    ...violation,
    path: isInList(violation.path) ? violation.path.slice(LIST.length) : '',
    ...(inner !== undefined && inner.length === fix?.length && { fix: inner }),
  }
}

function isInList(path: string): boolean {
  return path === LIST || path.startsWith(`${LIST}/`)
}
