import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { define } from '../../src/json/write.js'

/** No schema that a server takes is deeper; what is, stays as it is. */
const MAX_DEPTH = 100
const SCHEMA_MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'prefixItems',
  'not',
])

/**
 * The parameters with what OpenAI asks for and other providers let you leave out: `type` and `properties` at the root,
 * `items` of every array. An empty schema says the same. The same object comes back when nothing is missing.
 * https://github.com/spring-projects/spring-ai/issues/4776, https://github.com/PrefectHQ/fastmcp/issues/2464
 */
export function completeParameters(schema: JsonObject): JsonObject {
  const complete = completeSchema(schema, 0)
  const type = complete.type === undefined ? { type: 'object' } : undefined
  const isRootObject = type !== undefined || complete.type === 'object'
  const properties = isRootObject && !isObject(complete.properties) ? { properties: {} } : undefined
  return type === undefined && properties === undefined ? complete : { ...complete, ...type, ...properties }
}

function completeSchema(schema: JsonObject, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return schema
  const nested = mapObject(schema, (value, key) => {
    if (SCHEMA_MAPS.has(key) && isObject(value))
      return mapObject(value, (member) => completeAny(member, depth + 1))
    return SCHEMAS.has(key) ? completeAny(value, depth + 1) : value
  })
  return hasType(nested, 'array') && nested.items === undefined ? { ...nested, items: {} } : nested
}

function completeAny(value: JsonValue, depth: number): JsonValue {
  if (isObject(value)) return completeSchema(value, depth)
  if (!isArray(value)) return value
  const mapped = value.map((item) => (isObject(item) ? completeSchema(item, depth) : item))
  return mapped.every((item, index) => item === value[index]) ? value : mapped
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

export function hasType({ type }: JsonObject, name: string): boolean {
  return type === name || (isArray(type) && type.includes(name))
}

/** Why a schema is outside the subset that strict mode takes, or undefined when nothing is seen. */
export function strictFault(schema: JsonObject, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (hasType(schema, 'object')) {
    if (schema.additionalProperties !== false) return 'an object allows additional properties'
    const required = isArray(schema.required) ? schema.required : []
    const optional = Object.keys(isObject(schema.properties) ? schema.properties : {}).find(
      (key) => !required.includes(key),
    )
    if (optional !== undefined) return `"${optional}" is not required`
  }
  for (const child of subschemas(schema)) {
    const fault = strictFault(child, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

function subschemas(schema: JsonObject): JsonObject[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (SCHEMA_MAPS.has(key) && isObject(value)) return Object.values(value).filter(isObject)
    if (!SCHEMAS.has(key)) return []
    return isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : []
  })
}
