import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

// How LangChain joins what the chunks of a stream say (`_mergeDicts` of @langchain/core), so that a stream says here what
// its chunks amount to there.

const REPLACED = ['id', 'name', 'output_version', 'model_provider']
const KEPT = ['type', 'index', 'created', 'timestamp']

/** Both objects as one. What is of another type than before is passed over, where LangChain would give up. */
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

/** Whether it is an index by which pieces find together. */
export function isPlace(value: JsonValue | undefined): value is string | number {
  return typeof value === 'number' || typeof value === 'string'
}
