import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { define, extended, withMembers, without } from '../../src/base/json/write-json.js'
import type { OpenPart } from '../../src/codec/stream/part-writer.js'

/** The known data of an open part. */
export interface Block {
  readonly output: Output
  /**
   * The native data: the entry of a call, the message of a result, the signature of reasoning, or the
   * citations of a text.
   */
  native: JsonObject
  /** The index among the output's calls. */
  readonly position: number
}

export type OpenBlock = OpenPart<Block>

/** An output, built from its chunks. */
export class Output {
  /** Fields of the deltas that no part contains, and fields around them. */
  readonly message: Record<string, JsonValue> = {}
  readonly around: Record<string, JsonValue> = {}
  thought: OpenBlock | undefined
  text: OpenBlock | undefined
  run: OpenBlock | undefined
  readonly calls = new Map<string, OpenBlock>()
  callCount = 0
  isEmpty = true
  isRun = false
  /** True if the output contains only calls of tools that xAI runs. Further outputs then follow. */
  isWaiting = false

  constructor(readonly index: number) {}

  get mark(): number | undefined {
    return this.index === 0 ? undefined : this.index
  }
}

const MERGED: ReadonlySet<string> = new Set(['logprobs'])

/** Text fields that arrive in deltas. */
export const WORDS: ReadonlySet<string> = new Set(['content', 'reasoning_content', 'encrypted_content'])

/** Adds a field: texts and lists are extended, other fields are replaced. */
export function addField(to: Record<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value !== undefined) define(to, name, grown(to[name], value, name))
}

/** Merges all fields of two objects as `addField` does. */
export function mergedFields(before: JsonObject, after: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {}
  for (const name in before) addField(merged, name, before[name])
  for (const name in after) addField(merged, name, after[name])
  return merged
}

function grown(before: JsonValue | undefined, value: JsonValue, name: string): JsonValue {
  if (WORDS.has(name) && typeof before === 'string' && typeof value === 'string') return before + value
  if (isArray(before) && isArray(value)) return extended(before, value)
  return MERGED.has(name) && isObject(before) && isObject(value) ? mergedFields(before, value) : value
}

/** Merges the output of an alternative answer into the form of a complete answer. */
export function mergedOutput(
  before: JsonObject | undefined,
  native: JsonObject,
  delta: JsonObject,
): JsonObject {
  const around = mergedFields(without(before ?? {}, 'message'), without(native, 'delta', 'message'))
  return withMembers(around, { message: mergedFields(objectIn(before?.message), delta) })
}
