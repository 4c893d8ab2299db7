import { stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { ProviderMetadata } from '../../src/model/types.js'
import { absentFields, extraFields, type Fields, withExtras } from '../../src/shape/fields.js'
import type { PartIds } from './ids.js'
import { snakify } from './spelling.js'

interface Members {
  readonly [key: string]: JsonValue | undefined
}

const SIGNATURE: Fields = { thoughtSignature: 'string' }

/** A native part with camelCase keys, and which of them were not. */
export interface NativePart {
  readonly value: JsonObject
  readonly snake?: readonly string[]
}

/** A part that is being decoded, and what its codec needs beside it. */
export interface PartInput extends NativePart {
  readonly path: string
  readonly ids: PartIds
  readonly context: Context
}

/** What stands around the data of a part: its signature, unknown fields, the spelling of its keys. */
export function decodeEnvelope({ value, snake }: NativePart, fields: Fields): Members {
  return {
    signature: stringOr(value.thoughtSignature, undefined),
    extra: extraFields(value, fields, SIGNATURE),
    snake,
  }
}

/** The native part around its data. Only what this wire stored takes part. */
export function encodeEnvelope(
  data: Members,
  part: { readonly providerMetadata?: ProviderMetadata },
  context: Context,
): JsonObject {
  const metadata = metadataOf(part, context)
  const thoughtSignature = stringOr(metadata?.signature, undefined)
  return snakify(withExtras({ ...data, thoughtSignature }, metadata), metadata?.snake)
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
export function encodeBody(data: Members, body: JsonValue | undefined): JsonObject {
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
