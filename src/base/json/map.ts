import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { isArray } from './read-json.js'
import { define } from './write-json.js'

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
  const changed = isArray(value) ? value : change(value)
  if (typeof changed !== 'object' || changed === null) return changed
  let copy: JsonObject | JsonArray | undefined
  for (const [key, member] of Object.entries<JsonValue>(changed)) {
    const mapped = enters(key) ? mapObjects(member, change, enters, depth + 1) : member
    if (mapped === member) continue
    copy ??= isArray(changed) ? [...changed] : { ...changed }
    define(copy, key, mapped)
  }
  return copy ?? changed
}
