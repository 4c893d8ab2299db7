import type { ProviderError } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { SendSettings } from './settings.js'

/** Statuses of requests that were not answered and may be when they come again. All from 500 on are likewise. */
const AGAIN: ReadonlySet<number> = new Set([408, 409, 429])
/** Of the server, but for ever. */
const NEVER: ReadonlySet<number> = new Set([501, 505])

/** Whether a refused request may be sent again. `x-should-retry` says it, where the provider has it. */
export function mayComeAgain(
  { status, headers }: Response,
  error: ProviderError,
  { codecs }: Adapter,
): boolean {
  const said = headers.get('x-should-retry')
  if (said === 'true' || said === 'false') return said === 'true'
  // An empty account has the status of too many requests, but does not fill by waiting.
  const isBilling = codecs.http.errors.find((row) => row[2] === error.code)?.[0] === 'billing'
  return !isBilling && (AGAIN.has(status) || (status >= 500 && !NEVER.has(status)))
}

const FIRST_WAIT = 500
const LONGEST_OWN_WAIT = 8000

/**
 * Milliseconds until the next attempt, or undefined when the provider asks for more than the caller has.
 * @param asked what the provider asks for. Default: twice as long each time, shortened at random, so that clients which were
 * refused together do not come again together.
 */
export function waitBefore(
  attempt: number,
  asked: number | undefined,
  { longestWait }: SendSettings,
): number | undefined {
  if (asked !== undefined) return asked <= longestWait ? asked : undefined
  const whole = Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_OWN_WAIT, longestWait)
  return whole * (1 - Math.random() / 4)
}
