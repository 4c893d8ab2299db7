import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray } from '../json/read-json.js'
import { withMembers, without } from '../json/write-json.js'
import { mergeSchemas } from './merge-schemas.js'
import { note, type Site, schemasIn } from './schema-position.js'

/** Keywords that restrict no value, and definitions. They stay next to alternatives. */
const BESIDE = ['anyOf', 'title', 'description', 'default', 'examples', '$defs', 'definitions', '$id']

/** Moves the keywords next to alternatives into each of them, if the dialect rejects them there. */
export function parted(schema: JsonObject, site: Site): JsonObject {
  const branches = schemasIn(schema.anyOf)
  if (site.dialect.unions !== 'apart' || branches === undefined) return schema
  const shared = without(schema, ...BESIDE)
  const keywords = Object.keys(shared)
  if (keywords.length === 0) return schema
  note(site, 'anyOf', 'rewritten')
  const joined = branches.map((branch) =>
    branch.$ref === undefined
      ? mergeSchemas([shared, branch], (keyword) => note(site, keyword, 'relaxed'))
      : branch,
  )
  if (branches.some(({ $ref: reference }) => reference !== undefined))
    for (const keyword of keywords) note(site, keyword, 'relaxed')
  return withMembers(without(schema, ...keywords), { anyOf: joined })
}

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Adds the types of the listed values, or all types, if the dialect requires a type. */
export function addType(schema: JsonObject, site: Site): JsonObject {
  const { type, anyOf, $ref: reference, enum: values } = schema
  const isTyped = type !== undefined || anyOf !== undefined || reference !== undefined
  if (isTyped || site.path === '' || site.dialect.needs?.includes('types') !== true) return schema
  note(site, 'type', 'added')
  const listed = isArray(values) ? [...new Set(values.map(typeName))] : impliedTypes(schema)
  return withMembers(schema, { type: listed.length === 1 ? listed[0] : listed })
}

function typeName(value: JsonValue): string {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value
}

function impliedTypes({ properties, items }: JsonObject): readonly string[] {
  if (properties !== undefined) return ['object']
  return items === undefined ? TYPES : ['array']
}
