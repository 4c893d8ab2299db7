import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray } from '../json/read-json.js'
import { define, withMembers, without } from '../json/write-json.js'
import { mergeSchemas } from './merge-schemas.js'
import { acceptsNull } from './references.js'
import { note, type Site, schemasIn, typesOf } from './schema-position.js'

const NULL: JsonObject = { type: 'null' }

/** Returns the schema, with null accepted as well. */
export function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, $ref: reference } = schema
  if (type !== undefined && anyOf === undefined && reference === undefined) {
    const types = withMembers(schema, { type: [...(typesOf(schema) ?? []), 'null'] })
    if (schema.const !== undefined)
      return withMembers(without(types, 'const'), { enum: [schema.const, null] })
    return isArray(values) ? withMembers(types, { enum: [...values, null] }) : types
  }
  if (isArray(anyOf) && type === undefined && values === undefined && reference === undefined)
    return withMembers(schema, { anyOf: [...anyOf, NULL] })
  const { description } = schema
  if (description === undefined) return { anyOf: [schema, NULL] }
  return { description, anyOf: [without(schema, 'description'), NULL] }
}

/**
 * Converts a nullable type to the form of the dialect: a list of types, or one type with the keyword
 * `nullable`.
 */
export function sayNull(schema: JsonObject, site: Site): JsonObject {
  if (site.dialect.nulls === 'nullable') return oneType(withoutNull(schema, site), site)
  const isListed = site.dialect.nulls === 'anyOf'
  if (typeof schema.nullable !== 'boolean') return isListed ? listedTypes(schema, site) : schema
  note(site, 'nullable', 'rewritten')
  const rest = without(schema, 'nullable')
  return !schema.nullable || acceptsNull(rest, site.root) ? rest : orNull(rest)
}

/** Converts a list of types to alternatives, one of which may be null. */
function listedTypes(schema: JsonObject, site: Site): JsonObject {
  if (!isArray(schema.type)) return schema
  note(site, 'type', 'rewritten')
  return alternatives(without(schema, 'type'), schema.type, site)
}

function withoutNull(schema: JsonObject, site: Site): JsonObject {
  const { enum: values, anyOf } = schema
  if (schema.const === null || (isArray(values) && values.length === 1 && values[0] === null))
    return withMembers(without(schema, 'const', 'enum'), NULL)
  if (isArray(values) && values.includes(null)) {
    note(site, 'enum', 'rewritten')
    const others = values.filter((value) => value !== null)
    return withoutNull(withMembers(schema, { enum: others, ...nullable(schema) }), site)
  }
  const branches = schemasIn(anyOf) ?? []
  const others = branches.filter((branch) => branch.type !== 'null')
  const [only] = others
  if (others.length === branches.length || only === undefined) return schema
  note(site, 'anyOf', 'rewritten')
  const rest = withMembers(without(schema, 'anyOf'), { nullable: true })
  if (others.length > 1) return withMembers(rest, { anyOf: others })
  return mergeSchemas([rest, only], (keyword) => note(site, keyword, 'relaxed'))
}

/**
 * Returns the keyword `nullable` if the schema accepts null. A schema without a type accepts null unless it
 * lists other values.
 */
function nullable(schema: JsonObject): JsonObject {
  const types = typesOf(schema)
  return types === undefined || types.includes('null') ? { nullable: true } : {}
}

/** Converts several types to alternatives. */
function oneType(schema: JsonObject, site: Site): JsonObject {
  if (!isArray(schema.type)) return schema
  note(site, 'type', 'rewritten')
  const types = schema.type.filter((type) => type !== 'null')
  const rest = withMembers(without(schema, 'type'), {
    nullable: types.length < schema.type.length ? true : undefined,
  })
  const [only] = types
  if (only === undefined) return withMembers(without(schema, 'type'), NULL)
  return alternatives(rest, types, site)
}

/** Returns a schema with one alternative per type; with the type itself if only one is left. */
function alternatives(rest: JsonObject, types: readonly JsonValue[], site: Site): JsonObject {
  if (types.length === 1) return withMembers(rest, { type: types[0] })
  if (rest.anyOf !== undefined) {
    note(site, 'type', 'relaxed')
    return rest
  }
  const keys = Object.keys(rest).filter((key) => Object.values(OF_TYPES).some((own) => own.includes(key)))
  return withMembers(without(rest, ...keys), { anyOf: types.map((type) => ofType(type, rest)) })
}

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: NUMBERS,
  integer: NUMBERS,
  array: [
    ...['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
    ...['contains', 'minContains', 'maxContains'],
  ],
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'],
  ],
}

/** Returns the keywords of a schema for values of one type. */
function ofType(type: JsonValue, schema: JsonObject): JsonObject {
  const own: Record<string, JsonValue> = { type }
  const keys = typeof type === 'string' && Object.hasOwn(OF_TYPES, type) ? OF_TYPES[type] : undefined
  for (const key of keys ?? []) {
    const value = schema[key]
    if (value !== undefined) define(own, key, value)
  }
  return own
}
