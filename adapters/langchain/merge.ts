import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

// Merges the fields of stream chunks like LangChain (`_mergeDicts` of @langchain/core), so that both get the
// same result from a stream.

const REPLACED = ['id', 'name', 'output_version', 'model_provider']
const KEPT = ['type', 'index', 'created', 'timestamp']

/** Merges both objects. A value of another type than before is skipped, where LangChain would throw. */
export function mergeObjects(left: JsonObject, right: JsonObject): JsonObject {
  const all: Record<string, JsonValue> = { ...left }
  for (const key of Object.keys(right)) {
    const merged = mergeMember(key, left[key], right[key])
    if (merged !== undefined) define(all, key, merged)
  }
  return all
}

function mergeMember(
  key: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): JsonValue | undefined {
  if (before === undefined || before === null) return after === undefined ? before : after
  if (after === undefined || after === null) return before
  if (typeof before === 'string' && typeof after === 'string') {
    if (REPLACED.includes(key)) return after === '' ? before : after
    return KEPT.includes(key) ? before : before + after
  }
  if (typeof before === 'number' && typeof after === 'number')
    return KEPT.includes(key) ? before : before + after
  if (isArray(before) && isArray(after)) return mergeLists(before, after)
  return isObject(before) && isObject(after) ? mergeObjects(before, after) : before
}

function mergeLists(left: JsonArray, right: JsonArray): JsonArray {
  const all = [...left]
  for (const item of right) {
    const place = all.findIndex((one) => isSame(one, item))
    const known = all[place]
    if (isObject(known) && isObject(item)) all[place] = mergeObjects(known, item)
    else all.push(item)
  }
  return all
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  if (!isObject(one) || !isObject(other)) return false
  const ids = isText(one.id) && isText(other.id)
  const hasPlace = isPlace(one.index)
  if (hasPlace !== isPlace(other.index)) return false
  return hasPlace ? one.index === other.index && (!ids || one.id === other.id) : ids && one.id === other.id
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== ''
}

/** Returns true for an index that connects pieces. */
export function isPlace(value: JsonValue | undefined): value is string | number {
  return typeof value === 'number' || typeof value === 'string'
}
