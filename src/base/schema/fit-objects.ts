import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isArray, isObject } from '../json/read-json.js'
import { define, equalJson, withMembers } from '../json/write-json.js'
import { expand } from './expand.js'
import { orNull } from './nulls.js'
import { acceptsNull } from './references.js'
import { describeInstead, hint, note, refuses, type Site, schemasIn, typesOf } from './schema-position.js'
import { hasType, optionalProperties } from './walk.js'

/** Keywords that add properties which the schema does not list itself. */
const COMPOSITION = ['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'] as const

/** Converts `patternProperties` to additional properties, if the dialect does not support patterns. */
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

/**
 * Fits the root of a schema. The arguments of a call are an object, and some dialects require the type
 * `object` at the root, without a union.
 */
export function fitRoot(schema: JsonObject, site: Site): JsonObject {
  const { root, needs } = site.dialect
  if (site.path !== '' || root === undefined) return schema
  const plain = root === 'plain' ? withoutUnion(withoutUnion(schema, 'anyOf', site), 'oneOf', site) : schema
  const typed = withType(plain, site)
  if (needs?.includes('properties') !== true || isObject(typed.properties)) return typed
  note(site, 'properties', 'added')
  return withMembers(typed, { properties: {} })
}

function withType(schema: JsonObject, site: Site): JsonObject {
  if (schema.type === 'object') return schema
  note(site, 'type', typesOf(schema)?.includes('object') === false ? 'relaxed' : 'added')
  return withMembers(schema, { type: 'object' })
}

/**
 * Converts a union of objects to an object with the properties of all branches; other constraints are moved
 * to the description.
 */
function withoutUnion(schema: JsonObject, keyword: 'anyOf' | 'oneOf', site: Site): JsonObject {
  const branches = schemasIn(schema[keyword])
  if (branches === undefined) return schema
  const objects = branches
    .map((branch) => expand(branch, site, true).schema)
    .filter((branch) => typesOf(branch)?.includes('object') !== false)
  const rest = describeInstead(schema, [keyword], site)
  if (objects.length === 0) return rest
  return { ...rest, ...propertiesOf(rest, objects), ...requiredOf(rest, objects), ...closing(rest, objects) }
}

function propertiesOf({ properties: own }: JsonObject, objects: readonly JsonObject[]): JsonObject {
  const properties = new Map(Object.entries(isObject(own) ? own : {}))
  const names = new Set(
    objects.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
  )
  for (const name of names) if (!properties.has(name)) properties.set(name, propertyOf(name, objects))
  return properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }
}

/** Merges the schemas of a property. A branch that neither lists a property nor forbids additional ones accepts any value of it. */
function propertyOf(name: string, objects: readonly JsonObject[]): JsonValue {
  const variants: JsonValue[] = []
  let isAny = false
  for (const { properties, additionalProperties, patternProperties } of objects) {
    const variant = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    if (variant === undefined) isAny ||= additionalProperties !== false || patternProperties !== undefined
    else if (!variants.some((known) => equalJson(known, variant))) variants.push(variant)
  }
  const [first] = variants
  const only = variants.length === 1 ? first : undefined
  if (!isAny) return only ?? { anyOf: variants }
  return isObject(only) ? hint(only) : {}
}

function requiredOf({ required }: JsonObject, [first, ...others]: readonly JsonObject[]): JsonObject {
  const shared = namesIn(first).filter((name) => others.every((branch) => namesIn(branch).includes(name)))
  const all = [...new Set([...namesIn({ required: required ?? [] }), ...shared])]
  return all.length === 0 ? {} : { required: all }
}

function namesIn(schema: JsonObject | undefined): readonly JsonValue[] {
  return isArray(schema?.required) ? schema.required : []
}

function closing({ additionalProperties }: JsonObject, objects: readonly JsonObject[]): JsonObject {
  const isClosed = objects.every(
    (branch) => branch.additionalProperties === false && !branch.patternProperties,
  )
  return additionalProperties === undefined && isClosed ? { additionalProperties: false } : {}
}
