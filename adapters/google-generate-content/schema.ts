import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { define, equalJson } from '../../src/json/write.js'

/** Google's numbers in text (protobuf int64), https://ai.google.dev/api/caching#Schema */
const INT64 = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

/**
 * A `parameters` schema (OpenAPI subset, types in capitals) as JSON Schema, and whether `toOpenApi` gives it back.
 * Where it would not, the schema stays as it is.
 */
export function fromOpenApi(schema: JsonObject): {
  readonly schema: JsonObject
  readonly converted: boolean
} {
  const lowered = walk(schema, lowerKeyword, 0)
  const isOpenApi = !equalJson(lowered, schema)
  return isOpenApi && equalJson(toOpenApi(lowered), schema)
    ? { schema: lowered, converted: true }
    : { schema, converted: false }
}

export function toOpenApi(schema: JsonObject): JsonObject {
  return walk(schema, raiseKeyword, 0)
}

type Keyword = (key: string, value: JsonValue) => JsonValue

function lowerKeyword(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string') return value.toLowerCase()
  return INT64.has(key) && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

function raiseKeyword(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string') return value.toUpperCase()
  return INT64.has(key) && typeof value === 'number' ? String(value) : value
}

const SCHEMA_MAPS = new Set(['properties', '$defs', 'defs'])
const SCHEMAS = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties', 'not'])
/** No schema that a server takes is deeper; what is, stays as it is. */
const MAX_SCHEMA_DEPTH = 100

function walk(schema: JsonObject, keyword: Keyword, depth: number): JsonObject {
  if (depth > MAX_SCHEMA_DEPTH) return schema
  const walkAny = (value: JsonValue): JsonValue => {
    if (isArray(value)) return value.map(walkAny)
    return isObject(value) ? walk(value, keyword, depth + 1) : value
  }
  const result: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (SCHEMA_MAPS.has(key) && isObject(value)) define(result, key, mapValues(value, walkAny))
    else define(result, key, SCHEMAS.has(key) ? walkAny(value) : keyword(key, value))
  }
  return result
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(object)) define(result, key, change(value))
  return result
}
