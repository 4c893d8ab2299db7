import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isObject } from '../json/read-json.js'

/** The object, or one without members. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
