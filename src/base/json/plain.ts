import { AdapterError } from './adapter-error.js'
import type { JsonValue } from './json-types.js'
import { parseJson } from './parse.js'
import { at } from './read-json.js'
import { define, MAX_DEPTH, stringifyJson } from './write-json.js'

/**
 * A copy of the value as JSON, as JSON.stringify writes it, but for what that would write as `{}` or `null`, or leave out.
 * What has one obvious form gets it: a Map whose keys are texts is an object, a Set or an array of numbers is a list, an
 * Error is its name and its message. The rest is refused. Undefined members are left out.
 * @throws AdapterError `wrong-type` for what has no such form, `cyclic`, `too-deep`.
 */
export function toJson(value: unknown, path = ''): JsonValue {
  const json = formOf(value, path, new Set())
  if (json === undefined) throw refused('undefined', path, 'is not a JSON value')
  return json
}

/** @param parents the objects that the value stands in. */
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
  if (said === null && name === 'Date') throw noForm('date that is none', path)
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

/** A stack is for the host, and so is what clients of HTTP put beside the message. */
function errorOf(error: { readonly name?: unknown; readonly message?: unknown }): JsonValue {
  return { name: String(error.name), message: String(error.message) }
}

/** Whether it is a stream of Node (`pipe`) or of the web (`getReader`). */
export function isStream(value: unknown): boolean {
  return hasMethod(value, 'pipe') || hasMethod(value, 'getReader')
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
}

/** A number with all its digits, where the runtime has such. */
function isRawJson(value: object): boolean {
  const isRaw: ((value: object) => boolean) | undefined = Reflect.get(JSON, 'isRawJSON')
  return isRaw?.(value) === true
}

/** Also of another realm. */
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
