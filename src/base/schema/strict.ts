import type { JsonObject } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { isRecursive } from './references.js'
import type { StrictCount, StrictMode } from './schema-dialect.js'
import { hasType, optionalProperties, schemasOf } from './walk.js'

const SAYS_TYPE = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'] as const

/** Whether a schema of objects allows properties that it does not list, on purpose or because it does not say. */
export function isOpenObject(schema: JsonObject): boolean {
  const isObjects = hasType(schema, 'object') || isObject(schema.properties)
  return isObjects && schema.additionalProperties !== false
}

/** Why a schema that is in the dialect of strict mode cannot be held in it, and where, or undefined when nothing is seen. */
export function strictFault(
  root: JsonObject,
  mode: StrictMode,
): { readonly path: string; readonly reason: string } | undefined {
  for (const { value, path } of schemasOf({ value: root, path: '' })) {
    const reason = faultOf(value, mode, path === '')
    if (reason !== undefined) return { path, reason }
  }
  if (mode.recursion === false && isRecursive(root)) return { path: '', reason: 'it refers to itself' }
  return undefined
}

function faultOf(schema: JsonObject, mode: StrictMode, isRoot: boolean): string | undefined {
  const saysType = SAYS_TYPE.some((keyword) => schema[keyword] !== undefined) || isObject(schema.properties)
  if (!isRoot && !saysType) return 'it says no type'
  if (mode.requiresAll && hasType(schema, 'array') && !isObject(schema.items)) return 'it says no items'
  if (mode.isClosed && (isOpenObject(schema) || (isRoot && schema.additionalProperties !== false)))
    return 'it allows additional properties'
  return undefined
}

/** Several counts together. */
export function sumOf(counts: readonly StrictCount[]): StrictCount {
  const sum = (key: keyof StrictCount) => counts.reduce((total, count) => total + count[key], 0)
  return { tools: sum('tools'), optional: sum('optional'), unions: sum('unions') }
}

/** What one strict tool adds to the sums that a request may not exceed. */
export function strictCount(schema: JsonObject): StrictCount {
  const schemas = schemasOf({ value: schema, path: '' }).map(({ value }) => value)
  return {
    tools: 1,
    optional: schemas.reduce((sum, inner) => sum + optionalProperties(inner).length, 0),
    unions: schemas.filter(({ anyOf, type }) => isArray(anyOf) || isArray(type)).length,
  }
}
