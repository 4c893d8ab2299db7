// Readers of thrown values, which can be any value: a getter may throw, a Proxy may be revoked, causes may
// form a cycle.

/** Maximum number of causes. A getter can create new causes without end. */
const MAX_CAUSES = 20

/** Returns the member; undefined if the member is absent or reading it throws. */
export function memberOf(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

/** Returns the member if its value is a non-empty text. */
export function textMemberOf(value: unknown, key: string): string | undefined {
  const member = memberOf(value, key)
  return typeof member === 'string' && member !== '' ? member : undefined
}

/** Returns the thrown value and its chain of causes, each value once, at most 20 values. */
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

/**
 * Returns the message of a thrown value: the message of an error, its name if the message is empty, or the
 * JSON of another value. The text is never empty.
 */
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
