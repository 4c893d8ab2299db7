import { isAnyError } from '../../base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type { StreamDecoding } from './codec.js'

/** Returns true for a list of stream events or errors of a wire that together are one answer. */
export function isAnswerList(
  value: JsonValue,
  { entry }: Pick<StreamDecoding, 'entry'>,
): value is readonly JsonObject[] {
  if (!isArray(value) || value.length === 0) return false
  return value.every((item) => isObject(item) && (entry?.(item) !== undefined || isAnyError(item)))
}
