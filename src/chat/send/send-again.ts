import type { ProviderError } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { SendSettings } from './settings.js'

/** Statuses of requests that may succeed when sent again, in addition to statuses of at least 500. */
const AGAIN: ReadonlySet<number> = new Set([408, 409, 429])
/** Statuses of permanent server errors. */
const NEVER: ReadonlySet<number> = new Set([501, 505])

/**
 * Returns true if a refused request may be sent again. `x-should-retry` decides, if the provider sends it.
 */
export function mayComeAgain(
  { status, headers }: Response,
  error: ProviderError,
  { codecs }: Adapter,
): boolean {
  const said = headers.get('x-should-retry')
  if (said === 'true' || said === 'false') return said === 'true'
  // For an account without credit, providers also send the status of too many requests, but waiting does not
  // help.
  const isBilling = codecs.http.errors.find((row) => row[2] === error.code)?.[0] === 'billing'
  return !isBilling && isTransient(status)
}

/** Returns true for the status of a request that may succeed later: overload, rate limits, server errors. */
export function isTransient(status: number): boolean {
  return AGAIN.has(status) || (status >= 500 && !NEVER.has(status))
}

const FIRST_WAIT = 500
const LONGEST_OWN_WAIT = 8000

/**
 * Returns the milliseconds until the next attempt, or undefined if the provider requests more than the caller
 * allows.
 * @param asked the provider's waiting time. Default: doubled each time and shortened at random, so that
 * clients that were refused together do not retry together.
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
