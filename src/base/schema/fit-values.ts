import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject, numberOr } from '../json/read-json.js'
import { equalJson, withMembers, without } from '../json/write-json.js'
import { describeInstead, note, refuses, type Site } from './schema-position.js'
import { hasType } from './walk.js'

/** Rewrites `oneOf` as `anyOf`. */
export function sayAlternatives(schema: JsonObject, site: Site): JsonObject {
  if (schema.oneOf === undefined || schema.anyOf !== undefined || !refuses(site, 'oneOf')) return schema
  note(site, 'oneOf', 'rewritten')
  return withMembers(without(schema, 'oneOf'), { anyOf: schema.oneOf })
}

/** Rewrites a constant as an enumeration of one value; some dialects allow only texts in enumerations. */
export function sayEnumeration(schema: JsonObject, site: Site): JsonObject {
  const { const: constant, enum: values } = schema
  if (constant !== undefined && refuses(site, 'const')) {
    note(site, 'const', 'rewritten')
    return sayEnumeration(withMembers(without(schema, 'const'), { enum: [constant] }), site)
  }
  if (site.dialect.enums !== 'strings' || !isArray(values)) return schema
  const type = typeOf(values)
  const isTaken = values.every((value) => typeof value === 'string' && value !== '')
  if (isTaken && schema.type === 'string') return schema
  if (isTaken && schema.type === undefined) {
    note(site, 'type', 'added')
    return withMembers(schema, { type: 'string' })
  }
  const rest = describeInstead(schema, ['enum'], site)
  return rest.type === undefined && rest.anyOf === undefined && type !== undefined
    ? withMembers(rest, { type })
    : rest
}

/** Returns the common type of all values, if a type keyword describes it completely. */
function typeOf(values: readonly JsonValue[]): string | undefined {
  let type: string | undefined
  for (const value of values) {
    const own = typeof value
    if (own === 'object' || (type !== undefined && own !== type)) return undefined
    type = own
  }
  return type
}

/**
 * Lists the members of a tuple in the form of the dialect, or allows the types of any member for all of them.
 */
export function sayTuple(schema: JsonObject, site: Site): JsonObject {
  const { prefixItems, items, additionalItems } = schema
  const { tuples } = site.dialect
  if (isArray(items) && tuples === 'prefixItems') {
    note(site, 'items', 'rewritten')
    const rest = without(schema, 'items', 'additionalItems')
    return sayTuple(withMembers(rest, { prefixItems: items, items: additionalItems }), site)
  }
  if (!isArray(prefixItems)) return schema
  if (refuses(site, 'prefixItems')) return anyItem(schema, prefixItems, site)
  if (tuples !== 'items') return schema
  note(site, 'prefixItems', 'rewritten')
  return withMembers(without(schema, 'prefixItems', 'items'), { items: prefixItems, additionalItems: items })
}

function anyItem(schema: JsonObject, members: readonly JsonValue[], site: Site): JsonObject {
  const rest = describeInstead(schema, ['prefixItems'], site)
  const { items } = schema
  if (items !== false && !isObject(items)) return withMembers(rest, { items: {} })
  const listed = items === false ? members : [...members, items]
  const alternatives = listed.filter(
    (one, index) => listed.findIndex((other) => equalJson(one, other)) === index,
  )
  const [only] = alternatives
  const item = alternatives.length === 1 ? only : { anyOf: alternatives }
  const most = Math.min(members.length, numberOr(schema.maxItems, members.length))
  return withMembers(rest, { items: item ?? {}, maxItems: items === false ? most : undefined })
}

/** Adds `items` for lists without it: these lists accept any items. */
export function sayItems(schema: JsonObject, site: Site): JsonObject {
  if (site.dialect.needs?.includes('items') !== true || schema.items !== undefined) return schema
  if (!hasType(schema, 'array')) return schema
  note(site, 'items', 'added')
  return withMembers(schema, { items: {} })
}

/**
 * Converts exclusive bounds of older drafts (`true` next to the bound) to numbers. Returns the same schema if
 * it has no such bounds.
 */
export function numberBounds(schema: JsonObject): JsonObject {
  const { exclusiveMaximum, exclusiveMinimum } = schema
  if (typeof exclusiveMaximum !== 'boolean' && typeof exclusiveMinimum !== 'boolean') return schema
  return exclusive('Maximum', exclusive('Minimum', schema))
}

function exclusive(bound: 'Minimum' | 'Maximum', schema: JsonObject): JsonObject {
  const key = `exclusive${bound}`
  const value = schema[key]
  if (typeof value !== 'boolean') return schema
  const plain = bound.toLowerCase()
  const limit = schema[plain]
  if (!value || limit === undefined) return without(schema, key)
  return withMembers(without(schema, key, plain), { [key]: limit })
}
