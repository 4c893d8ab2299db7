import type { JsonValue } from '../json/json-types.js'
import { compact } from '../json/write-json.js'
import type { Context } from './context.js'
import type { OpaquePart, ProviderMetadata, WireMetadata } from './types.js'

/** Says which wire is read or written: the context of every codec and fit step does. */
export type Wired = Pick<Context, 'wire'>

/** What may have metadata. Opaque parts have none: they are their own wire's value as it is. */
interface MetadataOwner {
  readonly providerMetadata?: ProviderMetadata | undefined
  readonly wire?: string
}

/**
 * The keys of what a wire stores. Those that all wires share stand here; a wire adds its own beside its codecs, so that a
 * key which is written one way and read another does not compile.
 */
export interface MetadataKeys {
  /** Native fields that decoding does not read: see `fields.ts`. */
  readonly extra: unknown
  /** Fields that encoding would write and the native object lacked. */
  readonly absent: unknown
  /** Those of the extra settings that nobody misses on another wire. */
  readonly negligible: unknown
  /** Which of several native forms of one meaning it was. */
  readonly form: unknown
  /** The same for settings, by their canonical names: the form's name, or the native fields (see `settings/settings-table.ts`). */
  readonly forms: unknown
  /** Per native object that holds settings: what decoding does not read of it. */
  readonly groups: unknown
  /** Fields that decoding does not read of the object inside the native one. */
  readonly body: unknown
  /** The field that marks it for the prompt's cache, where the wire has several, and what else stands in it. */
  readonly cache: unknown
  /** What proves to the provider that the part is its own. */
  readonly signature: unknown
  /** The wire whose provider signed or answered, where that is another one. */
  readonly issuer: unknown
  /** The native word where several have one canonical meaning. */
  readonly type: unknown
  readonly role: unknown
  /** The arguments of a call stood there as JSON that is no object. */
  readonly verbatim: unknown
  /** The native answer was one thing of an answer alone. */
  readonly isLone: unknown
  /** The field that held it, where there are several. */
  readonly field: unknown
  /** The content as it stood there, where it is more than its parts. */
  readonly content: unknown
  /** Where media or a citation came from. */
  readonly source: unknown
  /** Whether the result named its tool. */
  readonly named: unknown
  /** Whether a native message went on with the turn before it. */
  readonly continued: unknown
  /** The other answers that there were. */
  readonly alternatives: unknown
  /** What the native choice of tools says beside the choice. */
  readonly toolChoice: unknown
  /** Usage as the provider counts it. */
  readonly usage: unknown
}

/** What a wire stores on a canonical value: plain JSON under these keys. */
export type OwnMetadata = { readonly [Key in keyof MetadataKeys]?: JsonValue }

/** Entries to store, some of which may be undefined. They are left out. */
export type MetadataEntries = { readonly [Key in keyof MetadataKeys]?: JsonValue | undefined }

/** What this wire stored on a canonical value. */
export function metadataOf(value: MetadataOwner, { wire }: Wired): OwnMetadata | undefined {
  return value.providerMetadata?.[wire]
}

/** Metadata for one wire from named entries, or undefined when all of them are. */
export function wireMetadata(context: Wired, entries: MetadataEntries): ProviderMetadata | undefined {
  const metadata: WireMetadata = compact(entries)
  for (const _ in metadata) return metadataUnder(context, metadata)
  return undefined
}

/** A store is several times as fast as a literal with a computed key. */
export function metadataUnder({ wire }: Wired, metadata: OwnMetadata): ProviderMetadata {
  const providerMetadata: Record<string, WireMetadata> = {}
  providerMetadata[wire] = metadata
  return providerMetadata
}

/** The value with other metadata for this wire; what it holds for others stays. */
export function withMetadata<Value extends MetadataOwner>(
  value: Value,
  metadata: OwnMetadata,
  context: Wired,
): Value & { readonly providerMetadata: ProviderMetadata } {
  return { ...value, providerMetadata: { ...value.providerMetadata, ...metadataUnder(context, metadata) } }
}

/** The value with more of this wire's metadata. Entries that are undefined take none away. */
export function withMore<Value extends MetadataOwner>(
  value: Value,
  more: MetadataEntries,
  context: Wired,
): Value {
  const added = compact(more)
  for (const _ in added) return withMetadata(value, { ...metadataOf(value, context), ...added }, context)
  return value
}

/** A native value without canonical meaning: only the wire that it came from takes it back. */
export function opaque(value: JsonValue, { wire }: Wired): OpaquePart {
  return { type: 'opaque', wire, value }
}

/** The value without one key of this wire's metadata; the same value when it has none. */
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
