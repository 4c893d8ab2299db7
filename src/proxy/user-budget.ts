import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import type { StateStore } from '../tools/context/context-types.js'
import { userScope } from './client-access.js'
import { ClientState } from './client-state.js'
import { spentOn } from './metrics.js'
import { ProxyFailure } from './proxy-failure.js'
import type { ProxiedRequest } from './proxy-types.js'
import type { UserLimits } from './shared-options.js'

/** The limits of users, and the store of what they have used. */
export interface Budgets {
  /** Limits by user name. Other users have no limits. */
  readonly limits: ReadonlyMap<string, UserLimits>
  readonly state: StateStore
  /** Returns the current time in milliseconds. */
  readonly now: () => number
}

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Counts a request of a user.
 * @throws ProxyFailure for a user who reached a limit; errors of the store.
 */
export async function countRequest(budgets: Budgets, user: string): Promise<void> {
  const limits = budgets.limits.get(user)
  if (limits === undefined) return
  const time = budgets.now()
  const known = await update(budgets, user, (known) => {
    const used = usedAt(time, known)
    const isUncounted = limits.requestsPerMinute === undefined || refusalOf(used, limits, time) !== undefined
    return isUncounted ? undefined : { ...used, requests: used.requests + 1 }
  })
  const refusal = refusalOf(usedAt(time, known), limits, time)
  if (refusal !== undefined) throw refusal
}

/** Adds the tokens and the cost of an answer to what its user has used. */
export async function chargeAnswer(budgets: Budgets, told: ProxiedRequest): Promise<void> {
  const { user, usage: { inputTokens = 0, outputTokens = 0 } = {} } = told
  const tokens = inputTokens + outputTokens
  if (user === undefined || !budgets.limits.has(user) || tokens === 0) return
  const cost = spentOn(told)?.dollars ?? 0
  await update(budgets, user, (known) => {
    const used = usedAt(budgets.now(), known)
    return { ...used, tokens: used.tokens + tokens, cost: used.cost + cost }
  })
}

async function update(
  { state }: Budgets,
  user: string,
  change: (known: JsonObject | undefined) => JsonObject | undefined,
): Promise<JsonObject | undefined> {
  const own = new ClientState(state, userScope(user))
  return own.update(await own.ownKey('used', 'limits'), change)
}

/** Returns what was used in the minute and the day of a time. Minutes and days are counted from 1970, in UTC. */
function usedAt(time: number, known: JsonObject = {}) {
  const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)]
  const isToday = known.day === day
  return {
    minute,
    requests: known.minute === minute ? numberOf(known.requests) : 0,
    day,
    tokens: isToday ? numberOf(known.tokens) : 0,
    cost: isToday ? numberOf(known.cost) : 0,
  }
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

function refusalOf(
  { requests, tokens, cost }: ReturnType<typeof usedAt>,
  { requestsPerMinute, tokensPerDay, costPerDay }: UserLimits,
  time: number,
): ProxyFailure | undefined {
  // Official clients do not wait until the next day, but would send the request again without this header.
  const ofDay = { ...waitUntilNext(DAY, time), 'x-should-retry': 'false' }
  if (tokensPerDay !== undefined && tokens >= tokensPerDay)
    return overLimit(`${tokensPerDay} tokens per day`, ofDay)
  if (costPerDay !== undefined && cost >= costPerDay) return overLimit(`${costPerDay} dollars per day`, ofDay)
  if (requestsPerMinute !== undefined && requests >= requestsPerMinute)
    return overLimit(`${requestsPerMinute} requests per minute`, waitUntilNext(MINUTE, time))
  return undefined
}

function overLimit(limit: string, retryHeaders: Readonly<Record<string, string>>): ProxyFailure {
  return new ProxyFailure('over-limit', `this user reached the limit of ${limit}`, { retryHeaders })
}

function waitUntilNext(period: number, time: number) {
  return { 'retry-after': String(Math.ceil((period - (time % period)) / 1000)) }
}
