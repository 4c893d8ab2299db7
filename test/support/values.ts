import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'

/** Freezes a value and its members, so that any change throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}

/** Returns the value as loaded from storage. */
export function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}

/**
 * Returns the first path at which two JSON values differ, for a readable failure, or undefined if they are
 * equal.
 */
export function difference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual))
    return `${path || '/'}: expected ${show(expected)}, got ${show(actual)}`
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const inside = difference(member(expected, key), member(actual, key), `${path}/${key}`)
    if (inside !== undefined) return inside
  }
  return `${path}: differ only in members that are undefined, or in their prototypes`
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function member(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Returns all strings of a JSON value, including keys. */
export function stringsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value)
  else if (isContainer(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) found.push(key)
      stringsOf(inner, found)
    }
  }
  return found
}

/** Returns numbers in [0, 1) that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit)
}

/** Returns an object of a client library as JSON, or an empty object. */
export function plainObject(value: unknown): JsonObject {
  const json = asJson(JSON.parse(JSON.stringify(value)))
  return isObject(json) ? json : {}
}

/** Returns the bytes of a text. */
export const utf8 = (text: string) => new TextEncoder().encode(text)
