import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, define } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { WireMetadata } from '../../src/base/model/types.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import type { PartIds } from './ids.js'

/** A native part with camelCase keys that is being decoded, and what its codec needs beside it. */
export interface PartInput {
  readonly value: JsonObject
  readonly ids: PartIds
  readonly context: Context
}

/** The data of a part, as an object in a field of the part. */
export interface PartData {
  readonly field: string
  /** What is read of the part around it. */
  readonly around: Fields
  /** What is read of the object. */
  readonly fields: Fields
  /** Those of them that encoding always writes. Default: none. */
  readonly written?: readonly string[]
}

/** What is kept of a part: its signature, and the unknown fields around its data and in them. */
export function keptOf(value: JsonObject, { field, around, fields, written }: PartData): JsonMembers {
  return {
    signature: stringOr(value.thoughtSignature, undefined),
    extra: extraFields(value, around),
    body: decodeBody(objectOr(value[field], {}), fields, written),
  }
}

/** The part of its data. Only what this wire stored takes part. */
export function encodeData({ field }: PartData, data: JsonMembers, metadata?: WireMetadata): JsonObject {
  const thoughtSignature = stringOr(metadata?.signature, undefined)
  return withExtras({ [field]: encodeBody(data, metadata?.body), thoughtSignature }, metadata)
}

/**
 * Unknown and missing fields of an object, to be kept as `body` (inside a part) or the like; undefined when none.
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

/** The object with its unknown fields back. What is empty says nothing: it is left out where the object lacked it. */
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
