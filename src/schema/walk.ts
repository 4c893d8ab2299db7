import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isArray, isObject } from '../json/read-json.js'
import { define } from '../json/write-json.js'

/** A JSON object and its place in the whole, as a JSON Pointer. */
export interface Found {
  /** The object. */
  readonly value: JsonObject
  /** JSON Pointer. */
  readonly path: string
}

/** The objects of a list; anything else in it is passed over. */
export function objectsOf(list: JsonValue | undefined, path: string): Found[] {
  const found: Found[] = []
  if (!isArray(list)) return found
  // A loop takes a third of what `flatMap` does, and rules go over every message of long histories.
  for (let index = 0; index < list.length; index += 1) {
    const value = list[index]
    if (isObject(value)) found.push({ value, path: at(path, index) })
  }
  return found
}

// Members that are maps of schemas, lists of schemas or schemas; data (`enum`, `default`…) is left alone.
const MAPS: readonly string[] = ['properties', '$defs', 'definitions', 'patternProperties']
const LISTS: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const SINGLES: readonly string[] = ['items', 'additionalProperties', 'not']
/** Deeper than this no provider looks either. */
const MAX_DEPTH = 100

/** A JSON Schema and every schema nested in it. */
export function schemasOf(root: Found): Found[] {
  const found: Found[] = []
  const stack: (Found & { readonly depth: number })[] = [{ ...root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next)
    const depth = next.depth + 1
    if (depth <= MAX_DEPTH) for (const child of children(next)) stack.push({ ...child, depth })
  }
  return found
}

function children({ value, path }: Found): Found[] {
  const named = MAPS.flatMap((key) => membersOf(value[key], at(path, key)))
  const listed = LISTS.flatMap((key) => objectsOf(value[key], at(path, key)))
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

/** Whether a schema allows the type, alone or among others. */
export function hasType(schema: JsonObject, type: string): boolean {
  return schema.type === type || (isArray(schema.type) && schema.type.includes(type))
}

/** The properties that `required` does not list. */
export function optionalProperties({ properties, required }: JsonObject): string[] {
  const listed = isArray(required) ? required : []
  return isObject(properties) ? Object.keys(properties).filter((key) => !listed.includes(key)) : []
}

/** Changes a schema and every schema nested in it, the inner ones first. The same one comes back when nothing changed. */
export function mapSchemas(
  schema: JsonObject,
  change: (schema: JsonObject) => JsonObject,
  depth = 0,
): JsonObject {
  if (depth >= MAX_DEPTH) return change(schema)
  const inner = (value: JsonValue) => (isObject(value) ? mapSchemas(value, change, depth + 1) : value)
  return change(
    mapObject(schema, (value, key) => {
      if (SINGLES.includes(key)) return inner(value)
      if (LISTS.includes(key) && isArray(value)) return mapList(value, inner)
      return MAPS.includes(key) && isObject(value) ? mapObject(value, inner) : value
    }),
  )
}

function mapList(list: readonly JsonValue[], change: (value: JsonValue) => JsonValue): JsonValue {
  const mapped = list.map(change)
  return mapped.every((entry, index) => entry === list[index]) ? list : mapped
}

function mapObject(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const result: Record<string, JsonValue> = {}
  let changed = false
  for (const [key, value] of Object.entries(object)) {
    const next = change(value, key)
    if (next !== value) changed = true
    define(result, key, next)
  }
  return changed ? result : object
}

/**
 * The schema with what several providers insist on and JSON Schema does not: a root of type object with `properties`,
 * and `items` for every array. Nothing that was valid becomes invalid. The same schema comes back when nothing is
 * missing.
 */
export function completeSchema(schema: JsonObject): JsonObject {
  const items = mapSchemas(schema, withItems)
  const isComplete = items.type === 'object' && isObject(items.properties)
  if (isComplete || (items.type !== undefined && items.type !== 'object')) return items
  return { ...items, type: 'object', properties: items.properties ?? {} }
}

function withItems(schema: JsonObject): JsonObject {
  return hasType(schema, 'array') && schema.items === undefined ? { ...schema, items: {} } : schema
}
