import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject } from '../json/read-json.js'
import { define, equalJson } from '../json/write-json.js'
import { numberBounds } from './fit-values.js'

/**
 * Merges several schemas that all apply. The result accepts every value that all of the schemas accept. If
 * keywords conflict, the first one is kept.
 * @param note called with the keywords of later schemas that are lost.
 */
export function mergeSchemas(parts: readonly JsonObject[], note: (keyword: string) => void): JsonObject {
  return parts.map(numberBounds).reduce((merged, part) => mergeTwo(merged, part, note))
}

function mergeTwo(one: JsonObject, other: JsonObject, note: (keyword: string) => void): JsonObject {
  const lost = clashing(one, other)
  const merged: Record<string, JsonValue> = {}
  for (const key in one) define(merged, key, one[key])
  for (const key in other) {
    const value = other[key]
    const before = Object.hasOwn(one, key) ? one[key] : undefined
    if (value === undefined) continue
    if (lost.includes(key)) note(key)
    else define(merged, key, before === undefined ? value : both(key, before, value, note))
  }
  return merged
}

/**
 * Returns the keywords of the later schema that would change their meaning next to keywords of the first
 * schema.
 */
function clashing(one: JsonObject, other: JsonObject): readonly string[] {
  const lost: string[] = []
  for (const group of GROUPS) if (clash(group, one, other)) lost.push(...group)
  return lost
}

/**
 * Groups of keywords that have a meaning only together. Keywords of one group must come from the same schema.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['prefixItems', 'items', 'additionalItems'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
]

function clash(group: readonly string[], one: JsonObject, other: JsonObject): boolean {
  if (!hasAny(one, group) || !hasAny(other, group) || group.every((key) => equalJson(one[key], other[key])))
    return false
  const isTuple = ({ items, prefixItems }: JsonObject) => isArray(items) || prefixItems !== undefined
  return !group.includes('items') || isTuple(one) || isTuple(other)
}

function hasAny(schema: JsonObject, keywords: readonly string[]): boolean {
  for (const keyword of keywords) if (schema[keyword] !== undefined) return true
  return false
}

type Merge = (one: JsonValue, other: JsonValue) => JsonValue | undefined

function both(key: string, one: JsonValue, other: JsonValue, note: (keyword: string) => void): JsonValue {
  if (equalJson(one, other)) return one
  const merged = Object.hasOwn(MERGES, key) ? MERGES[key]?.(one, other) : undefined
  if (merged === undefined && !ANNOTATIONS.includes(key)) note(key)
  return merged ?? one
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', '$comment', '$schema', '$id', 'nullable']

const greater: Merge = (one, other) => (Number(one) > Number(other) ? one : other)
const lesser: Merge = (one, other) => (Number(one) < Number(other) ? one : other)
const together: Merge = (one, other) => {
  if (one === false || other === false) return false
  if (one === true) return other
  return other === true ? one : { allOf: [one, other] }
}
const byName: Merge = (one, other) => {
  if (!isObject(one) || !isObject(other)) return undefined
  const entries = new Map(Object.entries(one))
  for (const [name, schema] of Object.entries(other)) {
    const before = entries.get(name)
    entries.set(
      name,
      before === undefined || equalJson(before, schema) ? schema : { allOf: [before, schema] },
    )
  }
  return Object.fromEntries(entries)
}
const all: Merge = (one, other) =>
  isArray(one) && isArray(other) ? [...new Set([...one, ...other])] : undefined
const shared: Merge = (one, other) => {
  if (!isArray(one) || !isArray(other)) return undefined
  const common = one.filter((value) => other.some((candidate) => equalJson(value, candidate)))
  return common.length === 0 ? undefined : common
}

const MERGES: Readonly<Record<string, Merge>> = {
  type: sharedTypes,
  enum: shared,
  properties: byName,
  patternProperties: byName,
  dependentSchemas: byName,
  $defs: byName,
  definitions: byName,
  required: all,
  items: together,
  additionalProperties: together,
  propertyNames: together,
  minimum: greater,
  exclusiveMinimum: greater,
  minLength: greater,
  minItems: greater,
  minProperties: greater,
  maximum: lesser,
  exclusiveMaximum: lesser,
  maxLength: lesser,
  maxItems: lesser,
  maxProperties: lesser,
  uniqueItems: (one, other) => one === true || other === true,
}

function sharedTypes(one: JsonValue, other: JsonValue): JsonValue | undefined {
  const [these, those] = [one, other].map((type) => (isArray(type) ? type : [type]))
  const common = new Set<JsonValue>()
  for (const type of these ?? []) if (those?.includes(type)) common.add(type)
  if (!common.has('integer') && !common.has('number'))
    if ([...(these ?? []), ...(those ?? [])].includes('integer') && isNumeric(these) && isNumeric(those))
      common.add('integer')
  const types = [...common]
  return types.length > 1 ? types : types[0]
}

function isNumeric(types: readonly JsonValue[] | undefined): boolean {
  return types?.some((type) => type === 'integer' || type === 'number') === true
}
