import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { mapObjects } from '../../../src/base/json/map.js'
import { objectIn } from '../../../src/base/json/read-json.js'
import type { ToolOutput } from '../../../src/base/model/types.js'

/** A provider-executed call with its result, without the fields that all calls share. */
export interface Ran {
  readonly name: string
  readonly input: JsonObject
  /** The original text of the input, if the wire has text. */
  readonly text?: string | undefined
  readonly metadata?: JsonObject
  readonly result?: RanResult | undefined
  /** Further data of the package for this part. */
  readonly options?: JsonObject
}

export interface RanResult {
  readonly output: ToolOutput
  readonly metadata?: JsonObject
  /** Further data of the package for this part. */
  readonly options?: JsonObject
}

export interface PackageForm {
  readonly wire: string
  /** Prefix of the ids of provider-executed calls. */
  readonly id: RegExp
  /** Returns undefined for a call in an unknown form. */
  readonly toWire: (ran: Ran) => Ran | undefined
  /** Returns undefined for a call that does not have the wire's form. */
  readonly toPackage: (ran: Ran) => Ran | undefined
}

// Field names: the packages use camelCase, the wires snake_case.

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

export function jsonResult(value: JsonValue): RanResult {
  return { output: { type: 'json', value } }
}

/** Returns the package's result if it is an object. */
export function valueIn(result: RanResult | undefined): JsonObject {
  return result?.output.type === 'json' ? objectIn(result.output.value) : {}
}
