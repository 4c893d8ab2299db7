import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import { define } from '../../../src/base/json/write-json.js'
import { REASONING_FIELDS } from '../quirks.js'

/** Native fields assembled from the deltas. */
export type NativeFields = Record<string, JsonValue>

/** Fields with texts that are sent in pieces. Other texts are sent complete, once or repeatedly. */
const PIECEWISE: ReadonlySet<string> = new Set([
  'refusal',
  'transcript',
  'data',
  'text',
  'summary',
  // In related formats without these fields, they are kept as unknown fields.
  ...REASONING_FIELDS,
])

/**
 * Merges a field of a delta into the earlier value: lists grow, objects merge, null is ignored, other values
 * are replaced.
 */
export function mergeField(target: NativeFields, key: string, value: JsonValue | undefined): void {
  if (value === undefined) return
  const kept = Object.hasOwn(target, key) ? target[key] : undefined
  if (kept === undefined) define(target, key, value)
  else if (value !== null) define(target, key, kept === null ? value : merged(kept, value, key))
}

function merged(kept: JsonValue, value: JsonValue, key: string): JsonValue {
  if (isArray(kept) && isArray(value)) return grown(kept, value)
  if (isObject(kept) && isObject(value)) return mergedObject(kept, value)
  return typeof kept === 'string' && typeof value === 'string' && PIECEWISE.has(key) ? kept + value : value
}

/**
 * Lists that `mergeField` created and that may grow in place: `logprobs` has an item per token, and copying
 * would be quadratic.
 */
const own = /* @__PURE__ */ new WeakSet<JsonArray>()

function grown(kept: JsonArray, items: JsonArray): JsonArray {
  if (isOwn(kept)) {
    for (const item of items) kept.push(item)
    return kept
  }
  const list = [...kept, ...items]
  own.add(list)
  return list
}

function isOwn(list: JsonArray): list is JsonValue[] {
  return own.has(list)
}

function mergedObject(kept: JsonObject, value: JsonObject): JsonObject {
  const result: NativeFields = { ...kept }
  for (const key in value) mergeField(result, key, value[key])
  return result
}

/**
 * OpenRouter streams each thinking block in pieces that share `index` and `type`. A piece without an index
 * continues the previous block. https://openrouter.ai/docs/use-cases/reasoning-tokens#streaming-response
 */
export function mergeDetails(kept: JsonValue | undefined, pieces: JsonArray): JsonArray {
  const blocks = isArray(kept) ? [...kept] : []
  for (const piece of pieces) {
    const place = blocks.findLastIndex((block) => isSameBlock(block, piece))
    const block = blocks[place]
    const isNext = isObject(piece) && piece.index === undefined && place !== blocks.length - 1
    if (isObject(block) && isObject(piece) && !isNext) blocks[place] = mergedObject(block, piece)
    else blocks.push(piece)
  }
  return blocks
}

function isSameBlock(block: JsonValue, piece: JsonValue): boolean {
  return isObject(block) && isObject(piece) && block.type === piece.type && block.index === piece.index
}
