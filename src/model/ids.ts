/** 64 bits of FNV-1a as 16 hex digits: stable across runs and machines, not for security. */
export function stableHash(text: string): string {
  return (fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c)).slice(0, 16)
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // A final avalanche, so that texts that differ only at their end differ in every digit.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

/**
 * An id for a call that came without one. The same call in the same place always gets the same id.
 * @param place what tells this call from others: response or message id, position.
 */
export function mintId(place: string, name: string, argumentText: string): string {
  return MINTED + stableHash(`${place}\n${name}\n${argumentText}`)
}

const MINTED = 'minted_'

/** Whether an id has the form of one that was minted. */
export function isMintedId(id: string): boolean {
  return id.startsWith(MINTED)
}

/** An id in the place of a minted one, which no other call gets. */
export function randomId(): string {
  return MINTED + crypto.randomUUID().replaceAll('-', '').slice(0, 16)
}

const encoder = /* @__PURE__ */ new TextEncoder()
/** Blanks that have several bytes in UTF-8. */
const WIDE_BLANKS = /[^\S\0- ]+/g

/**
 * A hash of texts, one after the other, without their blanks: clients trim, and wires join. The empty text where nothing else
 * is in them. Whole histories go through it with every request, so it reads bytes, and has no branch for each.
 */
export function textPrint(texts: readonly string[]): string {
  let first = 0x811c9dc5
  let second = 0
  let length = 0
  for (const text of texts) {
    const bytes = bytesOf(text)
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      // All bits are set where the byte counts.
      const counts = (0x20 - byte) >> 31
      first ^= (Math.imul(first ^ byte, 0x01000193) ^ first) & counts
      second ^= (Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0x9e3779b1) ^ second) & counts
      length -= counts
    }
  }
  return length === 0 ? '' : [length, first, second].map((value) => (value >>> 0).toString(36)).join('.')
}

function bytesOf(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  return bytes.length === text.length ? bytes : encoder.encode(text.replaceAll(WIDE_BLANKS, ''))
}
