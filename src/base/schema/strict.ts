import type { JsonObject } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { isRecursive } from './references.js'
import type { SchemaDialect, StrictCount } from './schema-dialect.js'
import { hasType, optionalProperties, schemasOf } from './walk.js'

const SAYS_TYPE = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'] as const

/** Returns true if a schema of objects allows properties that it does not list, on purpose or by default. */
export function isOpenObject(schema: JsonObject): boolean {
  const isObjects = hasType(schema, 'object') || isObject(schema.properties)
  return isObjects && schema.additionalProperties !== false
}

/**
 * Returns the reason and the position at which a schema in the dialect of strict mode still violates it;
 * undefined if no fault is found.
 */
export function strictFault(
  root: JsonObject,
  mode: SchemaDialect,
): { readonly path: string; readonly reason: string } | undefined {
  for (const { value, path } of schemasOf({ value: root, path: '' })) {
    const reason = faultOf(value, mode, path === '')
    if (reason !== undefined) return { path, reason }
  }
  if (mode.recursion === false && isRecursive(root)) return { path: '', reason: 'it refers to itself' }
  return undefined
}

function faultOf(schema: JsonObject, mode: SchemaDialect, isRoot: boolean): string | undefined {
  const saysType = SAYS_TYPE.some((keyword) => schema[keyword] !== undefined) || isObject(schema.properties)
  if (!isRoot && !saysType) return 'it says no type'
  if (mode.requiresAll && hasType(schema, 'array') && !isObject(schema.items)) return 'it says no items'
  if (mode.isClosed && (isOpenObject(schema) || (isRoot && schema.additionalProperties !== false)))
    return 'it allows additional properties'
  return undefined
}

/** Returns the sum of several counts. */
export function sumOf(counts: readonly StrictCount[]): StrictCount {
  const sum = (key: keyof StrictCount) => counts.reduce((total, count) => total + count[key], 0)
  return { tools: sum('tools'), optional: sum('optional'), unions: sum('unions') }
}

/** Returns the counts that one strict tool adds to the limits of a request. */
export function strictCount(schema: JsonObject): StrictCount {
  const schemas = schemasOf({ value: schema, path: '' }).map(({ value }) => value)
  return {
    tools: 1,
    optional: schemas.reduce((sum, inner) => sum + optionalProperties(inner).length, 0),
    unions: schemas.filter(({ anyOf, type }) => isArray(anyOf) || isArray(type)).length,
  }
}
