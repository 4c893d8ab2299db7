import { isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact, define } from '../json/write.js'
import type { ProviderMetadata, WireMetadata } from '../model/types.js'

/** Which fields decoding reads: a Set, or whatever answers like one. */
export interface KnownFields {
  has(field: string): boolean
}

/**
 * How unknown native fields survive: decoding puts every field it does not read into `extra`, encoding puts them back.
 * The canonical value always wins, so `extra` may also hold what stands there when the canonical model is silent
 * (`content: null` beside tool calls). `omitted` names fields that encoding writes but this native object lacks.
 */
export function extraFields(native: JsonObject, known: KnownFields): JsonObject | undefined {
  let extra: Record<string, JsonValue> | undefined
  for (const key in native) {
    const value = native[key]
    if (value === undefined || (known.has(key) && value !== null)) continue
    extra ??= {}
    define(extra, key, value)
  }
  return extra
}

/** Metadata for one wire from named entries, or undefined when all of them are. */
export function wireMetadata(
  wire: string,
  entries: { readonly [key: string]: JsonValue | undefined },
): ProviderMetadata | undefined {
  let metadata: Record<string, JsonValue> | undefined
  for (const key in entries) {
    const value = entries[key]
    if (value === undefined) continue
    metadata ??= {}
    metadata[key] = value
  }
  return metadata && metadataUnder(wire, metadata)
}

/** A store is several times as fast as a literal with a computed key. */
export function metadataUnder(wire: string, metadata: WireMetadata): ProviderMetadata {
  const providerMetadata: Record<string, WireMetadata> = {}
  providerMetadata[wire] = metadata
  return providerMetadata
}

/** What this wire stored on a canonical value. */
export function metadataOf(
  value: { readonly providerMetadata?: ProviderMetadata },
  wire: string,
): WireMetadata | undefined {
  return value.providerMetadata?.[wire]
}

/** The native object with its extra fields back; members that are undefined are left out. */
export function withExtras(
  fresh: { readonly [key: string]: JsonValue | undefined },
  metadata: WireMetadata | undefined,
): JsonObject {
  const extra = metadata?.extra
  const merged: JsonObject = isObject(extra) ? { ...extra, ...compact(fresh) } : compact(fresh)
  const omitted = metadata?.omitted
  if (!isArray(omitted) || omitted.length === 0) return merged
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !omitted.includes(key)))
}
