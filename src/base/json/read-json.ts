import { AdapterError } from './adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from './json-types.js'

type Maybe = JsonValue | undefined

/** Returns true for a JSON object. */
export function isObject(value: Maybe): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns true for a list. */
export function isArray(value: Maybe): value is JsonArray {
  return Array.isArray(value)
}

/**
 * Returns the object.
 * @throws AdapterError for any other value.
 */
export function expectObject(value: Maybe, path: string): JsonObject {
  if (isObject(value)) return value
  throw wrongType('an object', value, path)
}

/**
 * Returns the list.
 * @throws AdapterError for any other value.
 */
export function expectArray(value: Maybe, path: string): JsonArray {
  if (isArray(value)) return value
  throw wrongType('an array', value, path)
}

/**
 * Returns the text.
 * @throws AdapterError for any other value.
 */
export function expectString(value: Maybe, path: string): string {
  if (typeof value === 'string') return value
  throw wrongType('a string', value, path)
}

/** Returns the string, or the fallback for any other value: for fields that vendors omit or set to null. */
export function stringOr<Fallback>(value: Maybe, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback
}

/** Returns the number, or the fallback for any other value. */
export function numberOr<Fallback>(value: Maybe, fallback: Fallback): number | Fallback {
  return typeof value === 'number' ? value : fallback
}

/** Returns the object, or the fallback for any other value. */
export function objectOr<Fallback>(value: Maybe, fallback: Fallback): JsonObject | Fallback {
  return isObject(value) ? value : fallback
}

const NOTHING: JsonObject = {}

/** Returns the object, or an empty object for any other value. */
export function objectIn(value: Maybe): JsonObject {
  return isObject(value) ? value : NOTHING
}

/** Returns the list, or the fallback for any other value. */
export function arrayOr<Fallback>(value: Maybe, fallback: Fallback): JsonArray | Fallback {
  return isArray(value) ? value : fallback
}

/** Returns the objects of a list; other items are skipped. */
export function objectsIn(value: Maybe): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : []
}

/** Creates the error for a missing value or a value of another type. */
export function wrongType(wanted: string, value: Maybe, path: string): AdapterError {
  const code = value === undefined ? 'missing-field' : 'wrong-type'
  return new AdapterError(code, path, `expected ${wanted}, got ${describe(value)}`)
}

function describe(value: Maybe): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : `"${value}"`
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`
}

/**
 * Appends a token of the input to a JSON Pointer, escaped as RFC 6901 requires. Names that this library
 * defines do not need `at`.
 */
export function at(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}/${key}`
  return `${path}/${key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
}

/**
 * Casts an object of an official SDK to JSON, since the SDKs' interfaces are not assignable to JsonValue.
 * Readers ignore methods and treat `undefined` as absent.
 */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue
}

/**
 * Casts native JSON that an adapter created to the adapter's native type. The adapter's type tests compare
 * this type with the official SDKs.
 */
export function asNative<Native>(value: JsonValue): Native {
  return value as Native
}

/** Casts a value that a schema has accepted to the type that the schema declares. */
export function asChecked<Output>(value: unknown): Output {
  return value as Output
}

/** Returns the value at a path of names separated by dots (`reasoning.effort`), or undefined. */
export function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value
  for (const name of path.split('.')) found = isObject(found) ? found[name] : undefined
  return found
}
