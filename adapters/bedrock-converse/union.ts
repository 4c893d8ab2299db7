import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { ProviderMetadata } from '../../src/base/model/types.js'
import { type Fields, innerExtras, metadataFor, withExtras } from '../../src/codec/shape/fields.js'

/**
 * Metadata of `{<key>: inner}`, the form of everything in a list on this wire: unknown fields may stand beside the key
 * (in `extra`) and inside (in `body.extra`).
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

/** `{<key>: inner}` with its unknown fields back. */
export function union(key: string, inner: JsonMembers, metadata: JsonObject | undefined): JsonObject {
  return withExtras({ [key]: withExtras(inner, metadata?.body) }, metadata)
}

/** Whether an object is `{<key>: …}` and nothing else. */
export function isOnly(native: JsonValue | undefined, key: string): native is JsonObject {
  return isObject(native) && Object.hasOwn(native, key) && Object.keys(native).length === 1
}

/** The members of a value; none when it is no object. */
export function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
