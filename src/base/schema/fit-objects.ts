import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isArray, isObject } from '../json/read-json.js'
import { define, withMembers } from '../json/write-json.js'
import { orNull } from './nulls.js'
import { acceptsNull } from './references.js'
import { describeInstead, note, refuses, type Site } from './site.js'
import { hasType, optionalProperties } from './walk.js'

/** Keywords that add properties which the schema does not list itself. */
const COMPOSITION = ['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'] as const

/** Without pattern support, properties that match a pattern become additional properties. */
export function sayPatterns(schema: JsonObject, site: Site): JsonObject {
  const { patternProperties: patterns, additionalProperties: others } = schema
  if (!isObject(patterns) || !refuses(site, 'patternProperties')) return schema
  const rest = describeInstead(schema, ['patternProperties'], site)
  if (others === undefined || others === true || Object.keys(patterns).length === 0) return rest
  const allowed = [...Object.values(patterns), ...(isObject(others) ? [others] : [])]
  const [only] = allowed
  const schemas = allowed.length === 1 ? only : { anyOf: allowed }
  return withMembers(rest, { additionalProperties: schemas ?? {} })
}

/** Removes undefined properties from `required`, if the dialect requires every name to be defined. */
export function requireDefined(schema: JsonObject, site: Site): JsonObject {
  const { required, properties } = schema
  if (site.dialect.needs?.includes('defined') !== true || !isArray(required)) return schema
  const isDefined = (name: JsonValue) =>
    typeof name === 'string' && isObject(properties) && Object.hasOwn(properties, name)
  if (required.every(isDefined)) return schema
  note(site, 'required', 'relaxed')
  return withMembers(schema, { required: required.filter(isDefined) })
}

/**
 * Closes objects for strict mode. An object that lists its properties and has no `additionalProperties`
 * forbids others. An object that is open on purpose, or a map without listed properties, stays unchanged.
 */
export function closeObject(schema: JsonObject, site: Site): JsonObject {
  if (site.dialect.isClosed !== true || !isOpen(schema)) return schema
  const hasProperties = isObject(schema.properties)
  if (!hasProperties && site.path !== '') return schema
  note(site, 'additionalProperties', 'added')
  return withMembers(schema, { properties: hasProperties ? undefined : {}, additionalProperties: false })
}

function isOpen(schema: JsonObject): boolean {
  const { type, additionalProperties } = schema
  const isObjects = type === undefined || hasType(schema, 'object')
  return (
    isObjects && additionalProperties === undefined && !COMPOSITION.some((key) => schema[key] !== undefined)
  )
}

/**
 * Makes optional properties required and nullable, if the dialect requires every property; `narrowArguments`
 * is the reverse mapping.
 */
export function requireAll(schema: JsonObject, site: Site): JsonObject {
  const { properties, required } = schema
  if (site.dialect.requiresAll !== true || !isObject(properties)) return schema
  const optional = new Set(optionalProperties(schema))
  if (optional.size === 0) return schema
  const widened: Record<string, JsonValue> = {}
  for (const [name, property] of Object.entries(properties)) {
    const isWidened = optional.has(name) && isObject(property) && !acceptsNull(property, site.root)
    define(widened, name, isWidened ? orNull(property) : property)
    if (optional.has(name))
      note({ ...site, path: at(at(site.path, 'properties'), name) }, 'required', 'required')
  }
  return withMembers(schema, {
    properties: widened,
    required: [...(isArray(required) ? required : []), ...optional],
  })
}
