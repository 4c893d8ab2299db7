import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { ProviderMetadata } from '../../src/base/model/types.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'

/**
 * Builds metadata of `{<key>: inner}`, the form of every list item on this wire. Unknown fields may be next
 * to the key (in `extra`) and inside (in `body.extra`).
 */
export function unionMetadata(
  native: JsonObject,
  key: string,
  fields: Fields,
  context: Context,
  entries: JsonMembers = {},
): ProviderMetadata | undefined {
  const inner = membersOf(native[key])
  const body = innerExtras(inner, fields)
  return metadataFor(native, { [key]: 'any' }, context, body === undefined ? entries : { body, ...entries })
}

/** Builds `{<key>: inner}` with its unknown fields. */
export function union(key: string, inner: JsonMembers, metadata: JsonObject | undefined): JsonObject {
  return withExtras({ [key]: withExtras(inner, metadata?.body) }, metadata)
}

/** Returns true if the object has only this key: `{<key>: …}`. */
export function isOnly(native: JsonValue | undefined, key: string): native is JsonObject {
  return isObject(native) && Object.hasOwn(native, key) && Object.keys(native).length === 1
}

/** Returns the members of an object, or `{}` for another value. */
export function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
