import { AdapterError } from './errors.js'
import { at, isArray, isObject } from './read.js'
import type { JsonObject, JsonValue } from './types.js'

/** Deeper nesting than this is refused rather than risking the call stack. Real tool calls stay below 50. */
export const MAX_DEPTH = 1000

/**
 * The object without its undefined members, so that canonical data is the same before and after JSON; the object itself
 * when it has none.
 */
export function compact<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> }
export function compact(object: { readonly [key: string]: unknown }): object {
  if (!hasUndefined(object)) return object
  const result = {}
  for (const key in object) {
    const value = object[key]
    if (value !== undefined) define(result, key, value)
  }
  return result
}

function hasUndefined(object: { readonly [key: string]: unknown }): boolean {
  for (const key in object) if (object[key] === undefined) return true
  return false
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

/**
 * JSON.stringify with a typed error in place of a RangeError or TypeError.
 * @param replace as JSON.stringify's `replacer`: what it gives stands for the member; undefined leaves it out.
 * @throws AdapterError `cyclic`, `too-deep`, or `wrong-type` for what JSON has no form for (bigint, a lone function).
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
    const culprit = findCulprit(value, path)
    throw new AdapterError(culprit.code, culprit.path, `the value ${culprit.reason}`, String(error))
  }
  if (text === undefined) throw new AdapterError('wrong-type', path, `${typeof value} is not a JSON value`)
  return text
}

interface Culprit {
  readonly code: 'cyclic' | 'too-deep' | 'wrong-type'
  readonly path: string
  readonly reason: string
}

interface Visit {
  readonly value: object
  readonly path: string
  readonly depth: number
  /** The second visit of a value, after everything inside it. */
  readonly leaving: boolean
}

/** Finds out why JSON.stringify gave up. Looks into each object once, since shared objects multiply paths. */
function findCulprit(root: JsonValue | object, path: string): Culprit {
  const parents = new Set<object>()
  const seen = new Set<object>()
  const stack: Visit[] = []
  if (typeof root === 'object' && root !== null) stack.push({ value: root, path, depth: 0, leaving: false })
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { value } = visit
    if (visit.leaving) parents.delete(value)
    else if (parents.has(value)) return { code: 'cyclic', path: visit.path, reason: 'contains itself' }
    else if (visit.depth > MAX_DEPTH) {
      return {
        code: 'too-deep',
        path: visit.path.slice(0, 200),
        reason: 'is nested too deeply to be written',
      }
    } else if (!seen.has(value)) {
      seen.add(value)
      parents.add(value)
      stack.push({ ...visit, leaving: true })
      const bigint = pushMembers(visit, stack)
      if (bigint !== undefined) return { code: 'wrong-type', path: bigint, reason: 'holds a bigint' }
    }
  }
  return { code: 'wrong-type', path, reason: 'cannot be written as JSON' }
}

/** @returns the path of a bigint, if there is one among the members. */
function pushMembers({ value, path, depth }: Visit, stack: Visit[]): string | undefined {
  for (const [key, child] of Object.entries(value)) {
    if (typeof child === 'bigint') return at(path, key)
    if (typeof child === 'object' && child !== null)
      stack.push({ value: child, path: at(path, key), depth: depth + 1, leaving: false })
  }
  return undefined
}
