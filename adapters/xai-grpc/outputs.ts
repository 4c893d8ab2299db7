import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { define, withMembers, without } from '../../src/base/json/write-json.js'
import type { OpenPart } from '../../src/codec/stream/part-writer.js'

/** A part as far as it is known. */
export interface Block {
  readonly output: Output
  /** Of a call its entry, of a result the message; of a thought what proves it, of a text what it cites. */
  native: JsonObject
  /** Which of the output's calls it is. */
  readonly position: number
}

export type OpenBlock = OpenPart<Block>

/** An output as its chunks tell it. */
export class Output {
  /** What the deltas say that no part says, and what stands around them. */
  readonly message: Record<string, JsonValue> = {}
  readonly around: Record<string, JsonValue> = {}
  thought: OpenBlock | undefined
  text: OpenBlock | undefined
  run: OpenBlock | undefined
  readonly calls = new Map<string, OpenBlock>()
  callCount = 0
  isEmpty = true
  isRun = false
  /** Whether it holds calls of tools that xAI runs, and no others: then more is to come. */
  isWaiting = false

  constructor(readonly index: number) {}

  get mark(): number | undefined {
    return this.index === 0 ? undefined : this.index
  }
}

const MERGED: ReadonlySet<string> = new Set(['logprobs'])

/** Texts that come in pieces. */
export const WORDS: ReadonlySet<string> = new Set(['content', 'reasoning_content', 'encrypted_content'])

/** Texts and lists grow, other fields are said anew. */
export function addField(to: Record<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value !== undefined) define(to, name, grown(to[name], value, name))
}

/** The same of all fields of two objects. */
export function mergedFields(before: JsonObject, after: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {}
  for (const name in before) addField(merged, name, before[name])
  for (const name in after) addField(merged, name, after[name])
  return merged
}

function grown(before: JsonValue | undefined, value: JsonValue, name: string): JsonValue {
  if (WORDS.has(name) && typeof before === 'string' && typeof value === 'string') return before + value
  if (isArray(before) && isArray(value)) return [...before, ...value]
  return MERGED.has(name) && isObject(before) && isObject(value) ? mergedFields(before, value) : value
}

/** An output of another answer, as a whole answer would have it. */
export function mergedOutput(
  before: JsonObject | undefined,
  native: JsonObject,
  delta: JsonObject,
): JsonObject {
  const around = mergedFields(without(before ?? {}, 'message'), without(native, 'delta', 'message'))
  return withMembers(around, { message: mergedFields(objectIn(before?.message), delta) })
}
