import { AdapterError } from '../base/json/adapter-error.js'
import { at } from '../base/json/read-json.js'
import type { StateStore } from '../tools/context/context-types.js'
import { asUser } from './client-access.js'
import type { ProxyOptions, ProxyUser } from './proxy-types.js'
import type { Budgets } from './user-budget.js'

/**
 * Returns the users with limits, and the store of what they have used. Returns undefined if no user has a limit.
 * @throws AdapterError for a limit that is not a positive number.
 */
export function budgetsOf(
  { users = {}, now = Date.now }: ProxyOptions,
  state: StateStore,
): Budgets | undefined {
  const read = Object.entries(users).map(([name, user]) => [name, checked(asUser(user), name)] as const)
  const limits = new Map(read.filter(([, user]) => limitsOf(user).some((limit) => limit !== undefined)))
  return limits.size === 0 ? undefined : { limits, state, now }
}

function checked(user: ProxyUser, name: string): ProxyUser {
  for (const limit of limitsOf(user))
    if (limit !== undefined && !(limit > 0))
      throw new AdapterError(
        'wrong-type',
        at('/users', name),
        'the limits of a user must be positive numbers',
      )
  return user
}

function limitsOf({
  requestsPerMinute,
  tokensPerDay,
  costPerDay,
}: ProxyUser): readonly (number | undefined)[] {
  return [requestsPerMinute, tokensPerDay, costPerDay]
}
