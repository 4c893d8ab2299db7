import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject, numberOr } from '../json/read-json.js'
import { hasType, mapSchemas, optionalProperties, schemasOf } from './walk.js'

/** What a provider takes in strict mode, in which it holds the model to the schema of a tool. */
export interface StrictMode {
  /** Keywords that it refuses. */
  readonly refuses: readonly string[]
  /** The string formats that it knows. */
  readonly formats: readonly string[]
  /** Whether every property has to be required, and every list has to say its items. Default: no. */
  readonly requiresAll?: boolean
  /** Whether a schema may refer to itself. Default: yes. */
  readonly recursion?: false
  /** The largest `minItems`. Default: any. */
  readonly maxMinItems?: number
  /** What one request may hold in all strict tools together. Default: any number. */
  readonly most?: StrictCount
}

/** What a provider takes as the schema of structured output. */
export interface OutputSchemaLimit {
  /** Whether it has to be one of objects. Default: no. */
  readonly isOfObjects?: true
  /** What it may consist of. Default: anything. */
  readonly grammar?: StrictMode
}

/** What servers take that turn a schema into a grammar: most of what bounds a value has no place in one. */
export const GRAMMAR: StrictMode = {
  refuses: [
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ...['minLength', 'maxLength', 'pattern', 'maxItems', 'uniqueItems', 'contains', 'prefixItems'],
    ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
    ...['dependentRequired', 'dependentSchemas', 'allOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  recursion: false,
  maxMinItems: 1,
}

/** Strict tools, their optional properties and their unions (`anyOf`, several types). */
export interface StrictCount {
  /** Strict tools. */
  readonly tools: number
  /** Optional properties of all of them. */
  readonly optional: number
  /** Unions of all of them. */
  readonly unions: number
}

/** Keywords by which a schema gets properties that it does not list itself. */
const COMPOSITION = ['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'] as const
const SAYS_TYPE = ['type', 'enum', 'const', ...COMPOSITION] as const

/**
 * Strict mode wants every object closed. An object that lists its properties and says nothing of others gets
 * `additionalProperties: false`; one that is open on purpose, or a map that lists none, stays as it is.
 */
export function closeObjects(schema: JsonObject): JsonObject {
  const root = isOpen(schema) && !isObject(schema.properties) ? { ...schema, properties: {} } : schema
  return mapSchemas(root, (inner) =>
    isOpen(inner) && isObject(inner.properties) ? { ...inner, additionalProperties: false } : inner,
  )
}

function isOpen(schema: JsonObject): boolean {
  const { type, additionalProperties } = schema
  const isObjects = type === undefined || hasType(schema, 'object')
  return isObjects && additionalProperties === undefined && !hasAny(schema, COMPOSITION)
}

function hasAny(schema: JsonObject, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => schema[keyword] !== undefined)
}

/** Whether a schema of objects allows properties that it does not list, on purpose or because it does not say. */
export function isOpenObject(schema: JsonObject): boolean {
  const isObjects = hasType(schema, 'object') || isObject(schema.properties)
  return isObjects && schema.additionalProperties !== false
}

/** Why a schema is refused in strict mode, and where, or undefined when nothing is seen. */
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
  const keyword = mode.refuses.find((name) => schema[name] !== undefined)
  if (keyword !== undefined) return `it has "${keyword}"`
  if (!isRoot && !hasAny(schema, SAYS_TYPE) && !isObject(schema.properties)) return 'it says no type'
  const { format, minItems } = schema
  if (typeof format === 'string' && !mode.formats.includes(format)) return `it has the format "${format}"`
  if (numberOr(minItems, 0) > (mode.maxMinItems ?? Number.POSITIVE_INFINITY))
    return `it has minItems above ${mode.maxMinItems}`
  if (mode.requiresAll && hasType(schema, 'array') && !isObject(schema.items)) return 'it says no items'
  if (isOpenObject(schema) || (isRoot && schema.additionalProperties !== false))
    return 'it allows additional properties'
  const [optional] = mode.requiresAll === true ? optionalProperties(schema) : []
  return optional === undefined ? undefined : `"${optional}" is not required`
}

/** Whether following its references leads from a schema back to it. */
function isRecursive(root: JsonObject): boolean {
  const done = new Set<string>()
  const leadsBack = (pointer: string, above: ReadonlySet<string>): boolean => {
    if (above.has(pointer)) return true
    if (done.has(pointer)) return false
    done.add(pointer)
    const within = new Set([...above, pointer])
    const references = schemasOf({ value: resolve(root, pointer), path: '' }).map(({ value }) => value.$ref)
    return references.some((reference) => typeof reference === 'string' && leadsBack(reference, within))
  }
  return leadsBack('#', new Set())
}

function resolve(root: JsonObject, pointer: string): JsonObject {
  const steps = pointer.split('/').slice(1)
  const found = steps.reduce<JsonValue | undefined>(
    (value, step) => (isObject(value) ? value[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  )
  return isObject(found) ? found : {}
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
