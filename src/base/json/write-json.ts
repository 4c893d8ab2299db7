import { AdapterError } from './adapter-error.js'
import type { JsonArray, JsonMembers, JsonObject, JsonValue } from './json-types.js'
import { at, isArray, isObject, objectIn } from './read-json.js'

/**
 * Maximum nesting. Deeper values are rejected, since they could overflow the call stack. Real tool calls stay
 * below 50.
 */
export const MAX_DEPTH = 1000

/**
 * Returns the object without its undefined members, so that canonical data is the same before and after JSON;
 * returns the same object if all its members are defined.
 */
export function compact<T extends object>(object: T): Compact<T>
export function compact(object: AnyMembers): object {
  return hasUndefined(object) ? copyMembers(object, {}) : object
}

/** An object type whose members exclude undefined. */
export type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> }
type AnyMembers = { readonly [key: string]: unknown }

/** Returns the object without its undefined members; undefined if no member is left. */
export function unlessEmpty(object: JsonMembers): JsonObject | undefined {
  for (const key in object) if (object[key] !== undefined) return compact(object)
  return undefined
}

/**
 * Merges the members of three objects, without undefined members. Faster than a spread of objects with
 * varying shapes.
 */
export function merged<A extends object, B extends object, C extends object>(
  first: A,
  second: B,
  third: C,
): Compact<A & B & C>
export function merged(first: AnyMembers, second: AnyMembers, third: AnyMembers): object {
  return copyMembers(third, copyMembers(second, copyMembers(first, {})))
}

/**
 * Returns the object with some members set or replaced; undefined members are skipped. A spread that adds
 * members creates a hidden class for each object (V8's CloneObjectIC), which makes all later reads several
 * times slower.
 */
export function withMembers(object: JsonObject, members: JsonMembers): JsonObject
export function withMembers(object: AnyMembers, members: AnyMembers): object {
  return copyMembers(members, copyMembers(object, {}))
}

/** Returns the object without some of its members, and without undefined members. */
export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  const rest: Record<string, JsonValue> = {}
  for (const key in object) {
    const value = object[key]
    if (value !== undefined && !keys.includes(key)) define(rest, key, value)
  }
  return rest
}

/** Returns the members of the object whose names match. */
export function only(object: JsonObject, names: RegExp): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.test(name)))
}

function copyMembers(from: AnyMembers, to: object): object {
  for (const key in from) {
    const value = from[key]
    if (value !== undefined) define(to, key, value)
  }
  return to
}

function hasUndefined(object: AnyMembers): boolean {
  for (const key in object) if (object[key] === undefined) return true
  return false
}

/** Sets a member of the object itself, even if its name is `__proto__`. */
export function define(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else (target as Record<string, unknown>)[key] = value
}

/**
 * Returns true if two JSON values are equal. Key order does not matter, and undefined members count as
 * absent.
 */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined, depth = 0): boolean {
  if (a === b) return true
  if (depth > MAX_DEPTH) throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
  if (isArray(a)) {
    return (
      isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index], depth + 1))
    )
  }
  return isObject(a) && isObject(b) && equalMembers(a, b, depth)
}

function equalMembers(a: JsonObject, b: JsonObject, depth: number): boolean {
  const keys = Object.keys(a).filter((key) => a[key] !== undefined)
  if (keys.length !== Object.keys(b).filter((key) => b[key] !== undefined).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key], depth + 1))
}

/**
 * Writes JSON like `JSON.stringify`, with a typed error in place of a RangeError or TypeError.
 * @param replace a function like the `replacer` of JSON.stringify: the result replaces the member; undefined
 * omits the member.
 * @throws AdapterError `cyclic`, `too-deep`, or `wrong-type` for values without a JSON form (bigint, a lone
 * function).
 */
export function stringifyJson(
  value: JsonValue | object,
  path = '',
  replace?: (key: string, value: unknown) => unknown,
): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value, replace)
  } catch (error) {
    throw (
      findCulprit(value, path, new Set(), new Set()) ??
      new AdapterError('wrong-type', path, 'the value cannot be written as JSON', String(error))
    )
  }
  if (text === undefined) throw new AdapterError('wrong-type', path, `${typeof value} is not a JSON value`)
  return text
}

/**
 * Converts a value to a string, objects to JSON: a member called `toString` would break JavaScript's own
 * conversion.
 */
export function asWord(value: JsonValue | undefined): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value)
}

/**
 * Writes JSON like `stringifyJson`, with the members of all objects sorted, so that equal values have equal
 * texts.
 */
export function stringifySorted(value: JsonValue | object): string {
  return stringifyJson(value, '', inOrder)
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Finds the reason why JSON.stringify failed. Visits each object once, since shared objects multiply paths.
 * @param parents the objects that contain the value.
 */
function findCulprit(
  value: unknown,
  path: string,
  parents: Set<object>,
  seen: Set<object>,
): AdapterError | undefined {
  if (typeof value === 'bigint') return new AdapterError('wrong-type', path, 'the value is a bigint')
  if (typeof value !== 'object' || value === null) return undefined
  if (parents.has(value)) return new AdapterError('cyclic', path, 'the value contains itself')
  if (parents.size > MAX_DEPTH)
    return new AdapterError('too-deep', path.slice(0, 200), 'the value is nested too deeply')
  if (seen.has(value)) return undefined
  seen.add(value)
  parents.add(value)
  for (const [key, child] of Object.entries(value)) {
    const found = findCulprit(child, at(path, key), parents, seen)
    if (found !== undefined) return found
  }
  parents.delete(value)
  return undefined
}

/** Appends items to a list. `list.push(...items)` would overflow the stack for many items. */
export function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}

/** Lists that `extended` created. No other list may change. */
const EXTENDED = /* @__PURE__ */ new WeakMap<JsonArray, JsonValue[]>()

/** Appends to a list: to a copy the first time, then to that copy, so that many appends take linear time. */
export function extended(list: JsonArray, more: JsonArray): JsonArray {
  const known = EXTENDED.get(list)
  const growing = known ?? [...list]
  if (known === undefined) EXTENDED.set(growing, growing)
  append(growing, more)
  return growing
}

/**
 * Concatenates two lists. If one of them is empty, which is the usual case in streams, returns the other list
 * itself.
 */
export function joined<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  if (first.length === 0) return second
  return second.length === 0 ? first : [...first, ...second]
}

/**
 * Concatenates the results of all items. The result of a single item, the usual case in streams, is not
 * copied.
 */
export function gathered<Item, Given>(
  items: readonly Item[],
  give: (item: Item, index: number) => readonly Given[],
): readonly Given[] {
  const [only] = items
  if (items.length === 1 && only !== undefined) return give(only, 0)
  const all: Given[] = []
  for (const [index, item] of items.entries()) append(all, give(item, index))
  return all
}

/** Returns the object with the value at a path of names separated by dots. */
export function withMember(object: JsonObject, path: string, value: JsonValue): JsonObject {
  const [name = '', ...deeper] = path.split('.')
  if (deeper.length === 0) return { ...object, [name]: value }
  return { ...object, [name]: withMember(objectIn(object[name]), deeper.join('.'), value) }
}

/** Merges two objects and their nested objects. If another value is in both, the second value wins. */
export function mergedMembers(first: JsonObject, second: JsonObject): JsonObject {
  const all: Record<string, JsonValue> = { ...first }
  for (const name of Object.keys(second)) {
    const [before, member] = [first[name], second[name]]
    define(all, name, isObject(before) && isObject(member) ? mergedMembers(before, member) : member)
  }
  return all
}
