import { AdapterError } from './adapter-error.js'
import type { JsonValue } from './json-types.js'
import { parseJson } from './parse.js'
import { at } from './read-json.js'
import { define, MAX_DEPTH, stringifyJson } from './write-json.js'

/**
 * Copies the value as JSON. The result equals that of JSON.stringify, except for values that JSON.stringify
 * would write as `{}` or `null`, or omit. Values with one obvious form get that form: a Map with string keys
 * becomes an object, a Set or an array of numbers becomes a list, an Error becomes its name and its message.
 * Other values are rejected. Undefined members are omitted.
 * @throws AdapterError `wrong-type` for a value without such a form, `cyclic`, `too-deep`.
 */
export function toJson(value: unknown, path = ''): JsonValue {
  const json = formOf(value, path, new Set())
  if (json === undefined) throw refused('undefined', path, 'is not a JSON value')
  return json
}

/**
 * Converts a value to JSON.
 * @param parents the objects that contain the value.
 */
function formOf(value: unknown, path: string, parents: Set<object>): JsonValue | undefined {
  switch (typeof value) {
    case 'undefined':
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw refused(String(value), path, 'has no form in JSON')
      return value === 0 ? 0 : value
    case 'object':
      return value === null ? null : formOfObject(value, path, parents)
    default:
      throw new AdapterError('wrong-type', path, `the value is a ${typeof value}`)
  }
}

function formOfObject(value: object, path: string, parents: Set<object>): JsonValue | undefined {
  if (parents.has(value)) throw new AdapterError('cyclic', path, 'the value contains itself')
  if (parents.size > MAX_DEPTH)
    throw new AdapterError('too-deep', path.slice(0, 200), 'the value is nested too deeply')
  parents.add(value)
  try {
    return convert(value, path, parents)
  } catch (cause) {
    if (cause instanceof AdapterError) throw cause
    throw new AdapterError('wrong-type', path, 'the value cannot be written as JSON', String(cause))
  } finally {
    parents.delete(value)
  }
}

function convert(value: object, path: string, parents: Set<object>): JsonValue | undefined {
  if (Array.isArray(value)) return listOf(value, path, parents)
  const name = Object.prototype.toString.call(value).slice(8, -1)
  if (value instanceof Error || name === 'Error') return errorOf(value)
  if (NUMBERS.test(name) && ArrayBuffer.isView(value)) return listOf(Object.values(value), path, parents)
  if (value instanceof Set) return listOf([...value], path, parents)
  if (value instanceof Map) return membersOf(mapEntries(value, path), path, parents)
  if (isStream(value)) throw noForm('stream', path)
  if (HOLDS_ELSEWHERE.test(name)) throw noForm(name, path)
  if (isRawJson(value)) return parseJson(stringifyJson(value), path)
  const said = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
  if (said === null && name === 'Date') throw noForm('invalid date', path)
  if (said !== value) return formOf(said, path, parents)
  const entries = Object.entries(value)
  if (entries.length === 0 && !isPlain(value))
    throw noForm(name === 'Object' ? value.constructor.name : name, path)
  return membersOf(entries, path, parents)
}

const NUMBERS = /^(Float|Int|Uint(?!8))\d+Array$/
const BYTES = /^(Uint8.*|ArrayBuffer|SharedArrayBuffer|DataView|Blob|File)$/
const HOLDS_ELSEWHERE = new RegExp(`${BYTES.source}|^(Response|Request|Promise|String)$`)

function listOf(items: readonly unknown[], path: string, parents: Set<object>): JsonValue {
  return Array.from(items, (item, index) => formOf(item, at(path, index), parents) ?? null)
}

function membersOf(entries: readonly [string, unknown][], path: string, parents: Set<object>): JsonValue {
  const object = {}
  for (const [key, member] of entries) {
    const json = formOf(member, at(path, key), parents)
    if (json !== undefined) define(object, key, json)
  }
  return object
}

function mapEntries(map: ReadonlyMap<unknown, unknown>, path: string): [string, unknown][] {
  return Array.from(map, ([key, member]) => {
    if (typeof key === 'string') return [key, member]
    throw refused(
      `a Map with a key that is a ${typeof key}`,
      path,
      'is not a JSON object: its keys have to be texts',
    )
  })
}

/** Omits the stack, which is for the host only, and the members that HTTP clients add next to the message. */
function errorOf(error: { readonly name?: unknown; readonly message?: unknown }): JsonValue {
  return { name: String(error.name), message: String(error.message) }
}

/** Returns true for a stream of Node (`pipe`) or of the web (`getReader`). */
export function isStream(value: unknown): boolean {
  return hasMethod(value, 'pipe') || hasMethod(value, 'getReader')
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
}

/** Returns true for a raw JSON number with all its digits, if the runtime supports raw JSON. */
function isRawJson(value: object): boolean {
  const isRaw: ((value: object) => boolean) | undefined = Reflect.get(JSON, 'isRawJSON')
  return isRaw?.(value) === true
}

/** Accepts plain objects of other realms as well. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function noForm(what: string, path: string): AdapterError {
  const advice = BYTES.test(what)
    ? 'return bytes as base64 text, or as media with contentResult'
    : (ADVICE[what] ?? 'return its data as a plain object')
  return refused(`a ${what}`, path, `has no form in JSON: ${advice}`)
}

const ADVICE: Readonly<Record<string, string>> = {
  Response: 'read it first, for instance by `await response.json()`',
  Promise: 'await it first',
  stream: 'read it first',
}

function refused(what: string, path: string, why: string): AdapterError {
  return new AdapterError('wrong-type', path, `${what} ${why}`)
}
