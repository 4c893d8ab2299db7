// Reading what was thrown. It can be anything: a getter may throw, a Proxy may be revoked, causes may form a ring.

/** Longer chains of causes are cut off here: a getter can make up a new cause forever. */
const MAX_CAUSES = 20

/** The member, or nothing where there is none or reading it throws. */
export function memberOf(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

/** The member when it is a text that says something. */
export function textMemberOf(value: unknown, key: string): string | undefined {
  const member = memberOf(value, key)
  return typeof member === 'string' && member !== '' ? member : undefined
}

/** What was thrown, what led to that, and so on: each thing once, 20 at the most. */
export function causeChain(thrown: unknown): unknown[] {
  const chain = new Set<unknown>()
  let next = thrown
  while (!chain.has(next) && chain.size < MAX_CAUSES) {
    chain.add(next)
    const cause = memberOf(next, 'cause')
    if (cause === undefined || cause === null) break
    next = cause
  }
  return [...chain]
}

/** What it says: its message, its name where it has none, its JSON where it is no error. Never empty. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  const said = textMemberOf(thrown, 'message') ?? textMemberOf(thrown, 'name')
  if (said !== undefined) return said
  return `The tool threw ${written(thrown)}.`
}

function written(thrown: unknown): string {
  try {
    return (typeof thrown === 'bigint' ? undefined : JSON.stringify(thrown)) ?? String(thrown)
  } catch {
    return 'something that cannot be read'
  }
}
