import { isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { define } from '../json/write.js'
import { hasType } from './walk.js'

const MAX_DEPTH = 100

/**
 * The schema with what several providers insist on and JSON Schema does not: a root of type object with `properties`,
 * and `items` for every array. Nothing that was valid becomes invalid. The same schema comes back when nothing is
 * missing.
 */
export function completeSchema(schema: JsonObject): JsonObject {
  const items = withItems(schema, 0)
  const isComplete = items.type === 'object' && isObject(items.properties)
  if (isComplete || (items.type !== undefined && items.type !== 'object')) return items
  return { ...items, type: 'object', properties: items.properties ?? {} }
}

function withItems(schema: JsonObject, depth: number): JsonObject {
  const inner = depth < MAX_DEPTH ? mapMembers(schema, depth) : schema
  return hasType(inner, 'array') && inner.items === undefined ? { ...inner, items: {} } : inner
}

/** Members that are schemas, lists of schemas or maps of schemas; data (`enum`, `default`…) stays as it is. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'not'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties'])

function mapMembers(schema: JsonObject, depth: number): JsonObject {
  return mapObject(schema, (value, key) => {
    if (SCHEMAS.has(key) && isObject(value)) return withItems(value, depth + 1)
    if (LISTS.has(key) && isArray(value)) return mapList(value, depth)
    if (!MAPS.has(key) || !isObject(value)) return value
    return mapObject(value, (member) => (isObject(member) ? withItems(member, depth + 1) : member))
  })
}

function mapList(list: readonly JsonValue[], depth: number): JsonValue {
  const mapped = list.map((entry) => (isObject(entry) ? withItems(entry, depth + 1) : entry))
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
