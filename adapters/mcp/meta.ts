import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { ProviderMetadata } from '../../src/base/model/types.js'
import { CARRIED, carried } from '../../src/codec/format/carry.js'

/** A native object without the data that Toolwire wrote into its `_meta`, and that data. */
export interface OpenedMeta {
  readonly native: JsonObject
  readonly slot: JsonValue | undefined
}

/** Extracts the data under Toolwire's key of `_meta`. An otherwise empty `_meta` is removed. */
export function openMeta(native: JsonObject): OpenedMeta {
  const { _meta: meta, ...rest } = native
  if (!isObject(meta) || meta[CARRIED] === undefined) return { native, slot: undefined }
  const { [CARRIED]: slot, ...others } = meta
  return { native: Object.keys(others).length === 0 ? rest : { ...rest, _meta: others }, slot }
}

/** Returns the native object with carried data in its `_meta`. */
export function withSlot(native: JsonObject, slot: JsonObject | undefined): JsonObject {
  if (slot === undefined || Object.keys(slot).length === 0) return native
  return { ...native, _meta: { ...objectOr(native._meta, {}), [CARRIED]: slot } }
}

/** Adds to `_meta` the members of a canonical value that the format has no field for. */
export function withMeta<Native extends JsonObject | undefined>(
  native: Native,
  value: { readonly providerMetadata?: ProviderMetadata },
  context: Context,
): Native | JsonObject {
  return native && withSlot(native, carried(value, context))
}
