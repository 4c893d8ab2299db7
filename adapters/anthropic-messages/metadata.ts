import { extraFields, metadataOf, wireMetadata } from '../../src/adapter/extras.js'
import { isArray } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { ProviderMetadata, WireMetadata } from '../../src/model/types.js'
import { WIRE } from './maps.js'

/** Shorthands of `src/adapter/extras.ts` for this wire. */
export function ownMetadata(value: {
  readonly providerMetadata?: ProviderMetadata
}): WireMetadata | undefined {
  return metadataOf(value, WIRE)
}

export function metadataFor(
  native: JsonObject,
  known: ReadonlySet<string>,
  entries: { readonly [key: string]: JsonValue | undefined } = {},
): ProviderMetadata | undefined {
  const extra = extraFields(native, known)
  return wireMetadata(WIRE, extra === undefined ? entries : Object.assign({ extra }, entries))
}

const NONE: readonly string[] = []

/**
 * The names of those fields that the native object lacks (null counts: `extra` restores it). Encoding leaves such a
 * field out for as long as the canonical value is what decoding put in its place.
 * @param unusable further names, of fields whose value was of no use and is kept in `extra`.
 */
export function absentFields(
  native: JsonObject,
  names: readonly string[],
  unusable: readonly string[] = NONE,
): readonly string[] | undefined {
  let absent = unusable
  for (const name of names)
    if (native[name] === undefined || native[name] === null) absent = [...absent, name]
  return absent.length === 0 ? undefined : absent
}

export function wasAbsent(metadata: WireMetadata | undefined, name: string): boolean {
  const absent = metadata?.absent
  return isArray(absent) && absent.includes(name)
}
