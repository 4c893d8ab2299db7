import { isArray, isObject } from './read.js'
import type { JsonObject, JsonValue } from './types.js'
import { define } from './write.js'

/** Nothing of a format's own stands deeper; what users nest deeper is left as it is. */
const DEEPEST = 12

/**
 * A value with its objects changed, the outer before the inner ones. What nothing is changed in is the same object.
 * @param change the value in place of an object; the object itself to leave it.
 * @param enters whether the objects of a member are to be changed. Default: of every member.
 */
export function mapObjects(
  value: JsonValue,
  change: (object: JsonObject) => JsonValue,
  enters: (key: string) => boolean = () => true,
  depth = 0,
): JsonValue {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (isArray(value)) {
    const items = value.map((item) => mapObjects(item, change, enters, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const changed = change(value)
  if (!isObject(changed)) return changed
  let copy: Record<string, JsonValue> | undefined
  for (const key in changed) {
    const member = changed[key]
    if (typeof member !== 'object' || member === null || !enters(key)) continue
    const mapped = mapObjects(member, change, enters, depth + 1)
    if (mapped === member) continue
    copy ??= { ...changed }
    define(copy, key, mapped)
  }
  return copy ?? changed
}
