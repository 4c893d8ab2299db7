import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject, numberOr } from '../json/read-json.js'
import { equalJson } from '../json/write-json.js'
import { describeInstead, note, refuses, type Site, without } from './site.js'
import { hasType } from './walk.js'

/** Alternatives of which only one may fit are said as those of which any may. */
export function sayAlternatives(schema: JsonObject, site: Site): JsonObject {
  if (schema.oneOf === undefined || schema.anyOf !== undefined || !refuses(site, 'oneOf')) return schema
  note(site, 'oneOf', 'rewritten')
  return { ...without(schema, 'oneOf'), anyOf: schema.oneOf }
}

/** A constant is an enumeration of one value; some dialects enumerate nothing but texts. */
export function sayEnumeration(schema: JsonObject, site: Site): JsonObject {
  const { const: constant, enum: values } = schema
  if (constant !== undefined && refuses(site, 'const')) {
    note(site, 'const', 'rewritten')
    return sayEnumeration({ ...without(schema, 'const'), enum: [constant] }, site)
  }
  if (site.dialect.enums !== 'strings' || !isArray(values)) return schema
  const type = typeOf(values)
  const isTaken = values.every((value) => typeof value === 'string' && value !== '')
  if (isTaken && schema.type === 'string') return schema
  if (isTaken && schema.type === undefined) {
    note(site, 'type', 'added')
    return { ...schema, type: 'string' }
  }
  const rest = describeInstead(schema, ['enum'], site)
  return rest.type === undefined && rest.anyOf === undefined && type !== undefined ? { ...rest, type } : rest
}

/** The type that all values have, if it needs no more said of it. */
function typeOf(values: readonly JsonValue[]): string | undefined {
  const types = new Set(values.map((value) => (isArray(value) || value === null ? 'other' : typeof value)))
  const [type] = types
  return types.size === 1 && type !== 'other' && type !== 'object' ? type : undefined
}

/** Members of a tuple are listed as the dialect does, or all may be what any of them may. */
export function sayTuple(schema: JsonObject, site: Site): JsonObject {
  const { prefixItems, items, additionalItems } = schema
  const { tuples } = site.dialect
  if (isArray(items) && tuples === 'prefixItems') {
    note(site, 'items', 'rewritten')
    const others = additionalItems !== undefined && { items: additionalItems }
    return sayTuple({ ...without(schema, 'items', 'additionalItems'), prefixItems: items, ...others }, site)
  }
  if (!isArray(prefixItems)) return schema
  if (refuses(site, 'prefixItems')) return anyItem(schema, prefixItems, site)
  if (tuples !== 'items') return schema
  note(site, 'prefixItems', 'rewritten')
  const others = items !== undefined && { additionalItems: items }
  return { ...without(schema, 'prefixItems', 'items'), items: prefixItems, ...others }
}

function anyItem(schema: JsonObject, members: readonly JsonValue[], site: Site): JsonObject {
  const rest = describeInstead(schema, ['prefixItems'], site)
  const { items } = schema
  if (items !== false && !isObject(items)) return { ...rest, items: {} }
  const listed = items === false ? members : [...members, items]
  const alternatives = listed.filter(
    (one, index) => listed.findIndex((other) => equalJson(one, other)) === index,
  )
  const [only] = alternatives
  const item = alternatives.length === 1 ? only : { anyOf: alternatives }
  const most = Math.min(members.length, numberOr(schema.maxItems, members.length))
  return { ...rest, items: item ?? {}, ...(items === false && { maxItems: most }) }
}

/** Lists that do not say what they hold hold anything. */
export function sayItems(schema: JsonObject, site: Site): JsonObject {
  if (site.dialect.needs?.includes('items') !== true || schema.items !== undefined) return schema
  if (!hasType(schema, 'array')) return schema
  note(site, 'items', 'added')
  return { ...schema, items: {} }
}

/** Older drafts write an exclusive bound as `true` beside the bound. The same schema comes back when this one does not. */
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
  return { ...without(schema, key, plain), [key]: limit }
}
