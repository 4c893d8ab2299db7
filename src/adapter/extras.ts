import { isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact, define, equalJson } from '../json/write.js'
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

/**
 * The unknown fields of an object inside the native one, to be kept under a name of its own. Whatever the adapter, such
 * fields are the members of an `extra`, at any depth of the metadata: so the loss of any of them can be told.
 */
export function innerExtras(native: JsonObject, known: KnownFields): WireMetadata | undefined {
  const extra = extraFields(native, known)
  return extra && { extra }
}

/**
 * Settings that nobody misses on another wire: with any value (`any`: bookkeeping, what the transport asks for), or with
 * one of these, which is what happens anyway.
 */
export type NegligibleSettings = Readonly<Record<string, 'any' | readonly JsonValue[]>>

/** Which of the extra fields are such settings, to be kept beside them as `negligible`; undefined when none. */
export function negligibleFields(
  extra: JsonObject | undefined,
  settings: NegligibleSettings,
): string[] | undefined {
  const found = Object.keys(extra ?? {}).filter((field) => {
    const values = Object.hasOwn(settings, field) ? settings[field] : undefined
    return values === 'any' || values?.some((value) => equalJson(value, extra?.[field]))
  })
  return found.length === 0 ? undefined : found
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

/**
 * The native object with its extra fields back; members that are undefined are left out.
 * @param metadata what was kept of it: of the whole value, or of one object inside it.
 */
export function withExtras(
  fresh: { readonly [key: string]: JsonValue | undefined },
  metadata: JsonValue | undefined,
): JsonObject {
  const own = isObject(metadata) ? metadata : undefined
  const extra = own?.extra
  const merged: JsonObject = isObject(extra) ? { ...extra, ...compact(fresh) } : compact(fresh)
  const omitted = own?.omitted
  if (!isArray(omitted) || omitted.length === 0) return merged
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !omitted.includes(key)))
}
