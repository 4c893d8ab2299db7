import { AdapterError } from './adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from './json-types.js'

type Maybe = JsonValue | undefined

/** Whether it is a JSON object. */
export function isObject(value: Maybe): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether it is a list. */
export function isArray(value: Maybe): value is JsonArray {
  return Array.isArray(value)
}

/**
 * The object.
 * @throws AdapterError when it is none.
 */
export function expectObject(value: Maybe, path: string): JsonObject {
  if (isObject(value)) return value
  throw wrongType('an object', value, path)
}

/**
 * The list.
 * @throws AdapterError when it is none.
 */
export function expectArray(value: Maybe, path: string): JsonArray {
  if (isArray(value)) return value
  throw wrongType('an array', value, path)
}

/**
 * The text.
 * @throws AdapterError when it is none.
 */
export function expectString(value: Maybe, path: string): string {
  if (typeof value === 'string') return value
  throw wrongType('a string', value, path)
}

/** The value when it is a string, else undefined: for fields that vendors leave out or fill with null. */
export function stringOr<Fallback>(value: Maybe, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback
}

/** The number, or the fallback for anything else. */
export function numberOr<Fallback>(value: Maybe, fallback: Fallback): number | Fallback {
  return typeof value === 'number' ? value : fallback
}

/** The object, or the fallback for anything else. */
export function objectOr<Fallback>(value: Maybe, fallback: Fallback): JsonObject | Fallback {
  return isObject(value) ? value : fallback
}

const NOTHING: JsonObject = {}

/** The object, or one without members for anything else. */
export function objectIn(value: Maybe): JsonObject {
  return isObject(value) ? value : NOTHING
}

/** The list, or the fallback for anything else. */
export function arrayOr<Fallback>(value: Maybe, fallback: Fallback): JsonArray | Fallback {
  return isArray(value) ? value : fallback
}

/** The objects of a list; anything else in it is passed over. */
export function objectsIn(value: Maybe): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : []
}

/** What is thrown for a value that is missing or of another type. */
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

/** A JSON Pointer with one more token of the input, escaped as RFC 6901 says. Names of our own need no escaping. */
export function at(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}/${key}`
  return `${path}/${key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
}

/**
 * Where objects that are already in memory enter (the official SDKs' own, which are interfaces and so not
 * assignable to JsonValue). They are read as JSON: methods are ignored, `undefined` is absence.
 */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue
}

/**
 * The way out: native JSON that an adapter built, as the type its users know. The adapter's type tests prove the claim
 * against the official SDKs.
 */
export function asNative<Native>(value: JsonValue): Native {
  return value as Native
}

/** A value that a schema has let through, as the type that the schema declares. */
export function asChecked<Output>(value: unknown): Output {
  return value as Output
}

/** What stands at a path of names with dots between them (`reasoning.effort`); undefined where nothing does. */
export function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value
  for (const name of path.split('.')) found = isObject(found) ? found[name] : undefined
  return found
}
