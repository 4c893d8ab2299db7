import { isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'

/** The object, or one without members. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
