import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { objectsIn } from '../base/json/read-json.js'
import type { Conversation } from '../base/model/types.js'
import type { StateStore } from '../tools/context/context-types.js'
import { costOf } from '../translate/catalogue/cost.js'
import { userScope } from './client-access.js'
import { estimatedTokens } from './client-request.js'
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

/** Tokens, and their cost in dollars. */
interface Spending {
  readonly tokens: number
  readonly cost: number
}

const MINUTE = 60_000
const DAY = 86_400_000
/** The milliseconds after which a reservation ends, in case its process ended before the answer. */
const RESERVED = 600_000
/** The output tokens that are reserved for a request without a maximum. */
const USUAL_OUTPUT = 4096

/**
 * The budget of a user for one request: counts the request, reserves the maximum cost of its answer, and charges the
 * answer.
 */
export class UserBudget {
  readonly #budgets: Budgets
  readonly #user: string
  readonly #limits: UserLimits
  readonly #reservation = crypto.randomUUID()
  #isReserved = false

  constructor(budgets: Budgets, user: string, limits: UserLimits) {
    this.#budgets = budgets
    this.#user = user
    this.#limits = limits
  }

  /**
   * Counts a request.
   * @throws ProxyFailure for a user who reached a limit; errors of the store.
   */
  async count(): Promise<void> {
    const isCounted = this.#limits.requestsPerMinute !== undefined
    await this.#update(usedUpRefusal, (used) =>
      isCounted ? { ...used, requests: used.requests + 1 } : undefined,
    )
  }

  /**
   * Reserves what an answer may cost until it is charged, so that requests at the same time do not exceed a limit
   * together. The only request of a user is never refused for its size.
   * @throws ProxyFailure if the answers in progress may use what is left; errors of the store.
   */
  async reserve(asked: Conversation, model = ''): Promise<void> {
    if (this.#limits.tokensPerDay === undefined && this.#limits.costPerDay === undefined) return
    const until = this.#budgets.now() + RESERVED
    const reservation = { id: this.#reservation, until, ...expectedSpending(asked, model) }
    await this.#update(reservedRefusal, (used) => ({ ...used, reserved: [...used.reserved, reservation] }))
    this.#isReserved = true
  }

  /** Adds the tokens and the cost of an answer to what the user has used, and ends its reservation. */
  async charge(told: ProxiedRequest): Promise<void> {
    const { inputTokens = 0, outputTokens = 0 } = told.usage ?? {}
    const tokens = inputTokens + outputTokens
    if (tokens === 0 && !this.#isReserved) return
    const cost = spentOn(told)?.dollars ?? 0
    await this.#change((used) => ({
      ...used,
      tokens: used.tokens + tokens,
      cost: used.cost + cost,
      reserved: used.reserved.filter(({ id }) => id !== this.#reservation),
    }))
  }

  /** Changes what was used, unless a limit is reached. */
  async #update(refusalOf: Refusing, change: Change): Promise<void> {
    const time = this.#budgets.now()
    const refused = (used: Used) => refusalOf(used, this.#limits, time)
    const used = await this.#change((used) => (refused(used) === undefined ? change(used) : undefined))
    const refusal = refused(used)
    if (refusal !== undefined) throw refusal
  }

  /** Returns what was used before the change. */
  async #change(change: Change): Promise<Used> {
    const { state, now } = this.#budgets
    const own = new ClientState(state, userScope(this.#user))
    const key = await own.ownKey('used', 'limits')
    return usedAt(now(), await own.update(key, (known) => written(change(usedAt(now(), known)))))
  }
}

type Change = (used: Used) => Used | undefined
type Refusing = (used: Used, limits: UserLimits, time: number) => ProxyFailure | undefined

/** Returns what an answer may cost: its estimated input, and the maximum of its output. */
function expectedSpending(asked: Conversation, model: string): Spending {
  const { maxOutputTokens: outputTokens = USUAL_OUTPUT } = asked
  const inputTokens = estimatedTokens(asked)
  const cost = costOf({ inputTokens, outputTokens }, model) ?? 0
  return { tokens: inputTokens + outputTokens, cost }
}

/** The requests, tokens and cost of a user in the current minute and day. */
interface Used extends Spending {
  readonly minute: number
  readonly requests: number
  readonly day: number
  /** The reservations of answers in progress. */
  readonly reserved: readonly Reservation[]
}

interface Reservation extends Spending {
  readonly id: string
  /** The time in milliseconds at which the reservation ends. */
  readonly until: number
}

/** Returns what was used in the minute and the day of a time. Minutes and days are counted from 1970, in UTC. */
function usedAt(time: number, known: JsonObject = {}): Used {
  const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)]
  const isToday = known.day === day
  return {
    minute,
    requests: known.minute === minute ? numberOf(known.requests) : 0,
    day,
    tokens: isToday ? numberOf(known.tokens) : 0,
    cost: isToday ? numberOf(known.cost) : 0,
    reserved: objectsIn(known.reserved)
      .map(reservationOf)
      .filter(({ until }) => until > time),
  }
}

function reservationOf({ id, until, tokens, cost }: JsonObject): Reservation {
  return { id: String(id), until: numberOf(until), tokens: numberOf(tokens), cost: numberOf(cost) }
}

function written(used: Used | undefined): JsonObject | undefined {
  return used && { ...used, reserved: used.reserved.map((one) => ({ ...one })) }
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

/** Returns the refusal of a user who has used up a limit. */
function usedUpRefusal(used: Used, limits: UserLimits, time: number): ProxyFailure | undefined {
  const { requestsPerMinute } = limits
  // Official clients do not wait until the next day, but would send the request again without this header.
  const ofDay = { ...waitUntilNext(DAY, time), 'x-should-retry': 'false' }
  const reached = reachedLimit(used, limits)
  if (reached !== undefined) return overLimit(`reached the limit of ${reached}`, ofDay)
  if (requestsPerMinute === undefined || used.requests < requestsPerMinute) return undefined
  return overLimit(
    `reached the limit of ${requestsPerMinute} requests per minute`,
    waitUntilNext(MINUTE, time),
  )
}

/** Returns the refusal of a user whose answers in progress may use up a daily limit. */
function reservedRefusal(used: Used, limits: UserLimits): ProxyFailure | undefined {
  const promised = reachedLimit(used.reserved.reduce(sum, used), limits)
  if (promised === undefined) return undefined
  return overLimit(
    `has answers in progress that may reach the limit of ${promised}. Send the request again when they are complete`,
    { 'retry-after': '5' },
  )
}

function sum(one: Spending, other: Spending): Spending {
  return { tokens: one.tokens + other.tokens, cost: one.cost + other.cost }
}

/** Returns the words for a daily limit that is reached. */
function reachedLimit({ tokens, cost }: Spending, { tokensPerDay, costPerDay }: UserLimits) {
  if (tokensPerDay !== undefined && tokens >= tokensPerDay) return `${tokensPerDay} tokens per day`
  if (costPerDay !== undefined && cost >= costPerDay) return `${costPerDay} dollars per day`
  return undefined
}

function overLimit(reason: string, retryHeaders: Readonly<Record<string, string>>): ProxyFailure {
  return new ProxyFailure('over-limit', `this user ${reason}`, { retryHeaders })
}

function waitUntilNext(period: number, time: number) {
  return { 'retry-after': String(Math.ceil((period - (time % period)) / 1000)) }
}
