import { milliseconds } from '../../base/http/timer.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'

/** Options of a state in a database. */
export interface DatabaseStateOptions {
  /** The owner of the state, such as a conversation id. Scopes share nothing. Default: one scope for all. */
  readonly scope?: string | undefined
  /** The lifetime of a value in milliseconds. Default: unlimited. */
  readonly ttl?: number | undefined
  /** The timeout of the database in milliseconds; at most 2,147,483,647. Default: 5,000. */
  readonly timeout?: number | undefined
}

const OPTIONS: KnownOptions<DatabaseStateOptions> = { scope: true, ttl: true, timeout: true }

/**
 * Returns the settings of a database state, with defaults filled in.
 * @throws RangeError for an invalid time.
 */
export function storeSettings(options: DatabaseStateOptions) {
  expectOptions(options, OPTIONS, ['a state', '{ scope, ttl, timeout }'])
  const { scope = '', timeout = 5_000, ttl } = options
  milliseconds('timeout', timeout)
  if (ttl !== undefined) milliseconds('ttl', ttl, Number.MAX_SAFE_INTEGER)
  // The prefix is unique for each scope.
  const prefix = `state:${scope.replaceAll('%', '%25').replaceAll(':', '%3A')}:`
  return { nameOf: (key: string) => prefix + key, timeout, ttl }
}

/**
 * Returns the answer, if it arrives in time.
 * @throws the error that `late` returns otherwise.
 */
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
