import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { ModelResponse, Usage } from '../../base/model/types.js'
import { dropCount } from './losses.js'

type Count = keyof Usage

/** What fields of a wire count; an object holds further ones. */
export interface UsageRows {
  readonly [field: string]: Count | UsageRows
}

/** Counts that stand beside a whole: made a part of it, and taken out of it. */
export interface CountsApart {
  /** Makes them a part of the whole, after reading. */
  add(counts: Counts): void
  /** Takes them out of the whole, before writing. */
  remove(counts: Counts): void
}

/** How a wire counts tokens. */
export interface UsageTable {
  /** Of several fields with one count the first that is there is read, and the first is written. */
  readonly rows: UsageRows
  /** Counts that stand beside the input or the output here, and are among ours. Default: none. */
  readonly beside?: CountsApart
  /** Whether the sum is written as the total when nobody said it. Default: no. */
  readonly sums?: true
  /** Counts that are written as zero when nobody counted. Default: none. */
  readonly always?: readonly Count[]
  /** What fields mean that need a closer look. Default: what the rows say. */
  correct?(counts: Counts, native: JsonObject): void
}

/** Counts that are being gathered. */
export type Counts = { -readonly [Name in Count]?: number }

/** What a native object counts. */
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

/** The counts of such pairs stand beside each other. */
export function countedApart(...pairs: readonly (readonly [part: Count, whole: Count])[]): CountsApart {
  const change = (counts: Counts, sign: 1 | -1) => {
    for (const [part, whole] of pairs) {
      const { [whole]: count } = counts
      if (count !== undefined) counts[whole] = Math.max(0, count + sign * (counts[part] ?? 0))
    }
  }
  return { add: (counts) => change(counts, 1), remove: (counts) => change(counts, -1) }
}

/** Adds the sum as the total, where nobody said one. */
export function addTotal(counts: Counts): void {
  const { inputTokens, outputTokens } = counts
  if (inputTokens !== undefined && outputTokens !== undefined)
    counts.totalTokens ??= inputTokens + outputTokens
}

/** The native object as it was for as long as it says the same; else one of the counts. Those without a field are told. */
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

const PARTS = ['cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'] as const

/** A native object of these counts; those that it says are taken out of them. */
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
