import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isArray, isObject } from '../json/read-json.js'
import { define, withMembers } from '../json/write-json.js'

/** A JSON object and its path in the complete value, as a JSON Pointer. */
export interface Found {
  /** The object. */
  readonly value: JsonObject
  /** JSON Pointer. */
  readonly path: string
}

/** Returns the objects of a list; other items are skipped. */
export function objectsOf(list: JsonValue | undefined, path: string): Found[] {
  const found: Found[] = []
  if (!isArray(list)) return found
  // A loop takes a third of the time of `flatMap`. Rules visit every message of long histories.
  for (let index = 0; index < list.length; index += 1) {
    const value = list[index]
    if (isObject(value)) found.push({ value, path: at(path, index) })
  }
  return found
}

// Members that contain maps of schemas, lists of schemas or a schema. Members with data (`enum`, `default`…)
// are not listed.
const MAPS: readonly string[] = [
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
]
const LISTS: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SINGLES: readonly string[] = [
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['additionalItems', 'unevaluatedItems', 'unevaluatedProperties'],
]
const HOLDERS: ReadonlyMap<string, 'map' | 'list' | 'single'> = new Map([
  ...MAPS.map((key) => [key, 'map'] as const),
  ...LISTS.map((key) => [key, 'list'] as const),
  ...SINGLES.map((key) => [key, 'single'] as const),
])
/** Maximum depth of the walk. Providers do not check deeper levels either. */
export const MAX_SCHEMA_DEPTH = 100

/** Returns a JSON Schema and every schema nested in it. */
export function schemasOf(root: Found): Found[] {
  const found: Found[] = []
  const stack: (Found & { readonly depth: number })[] = [{ ...root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next)
    const depth = next.depth + 1
    if (depth <= MAX_SCHEMA_DEPTH) for (const child of children(next)) stack.push({ ...child, depth })
  }
  return found
}

function children({ value, path }: Found): Found[] {
  const isThere = (key: string) => value[key] !== undefined
  const named = MAPS.filter(isThere).flatMap((key) => membersOf(value[key], at(path, key)))
  const listed = [...LISTS, 'items'].filter(isThere).flatMap((key) => objectsOf(value[key], at(path, key)))
  const single = SINGLES.flatMap((key) => {
    const schema = value[key]
    return isObject(schema) ? [{ value: schema, path: at(path, key) }] : []
  })
  return [...named, ...listed, ...single]
}

function membersOf(map: JsonValue | undefined, path: string): Found[] {
  if (!isObject(map)) return []
  return Object.entries(map).flatMap(([key, value]) =>
    isObject(value) ? [{ value, path: at(path, key) }] : [],
  )
}

/** Returns true if the type is one of those that a schema allows. */
export function hasType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (isArray(schema.type) && schema.type.includes(type))
}

/** Returns the properties that `required` does not list. */
export function optionalProperties({ properties, required }: JsonObject): string[] {
  if (!isObject(properties)) return []
  const listed = new Set(isArray(required) ? required : [])
  return Object.keys(properties).filter((key) => !listed.has(key))
}

/**
 * A function that changes a schema, or a `true` or `false` in place of a schema.
 * @param name the name or index of the schema in a map or a list under the key.
 */
export type ChangeInner = (inner: JsonValue, key: string, name?: string | number) => JsonValue

/** Changes the direct inner schemas. Returns the same schema if nothing changed. */
export function mapInner(schema: JsonObject, change: ChangeInner): JsonObject {
  return mapObject(schema, (value, key) => {
    const holder = HOLDERS.get(key)
    if (holder === undefined) return value
    if (isArray(value))
      return holder === 'map' ? value : mapList(value, (inner, index) => change(inner, key, index))
    if (holder === 'single') return change(value, key)
    return holder === 'map' && isObject(value)
      ? mapObject(value, (inner, name) => change(inner, key, name))
      : value
  })
}

function mapList(
  list: readonly JsonValue[],
  change: (value: JsonValue, index: number) => JsonValue,
): JsonValue {
  const mapped = list.map(change)
  return mapped.every((entry, index) => entry === list[index]) ? list : mapped
}

function mapObject(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  let result: Record<string, JsonValue> | undefined
  for (const key of Object.keys(object)) {
    const value = object[key]
    const next = value === undefined ? value : change(value, key)
    if (next === undefined || next === value) continue
    result ??= withMembers(object, {})
    define(result, key, next)
  }
  return result ?? object
}
