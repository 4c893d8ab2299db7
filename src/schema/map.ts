import { isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { define } from '../json/write.js'

const MAX_DEPTH = 100

/** Members that are schemas, lists of schemas or maps of schemas; data (`enum`, `default`…) stays as it is. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'not'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties'])

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
      if (SCHEMAS.has(key)) return inner(value)
      if (LISTS.has(key) && isArray(value)) return mapList(value, inner)
      return MAPS.has(key) && isObject(value) ? mapObject(value, inner) : value
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
