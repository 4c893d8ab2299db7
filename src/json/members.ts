import { isObject, objectIn } from './read.js'
import type { JsonObject, JsonValue } from './types.js'
import { define } from './write.js'

/** What stands at a path of names with dots between them (`reasoning.effort`); undefined where nothing does. */
export function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value
  for (const name of path.split('.')) found = isObject(found) ? found[name] : undefined
  return found
}

/** The object with this value at such a path. */
export function withMember(object: JsonObject, path: string, value: JsonValue): JsonObject {
  const [name = '', ...deeper] = path.split('.')
  if (deeper.length === 0) return { ...object, [name]: value }
  return { ...object, [name]: withMember(objectIn(object[name]), deeper.join('.'), value) }
}

/** Both objects as one, and the objects in them likewise; elsewhere the second one wins. */
export function mergedMembers(first: JsonObject, second: JsonObject): JsonObject {
  const all: Record<string, JsonValue> = { ...first }
  for (const name of Object.keys(second)) {
    const [before, member] = [first[name], second[name]]
    define(all, name, isObject(before) && isObject(member) ? mergedMembers(before, member) : member)
  }
  return all
}
