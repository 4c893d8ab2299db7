import { milliseconds } from '../../base/http/timer.js'

/** Options of a state in a database. */
export interface DatabaseStateOptions {
  /** Whose state it is, such as the id of a conversation. Scopes share nothing. Default: one scope for all. */
  readonly scope?: string | undefined
  /** Milliseconds that a value is kept after it was written. Default: for ever. */
  readonly ttl?: number | undefined
  /** Milliseconds after which a database that does not answer counts as failed; at most 2,147,483,647. Default: 5,000. */
  readonly timeout?: number | undefined
}

/** What a state in a database was made with, defaults filled in. @throws RangeError for a time that cannot be meant. */
export function storeSettings({ scope = '', timeout = 5_000, ttl }: DatabaseStateOptions) {
  milliseconds('timeout', timeout)
  if (ttl !== undefined) milliseconds('ttl', ttl, Number.MAX_SAFE_INTEGER)
  // No two scopes share a name.
  const prefix = `state:${scope.replaceAll('%', '%25').replaceAll(':', '%3A')}:`
  return { nameOf: (key: string) => prefix + key, timeout, ttl }
}

/** The answer, if it comes in time. @throws what `late` gives when it does not. */
export async function inTime<Answer>(
  answer: Promise<Answer>,
  timeout: number,
  late: () => Error,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeout)
  })
  try {
    return await Promise.race([answer, over])
  } finally {
    clearTimeout(timer)
  }
}
