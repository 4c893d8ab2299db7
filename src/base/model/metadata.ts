import type { JsonValue } from '../json/json-types.js'
import { compact, unlessEmpty } from '../json/write-json.js'
import type { Context } from './context.js'
import type { OpaquePart, ProviderMetadata, WireMetadata } from './types.js'

/** Names the wire that is read or written. The context of every codec and fit step has this member. */
export type Wired = Pick<Context, 'wire'>

/**
 * A value that may have metadata. Opaque parts do not have metadata: they contain the wire's value unchanged.
 */
interface MetadataOwner {
  readonly providerMetadata?: ProviderMetadata | undefined
  readonly wire?: string
}

/**
 * The metadata keys of the wires. The keys that wires share are declared here. Each wire declares further
 * keys next to its codecs, so that a misspelled key does not compile.
 */
export interface MetadataKeys {
  /** Native fields that decoding ignores: see `fields.ts`. */
  readonly extra: unknown
  /** Fields that encoding would write but the native object did not have. */
  readonly absent: unknown
  /** The extra settings that can be dropped on other wires without a notice. */
  readonly negligible: unknown
  /** The native form, if several have the same meaning. */
  readonly form: unknown
  /**
   * The native forms of settings, by their canonical names: the form's name, or the native fields (see
   * `settings/settings-table.ts`).
   */
  readonly forms: unknown
  /** Per native object that contains settings: its fields that decoding ignores. */
  readonly groups: unknown
  /** Fields that decoding ignores in the object inside the native one. */
  readonly body: unknown
  /**
   * The field that marks the value for prompt caching, on wires with several fields for marks, and the
   * field's other content.
   */
  readonly cache: unknown
  /** The signature that proves to the provider that it generated the part. */
  readonly signature: unknown
  /** The wire whose provider signed the part or answered, if different from the wire of the metadata. */
  readonly issuer: unknown
  /** The native type name, if several type names have the same canonical meaning. */
  readonly type: unknown
  readonly role: unknown
  /** True if the arguments of a call were JSON but not an object. */
  readonly verbatim: unknown
  /** True if the native answer was a single element of an answer. */
  readonly isLone: unknown
  /** The field that contained the value, if several are possible. */
  readonly field: unknown
  /** The content unchanged, if it contains more than its parts. */
  readonly content: unknown
  /** The origin of media or of a citation. */
  readonly source: unknown
  /** True if the result contained the name of its tool. */
  readonly named: unknown
  /** True if a native message continued the turn before it. */
  readonly continued: unknown
  /** The other answers of the response. */
  readonly alternatives: unknown
  /** Members of the native tool choice other than the choice itself. */
  readonly toolChoice: unknown
  /** The usage in the provider's counts. */
  readonly usage: unknown
}

/** Metadata of a wire on a canonical value: plain JSON under these keys. */
export type OwnMetadata = { readonly [Key in keyof MetadataKeys]?: JsonValue }

/** Metadata entries to store. Undefined entries are omitted. */
export type MetadataEntries = { readonly [Key in keyof MetadataKeys]?: JsonValue | undefined }

/** Returns the metadata of this wire on a canonical value. */
export function metadataOf(value: MetadataOwner, { wire }: Wired): OwnMetadata | undefined {
  return value.providerMetadata?.[wire]
}

/** Returns the metadata for one wire with these entries; undefined if all entries are undefined. */
export function wireMetadata(context: Wired, entries: MetadataEntries): ProviderMetadata | undefined {
  const metadata = unlessEmpty(entries)
  return metadata && metadataUnder(context, metadata)
}

/**
 * Returns metadata under this wire's key. An assignment is several times as fast as a literal with a computed
 * key.
 */
export function metadataUnder({ wire }: Wired, metadata: OwnMetadata): ProviderMetadata {
  const providerMetadata: Record<string, WireMetadata> = {}
  providerMetadata[wire] = metadata
  return providerMetadata
}

/** Returns the value with other metadata for this wire; the metadata of other wires is kept. */
export function withMetadata<Value extends MetadataOwner>(
  value: Value,
  metadata: OwnMetadata,
  context: Wired,
): Value & { readonly providerMetadata: ProviderMetadata } {
  // A spread object that gets another member has a hidden class of its own.
  return Object.assign({}, value, {
    providerMetadata: { ...value.providerMetadata, ...metadataUnder(context, metadata) },
  })
}

/** Returns the value with more metadata of this wire. Undefined entries remove nothing. */
export function withMore<Value extends MetadataOwner>(
  value: Value,
  more: MetadataEntries,
  context: Wired,
): Value {
  const added = compact(more)
  for (const _ in added) return withMetadata(value, { ...metadataOf(value, context), ...added }, context)
  return value
}

/** Wraps a native value without canonical meaning. Only the same wire encodes the value again. */
export function opaque(value: JsonValue, { wire }: Wired): OpaquePart {
  return { type: 'opaque', wire, value }
}

/** Returns the value without one key of this wire's metadata; the same value if it does not have the key. */
export function withoutKey<Value extends MetadataOwner>(
  value: Value,
  key: keyof MetadataKeys,
  context: Wired,
): Value {
  const own = metadataOf(value, context)
  if (own?.[key] === undefined) return value
  const { [key]: _removed, ...rest } = own
  return withMetadata(value, rest, context)
}
