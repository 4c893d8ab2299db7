import type { JsonValue } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ToolDefinition } from '../../src/base/model/types.js'
import { isMarkable, readMark, withMark, writeMark } from '../../src/codec/shape/cache-marks.js'
import { isOnly } from './union.js'

/** Cache marks are separate blocks, see below. */
export const cacheFields = 'elsewhere'

const POINT = 'cachePoint'
/** `CachePointBlock` of the SDK. */
const SAYS = { type: 'default' }

/**
 * Adds the next item of a list of blocks or tools. A cache point marks the preceding item, like the cache
 * field of other wires. A cache point after any other block is ignored.
 */
export function addOrMark<Item extends Part | ToolDefinition>(
  items: Item[],
  native: JsonValue,
  decode: () => Item,
  context: Context,
): void {
  const last = items.at(-1)
  const mark = isOnly(native, POINT) ? readMark(native[POINT], SAYS) : undefined
  const canMark = last !== undefined && isMarkable(last) && last.cache === undefined
  if (mark === undefined || !canMark) items.push(decode())
  else
    items.splice(
      -1,
      1,
      withMark(last, mark.cache, { ...metadataOf(last, context), cache: mark.kept }, context),
    )
}

/** Returns the encoded value, followed by a cache point if the value is marked. */
export function withPoint(
  value: Part | ToolDefinition,
  native: JsonValue | undefined,
  context: Context,
): JsonValue[] {
  if (native === undefined) return []
  if (!isMarkable(value) || value.cache === undefined) return [native]
  return [native, { [POINT]: writeMark(value.cache, SAYS, metadataOf(value, context)?.cache) }]
}
