import type { Message, ProviderMetadata } from '../../model/types.js'

/**
 * Whether a part is the target wire's own, so that it can go back verbatim: it carries that wire's metadata, or its
 * message came from there.
 */
export function isOwn(
  part: { readonly providerMetadata?: ProviderMetadata },
  message: Message,
  wire: string,
): boolean {
  return part.providerMetadata?.[wire] !== undefined || message.origin?.wire === wire
}
