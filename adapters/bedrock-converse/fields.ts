import type { Context } from '../../src/adapter/context.js'
import {
  extraFields,
  innerExtras,
  type KnownFields,
  wireMetadata,
  withExtras,
} from '../../src/adapter/extras.js'
import { isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { ProviderMetadata } from '../../src/model/types.js'

interface Members {
  readonly [key: string]: JsonValue | undefined
}

/** The fields that a codec reads, and the type that it reads them as: one of another type stays in `extra`. */
export type Types = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'>>

export function readable(native: JsonObject, types: Types): KnownFields {
  return {
    has(field) {
      if (!Object.hasOwn(types, field)) return false
      const value = native[field]
      return types[field] === 'any' || types[field] === (isArray(value) ? 'array' : typeof value)
    },
  }
}

/** Metadata of an object: its unknown fields, and entries of the codec's own. */
export function metadataFor(
  native: JsonObject,
  types: Types,
  context: Context,
  entries: Members = {},
): ProviderMetadata | undefined {
  const extra = extraFields(native, readable(native, types))
  return wireMetadata(context.wire, extra === undefined ? entries : { extra, ...entries })
}

/**
 * The same for `{<key>: inner}`, the form of everything in a list on this wire: unknown fields may stand beside the key
 * (in `extra`) and inside (in `body.extra`).
 */
export function unionMetadata(
  native: JsonObject,
  key: string,
  types: Types,
  context: Context,
  entries: Members = {},
): ProviderMetadata | undefined {
  const inner = membersOf(native[key])
  const body = innerExtras(inner, readable(inner, types))
  return metadataFor(native, { [key]: 'any' }, context, body === undefined ? entries : { body, ...entries })
}

/** `{<key>: inner}` with its unknown fields back. */
export function union(key: string, inner: Members, metadata: JsonObject | undefined): JsonObject {
  return withExtras({ [key]: withExtras(inner, metadata?.body) }, metadata)
}

/**
 * The names of those fields that the native object lacks (null counts: `extra` restores it). Encoding leaves such a
 * field out for as long as there is nothing to say.
 */
export function lacking(native: JsonObject, ...names: readonly string[]): readonly string[] | undefined {
  const absent = names.filter((name) => native[name] === undefined || native[name] === null)
  return absent.length === 0 ? undefined : absent
}

export function lacked(metadata: JsonObject | undefined, name: string): boolean {
  return isArray(metadata?.absent) && metadata.absent.includes(name)
}

/** Whether an object is `{<key>: …}` and nothing else. */
export function isOnly(native: JsonValue | undefined, key: string): native is JsonObject {
  return isObject(native) && Object.hasOwn(native, key) && Object.keys(native).length === 1
}

/** The members of a value; none when it is no object. */
export function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
