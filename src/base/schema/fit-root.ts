import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { equalJson, withMembers } from '../json/write-json.js'
import { expand } from './expand.js'
import { describeInstead, hint, note, type Site, schemasIn, typesOf } from './site.js'

/**
 * Fits the root, since the arguments of a call are an object: some dialects require the root to state this
 * type and to have no union.
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
 * Converts a union of objects to an object with the properties of all branches; other constraints go to the
 * description.
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

/**
 * Merges the schemas of a property. A branch that neither lists the property nor forbids additional ones
 * accepts any value of it.
 */
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
