import type { Converted } from '../../src/adapter/define.js'
import type { JsonObject } from '../../src/json/types.js'
import { lint } from '../../src/lint/lint.js'
import type { Conversation } from '../../src/model/types.js'
import type { LoadedAdapter } from './adapters.js'
import { difference } from './values.js'

/** What a caller says when the source does not: the model of the target, and a limit that some targets require. */
export const CALLER = { model: 'example-model', maxOutputTokens: 4096 }

export interface TranslateOptions {
  readonly model?: string
}

/** A native request of one wire as a native request of another. */
export function translateBody(
  _request: JsonObject,
  _from: LoadedAdapter,
  _to: LoadedAdapter,
  _options: TranslateOptions = {},
): Converted<JsonObject> {
  throw new Error('translate is not there yet')
}

/** A canonical conversation, fitted to a wire and written in it. */
export function encodeFor(_conversation: Conversation, _to: LoadedAdapter): Converted<JsonObject> {
  throw new Error('fit is not there yet')
}

/** The acceptance rules of severity `error` that a native request breaks. */
export function refusals(request: JsonObject, { rules }: LoadedAdapter): string[] {
  return lint(rules, request)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, path, message }) => `${rule} at ${path}: ${message}`)
}

/** Where the second body is not the first one with its lists grown at their ends; undefined when it is. */
export function prefixBreak(before: JsonObject, after: JsonObject): string | undefined {
  for (const [key, member] of Object.entries(before)) {
    const grown = after[key]
    const same = Array.isArray(member) && Array.isArray(grown) ? grown.slice(0, member.length) : grown
    const problem = difference(member, same, `/${key}`)
    if (problem !== undefined) return problem
  }
  return undefined
}
