import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { mapObjects } from '../../../src/base/json/map.js'
import { objectIn } from '../../../src/base/json/read-json.js'
import type { ToolOutput } from '../../../src/base/model/types.js'

/** A call that a provider ran, without what all calls have, and its result. */
export interface Ran {
  readonly name: string
  readonly input: JsonObject
  /** The input as the provider wrote it, where the wire has it as text. */
  readonly text?: string | undefined
  readonly metadata?: JsonObject
  readonly result?: RanResult | undefined
  /** What its package keeps beside it. */
  readonly options?: JsonObject
}

export interface RanResult {
  readonly output: ToolOutput
  readonly metadata?: JsonObject
  /** What its package keeps beside it. */
  readonly options?: JsonObject
}

export interface PackageForm {
  readonly wire: string
  /** How ids of such calls begin. */
  readonly id: RegExp
  /** Gives undefined for what is not as the package writes it. */
  readonly toWire: (ran: Ran) => Ran | undefined
  /** The same of what is not as the wire has it. */
  readonly toPackage: (ran: Ran) => Ran | undefined
}

// Names of fields: the packages write in one case what the wires have in another.

export const NAMES: readonly (readonly [kept: string, wire: string])[] = [
  ['pageAge', 'page_age'],
  ['encryptedContent', 'encrypted_content'],
  ['retrievedAt', 'retrieved_at'],
  ['mediaType', 'media_type'],
  ['errorCode', 'error_code'],
  ['toolName', 'tool_name'],
  ['stopReason', 'stop_reason'],
  ['fileId', 'file_id'],
  ['containerId', 'container_id'],
]
export const TO_WIRE = Object.fromEntries(NAMES)
export const TO_PACKAGE = swapped(TO_WIRE)

export function swapped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([one, other]) => [other, one]))
}

export function renamed(value: JsonValue, names: Readonly<Record<string, string>>): JsonValue {
  return mapObjects(value, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [Object.hasOwn(names, key) ? names[key] : key, inner]),
    ),
  )
}

export function mapValue(output: ToolOutput, change: (value: JsonValue) => JsonValue): ToolOutput {
  return output.type === 'json' || output.type === 'error-json'
    ? { ...output, value: change(output.value) }
    : output
}

export function json(value: JsonValue): RanResult {
  return { output: { type: 'json', value } }
}

/** What the package keeps as the result, where that is an object. */
export function valueIn(result: RanResult | undefined): JsonObject {
  return result?.output.type === 'json' ? objectIn(result.output.value) : {}
}
