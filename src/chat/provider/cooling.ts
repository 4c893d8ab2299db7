import type { Provider } from './provider-types.js'

/** The providers that failed a short time ago. Without timers: the time is compared when a turn begins. */
export class Cooling {
  readonly #ends = new Map<Provider, number>()

  constructor(
    private readonly cooldown: number,
    private readonly now: () => number,
  ) {}

  /** Returns the providers in their order. Those that cool are last, the first to end before the others. */
  order(providers: readonly Provider[]): readonly Provider[] {
    const now = this.now()
    const end = (each: Provider) => Math.max(this.#ends.get(each) ?? 0, now)
    return [...providers].sort((one, other) => end(one) - end(other))
  }

  /** Returns the milliseconds during which the provider cools. */
  fail(provider: Provider, retryAfter: number | undefined): number {
    const wait = retryAfter === undefined ? this.cooldown : retryAfter * 1000
    this.#ends.set(provider, this.now() + wait)
    return wait
  }

  succeed(provider: Provider): void {
    this.#ends.delete(provider)
  }
}
