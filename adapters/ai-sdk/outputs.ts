import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { equalJson, stringifyJson } from '../../src/base/json/write-json.js'

/** What a tool gave, without the tag that says what it is: as interfaces show it, and providers' own results are. */
export function bareOf({ type, value = null, reason = null }: JsonObject): JsonValue {
  return type === 'execution-denied' ? reason : value
}

/** Whether that is what is shown of an output. */
export function isShown(tagged: JsonObject, bare: JsonValue): boolean {
  const value = bareOf(tagged)
  return equalJson(value, bare) || stringifyJson(value) === bare
}

/** What a provider gave, or what is shown of an output, as a prompt tells it. */
export function bareTag(value: JsonValue, isError: boolean): JsonObject {
  const kind = typeof value === 'string' ? 'text' : 'json'
  return { type: isError ? `error-${kind}` : kind, value }
}

/** What an interface is told of a call that cannot be run, as long as nobody answered it. */
export const UNUSABLE = 'the input of this call is not usable'
