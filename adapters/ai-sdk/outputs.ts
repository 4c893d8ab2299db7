import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { equalJson, stringifyJson } from '../../src/base/json/write-json.js'

/**
 * Returns the output of a tool without its tag: the form in user interfaces and in providers' own results.
 */
export function bareOf({ type, value = null, reason = null }: JsonObject): JsonValue {
  return type === 'execution-denied' ? reason : value
}

/** Returns true if `bare` is the displayed form of the output. */
export function isShown(tagged: JsonObject, bare: JsonValue): boolean {
  const value = bareOf(tagged)
  return equalJson(value, bare) || stringifyJson(value) === bare
}

/** Converts a provider's output, or a displayed output, to the tagged form of prompts. */
export function bareTag(value: JsonValue, isError: boolean): JsonObject {
  const kind = typeof value === 'string' ? 'text' : 'json'
  return { type: isError ? `error-${kind}` : kind, value }
}

/** Sent to the UI for an unusable call without a result. */
export const UNUSABLE = 'the input of this call is not usable'
