/**
 * Returns a hash of the text: 64 bits of FNV-1a as 16 hex digits. It is stable across runs and machines, and
 * not suitable for security.
 */
export function stableHash(text: string): string {
  return (fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c)).slice(0, 16)
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // A final mixing step: without it, texts that differ only at their end would have similar hashes.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

/**
 * Derives an id for a call without an id. The same call at the same position always gets the same id.
 * @param place distinguishes this call from others: response or message id, position.
 */
export function mintId(place: string, name: string, argumentText: string): string {
  return MINTED + stableHash(`${place}\n${name}\n${argumentText}`)
}

const MINTED = 'minted_'

/** Returns true if the id has the form of a minted id. */
export function isMintedId(id: string): boolean {
  return id.startsWith(MINTED)
}

/** Returns a unique id in the form of a minted id. */
export function randomId(): string {
  return MINTED + crypto.randomUUID().replaceAll('-', '').slice(0, 16)
}
