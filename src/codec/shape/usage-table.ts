import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { ModelResponse, Usage } from '../../base/model/types.js'
import { dropCount } from './losses.js'

type Count = keyof Usage

/** The counts in the fields of a wire. A nested object has further counts. */
export interface UsageRows {
  readonly [field: string]: Count | UsageRows
}

/** Conversion of counts that the wire does not include in a total. */
export interface CountsApart {
  /** Adds the counts to the total after decoding. */
  add(counts: Counts): void
  /** Subtracts the counts from the total before encoding. */
  remove(counts: Counts): void
}

/** The form of token counts on a wire. */
export interface UsageTable {
  /**
   * The fields of the counts. If several fields have the same count, decoding reads the first existing field,
   * and encoding writes the first field.
   */
  readonly rows: UsageRows
  /**
   * Counts that the canonical model includes in the input or the output and this wire does not. Default:
   * none.
   */
  readonly beside?: CountsApart
  /** True to encode the sum if the total is missing. Default: false. */
  readonly sums?: true
  /** Counts that are encoded as zero if they are missing. Default: none. */
  readonly always?: readonly Count[]
  /** Corrects counts whose meaning depends on other fields. Default: no correction. */
  correct?(counts: Counts, native: JsonObject): void
}

/** Counts while they are collected. */
export type Counts = { -readonly [Name in Count]?: number }

/** Decodes the counts of a native object. */
export function decodeUsage(native: JsonObject, table: UsageTable): Usage {
  const counts: Counts = {}
  readCounts(native, table.rows, counts)
  table.beside?.add(counts)
  table.correct?.(counts, native)
  return counts
}

function readCounts(native: JsonObject, rows: UsageRows, counts: Counts): void {
  for (const name in rows) {
    const row = rows[name]
    const field = native[name]
    if (typeof row === 'string') {
      if (typeof field === 'number') counts[row] ??= field
    } else if (row !== undefined && isObject(field)) readCounts(field, row, counts)
  }
}

/**
 * Creates the conversion of counts that a wire reports separately, in pairs of a part and the total that does
 * not include it.
 */
export function countedApart(...pairs: readonly (readonly [part: Count, whole: Count])[]): CountsApart {
  const change = (counts: Counts, sign: 1 | -1) => {
    for (const [part, whole] of pairs) {
      const { [whole]: count } = counts
      if (count !== undefined) counts[whole] = Math.max(0, count + sign * (counts[part] ?? 0))
    }
  }
  return { add: (counts) => change(counts, 1), remove: (counts) => change(counts, -1) }
}

/** Adds the sum as the total, if the total is missing. */
export function addTotal(counts: Counts): void {
  const { inputTokens, outputTokens } = counts
  if (inputTokens !== undefined && outputTokens !== undefined)
    counts.totalTokens ??= inputTokens + outputTokens
}

/**
 * Returns the original native object if its counts are the same; otherwise encodes the counts. Counts without
 * a field are reported.
 */
export function encodeUsage(
  answer: { readonly [Key in 'usage' | 'providerMetadata']?: ModelResponse[Key] | undefined },
  table: UsageTable,
  context: Context,
): JsonObject | undefined {
  const { usage } = answer
  if (usage === undefined) return undefined
  const kept = metadataOf(answer, context)?.usage
  if (isObject(kept) && equalJson(asJson(decodeUsage(kept, table)), asJson(usage))) return kept
  const counts = { ...usage }
  const native = writeUsage(counts, table)
  for (const name of PARTS) if (counts[name] !== undefined) dropCount(name, usage, context)
  return native
}

const PARTS = ['cachedInputTokens', 'cacheWriteTokens', 'hourCacheWriteTokens', 'reasoningTokens'] as const

/** Encodes counts as a native object, and removes the encoded counts from `counts`. */
export function writeUsage(counts: Counts, table: UsageTable): JsonObject {
  for (const name of table.always ?? []) counts[name] ??= 0
  if (table.sums === true) addTotal(counts)
  table.beside?.remove(counts)
  return writeCounts(table.rows, counts)
}

function writeCounts(rows: UsageRows, counts: Counts): JsonObject {
  const native: Record<string, JsonValue> = {}
  for (const name in rows) {
    const row = rows[name]
    if (typeof row === 'object') {
      const inner = writeCounts(row, counts)
      for (const _ in inner) native[name] = inner
    } else if (row !== undefined) {
      const { [row]: count } = counts
      if (count !== undefined) native[name] = count
      delete counts[row]
    }
  }
  return native
}
