import type { Provider } from './provider-types.js'

/**
 * The providers that failed a short time ago. No timers are needed, since the time is compared when a turn
 * begins.
 */
export class Cooling {
  readonly #ends = new Map<Provider, number>()

  constructor(
    private readonly cooldown: number,
    private readonly now: () => number,
  ) {}

  /** Returns the providers in order. Providers in cooldown come last, sorted by the end of their cooldown. */
  order(providers: readonly Provider[]): readonly Provider[] {
    const now = this.now()
    const end = (each: Provider) => Math.max(this.#ends.get(each) ?? 0, now)
    return [...providers].sort((one, other) => end(one) - end(other))
  }

  /** Starts the cooldown of a provider and returns its milliseconds. */
  fail(provider: Provider, retryAfter: number | undefined): number {
    const wait = retryAfter === undefined ? this.cooldown : retryAfter * 1000
    this.#ends.set(provider, this.now() + wait)
    return wait
  }

  succeed(provider: Provider): void {
    this.#ends.delete(provider)
  }
}
