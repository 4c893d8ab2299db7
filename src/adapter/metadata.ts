import type { JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import type { OpaquePart, ProviderMetadata, WireMetadata } from '../model/types.js'
import type { Context } from './context.js'

/** Says which wire is read or written: the context of every codec and fit step does. */
export type Wired = Pick<Context, 'wire'>

/** What may have metadata. Opaque parts have none: they are their own wire's value as it is. */
interface Carrier {
  readonly providerMetadata?: ProviderMetadata
  readonly wire?: string
}

/** What this wire stored on a canonical value. */
export function metadataOf(value: Carrier, { wire }: Wired): WireMetadata | undefined {
  return value.providerMetadata?.[wire]
}

/** Metadata for one wire from named entries, or undefined when all of them are. */
export function wireMetadata(
  context: Wired,
  entries: { readonly [key: string]: JsonValue | undefined },
): ProviderMetadata | undefined {
  const metadata: WireMetadata = compact(entries)
  for (const _ in metadata) return metadataUnder(context, metadata)
  return undefined
}

/** A store is several times as fast as a literal with a computed key. */
export function metadataUnder({ wire }: Wired, metadata: WireMetadata): ProviderMetadata {
  const providerMetadata: Record<string, WireMetadata> = {}
  providerMetadata[wire] = metadata
  return providerMetadata
}

/** The value with other metadata for this wire; what it holds for others stays. */
export function withMetadata<Value extends Carrier>(
  value: Value,
  metadata: WireMetadata,
  context: Wired,
): Value & { readonly providerMetadata: ProviderMetadata } {
  return { ...value, providerMetadata: { ...value.providerMetadata, ...metadataUnder(context, metadata) } }
}

/** A native value without canonical meaning: only the wire that it came from takes it back. */
export function opaque(value: JsonValue, { wire }: Wired): OpaquePart {
  return { type: 'opaque', wire, value }
}

/** The value without one key of this wire's metadata; the same value when it has none. */
export function withoutKey<Value extends Carrier>(value: Value, key: string, context: Wired): Value {
  const own = metadataOf(value, context)
  if (own?.[key] === undefined) return value
  const { [key]: _removed, ...rest } = own
  return withMetadata(value, rest, context)
}
