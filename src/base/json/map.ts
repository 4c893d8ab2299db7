import type { JsonArray, JsonObject, JsonValue } from './json-types.js'
import { isArray } from './read-json.js'
import { define } from './write-json.js'

/**
 * Maximum depth of the walk. All members of formats are at lower depths; deeper values of users stay
 * unchanged.
 */
const DEEPEST = 12

/**
 * Changes the objects in a value, outer objects before inner ones. An object without changes is returned as
 * the same object.
 * @param change returns the replacement of an object, or the object itself to leave it unchanged.
 * @param enters returns true if the objects of a member are to be changed. Default: of every member.
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
