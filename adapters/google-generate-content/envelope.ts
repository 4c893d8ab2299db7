import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, define } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { WireMetadata } from '../../src/base/model/types.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import type { PartIds } from './ids.js'

/** A native part with camelCase keys, and the context for its codec. */
export interface PartInput {
  readonly value: JsonObject
  readonly ids: PartIds
  readonly context: Context
}

/** The data of a part, as an object in a field of the part. */
export interface PartData {
  readonly field: string
  /** Fields that are decoded from the part. */
  readonly around: Fields
  /** Fields that are decoded from the object. */
  readonly fields: Fields
  /** Fields that encoding always writes. Default: an empty list. */
  readonly written?: readonly string[]
}

/** Returns the kept data of a part: the signature, and the unknown fields of the part and of its data. */
export function keptOf(value: JsonObject, { field, around, fields, written }: PartData): JsonMembers {
  return {
    signature: stringOr(value.thoughtSignature, undefined),
    extra: extraFields(value, around),
    body: decodeBody(objectOr(value[field], {}), fields, written),
  }
}

/** Encodes the part that contains the data. Only metadata stored by this wire is used. */
export function encodeData({ field }: PartData, data: JsonMembers, metadata?: WireMetadata): JsonObject {
  const thoughtSignature = stringOr(metadata?.signature, undefined)
  return withExtras({ [field]: encodeBody(data, metadata?.body), thoughtSignature }, metadata)
}

/**
 * Returns unknown and missing fields of an object, for metadata such as `body` (inside a part). Returns
 * undefined if the object has only known fields.
 * @param written fields that encoding always writes.
 */
export function decodeBody(
  native: JsonObject,
  fields: Fields,
  written: readonly string[] = [],
): JsonObject | undefined {
  const absent = absentFields(native, fields, written)
  const extra = extraFields(native, fields)
  return extra === undefined && absent === undefined ? undefined : compact({ extra, absent })
}

/** Builds the object with its unknown fields. Empty values that were absent before are omitted. */
export function encodeBody(data: JsonMembers, body: JsonValue | undefined): JsonObject {
  const fresh: Record<string, JsonValue> = {}
  const empty: Record<string, JsonValue> = {}
  for (const key in data) {
    const value = data[key]
    if (value !== undefined) define(isEmpty(value) ? empty : fresh, key, value)
  }
  return withExtras(fresh, body, empty)
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object') return value === ''
  return value === null || Object.keys(value).length === 0
}
