import type { Context } from '../../src/adapter/context.js'
import { metadataOf, withExtras } from '../../src/adapter/extras.js'
import { isArray, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { ProviderMetadata } from '../../src/model/types.js'
import { snakify } from './fields.js'
import type { PartIds } from './ids.js'
import { WIRE } from './maps.js'

interface Members {
  readonly [key: string]: JsonValue | undefined
}

/** The fields that a codec reads, and the type it reads them as. A field of another type is an extra. */
export type Fields = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'>>

const NO_FIELDS: Fields = {}
const SIGNATURE: Fields = { thoughtSignature: 'string' }

/** What a codec does not read of a native object. Methods (SDK objects have some) are no data. */
export function extrasOf(
  native: JsonObject,
  fields: Fields,
  more: Fields = NO_FIELDS,
): JsonObject | undefined {
  let extra: Record<string, JsonValue> | undefined
  for (const key in native) {
    const value = native[key]
    if (value === undefined || typeof value === 'function' || isRead(value, fields[key] ?? more[key]))
      continue
    extra ??= {}
    define(extra, key, value)
  }
  return extra
}

function isRead(value: JsonValue, type: Fields[string] | undefined): boolean {
  if (type === undefined || value === null) return false
  if (type === 'any') return true
  return type === (isArray(value) ? 'array' : typeof value)
}

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
    extra: extrasOf(value, fields, SIGNATURE),
    snake,
  }
}

/** The native part around its data. Only what this wire stored takes part. */
export function encodeEnvelope(
  data: Members,
  part: { readonly providerMetadata?: ProviderMetadata },
): JsonObject {
  const metadata = metadataOf(part, WIRE)
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
  const omitted = written.filter((key) => !isRead(native[key] ?? null, fields[key]))
  const extra = extrasOf(native, fields)
  if (extra === undefined && omitted.length === 0) return undefined
  return compact({ extra, omitted: omitted.length === 0 ? undefined : omitted })
}

/** The object with its unknown fields back. What it did not have stays away as long as there is nothing to say. */
export function encodeBody(data: Members, body: JsonValue | undefined): JsonObject {
  const { extra }: Members = objectOr(body, {})
  const isLeftOut = (key: string) => leavesOut(body, key) && isEmpty(data[key])
  const fresh = Object.entries(data).filter(([key, value]) => value !== undefined && !isLeftOut(key))
  return compact({ ...objectOr(extra, {}), ...Object.fromEntries(fresh) })
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object') return value === '' || value === undefined
  return value === null || Object.keys(value).length === 0
}

/** Whether the native object lacked a field that encoding writes. */
export function leavesOut(body: JsonValue | undefined, key: string): boolean {
  const { omitted }: Members = objectOr(body, {})
  return isArray(omitted) && omitted.includes(key)
}
