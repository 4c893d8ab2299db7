import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { define, equalJson } from '../../src/base/json/write-json.js'

/** Numbers that Google writes as text (protobuf int64), https://ai.google.dev/api/caching#Schema */
const INT64 = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

/** Names of `Type`, in the order of their numbers. */
const TYPES = ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']

/** Form of the types in a schema: names in capitals, or numbers. */
export type TypeForm = 'names' | 'numbers'

/**
 * Converts a `parameters` schema (OpenAPI subset) to JSON Schema, with the form that `toOpenApi` needs to
 * restore it. A schema that cannot be restored is unchanged.
 */
export function fromOpenApi(schema: JsonObject): {
  readonly schema: JsonObject
  readonly form?: TypeForm
} {
  const lowered = walk(schema, lowerKeyword, 0)
  if (equalJson(lowered, schema)) return { schema }
  const form = (['names', 'numbers'] as const).find((one) => equalJson(toOpenApi(lowered, one), schema))
  return form === undefined ? { schema } : { schema: lowered, form }
}

export function toOpenApi(schema: JsonObject, form: TypeForm = 'names'): JsonObject {
  return walk(schema, form === 'names' ? raiseKeyword : numberKeyword, 0)
}

type Keyword = (key: string, value: JsonValue) => JsonValue

function lowerKeyword(key: string, value: JsonValue): JsonValue {
  const type = key === 'type' && typeof value === 'number' ? (TYPES[value] ?? value) : value
  if (key === 'type' && typeof type === 'string') return type.toLowerCase()
  return INT64.has(key) && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

function raiseKeyword(key: string, value: JsonValue): JsonValue {
  if (key === 'type' && typeof value === 'string') return value.toUpperCase()
  return INT64.has(key) && typeof value === 'number' ? String(value) : value
}

function numberKeyword(key: string, value: JsonValue): JsonValue {
  const number = key === 'type' && typeof value === 'string' ? TYPES.indexOf(value.toUpperCase()) : -1
  return number === -1 ? raiseKeyword(key, value) : number
}

const SCHEMA_MAPS = new Set(['properties', '$defs', 'defs'])
const SCHEMAS = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties', 'not'])
/** Maximum depth. Servers reject deeper schemas, whose deeper levels are unchanged. */
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
