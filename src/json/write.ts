import { AdapterError } from './errors.js'
import { at, isArray, isObject } from './read.js'
import type { JsonObject, JsonValue } from './types.js'

/** Deeper nesting than this is refused rather than risking the call stack. Real tool calls stay below 50. */
export const MAX_DEPTH = 1000

/** The object without its undefined members, so that canonical data is the same before and after JSON. */
export function compact<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) define(result, key, value)
  }
  return result as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** Sets an own member even when its name is `__proto__`. */
export function define(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else (target as Record<string, unknown>)[key] = value
}

/** Equality as JSON values: key order does not matter, undefined members count as absent. */
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

/** JSON.stringify with a typed error in place of a RangeError or TypeError. */
export function stringifyJson(value: JsonValue | object, path = ''): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    const { code, path: where } = findCulprit(value, path)
    const reason = code === 'cyclic' ? 'contains itself' : 'is nested too deeply to be written'
    throw new AdapterError(code, where, `the value ${reason}`, String(error))
  }
}

function findCulprit(root: JsonValue | object, path: string): { code: 'cyclic' | 'too-deep'; path: string } {
  const stack: { value: object; path: string; parents: readonly object[] }[] = []
  if (typeof root === 'object' && root !== null) stack.push({ value: root, path, parents: [] })
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item.parents.includes(item.value)) return { code: 'cyclic', path: item.path }
    if (item.parents.length >= MAX_DEPTH) return { code: 'too-deep', path: item.path.slice(0, 200) }
    const parents = [...item.parents, item.value]
    for (const [key, child] of Object.entries(item.value)) {
      if (typeof child === 'object' && child !== null)
        stack.push({ value: child, path: at(item.path, key), parents })
    }
  }
  return { code: 'too-deep', path }
}
