import { stringifyJson } from '../../base/json/write-json.js'
import type { LearnedFix } from './learned-fix.js'

/** Servers are updated: afterwards a fix has to be learned again. */
const LIFETIME_MS = 3_600_000
const MOST_KEYS = 200
const MOST_FIXES = 8

interface Kept {
  readonly fix: LearnedFix
  readonly endsAt: number
}

/**
 * The fixes that one server accepted, by key: one client and one model. At most 200 keys with 8 fixes each
 * are kept, each fix for an hour, in memory only.
 */
export class LearnedFixes {
  readonly #kept = new Map<string, readonly Kept[]>()

  constructor(private readonly now: () => number = Date.now) {}

  /** Returns the fixes of a key, in the order in which they were learned. */
  of(key: string): readonly LearnedFix[] {
    return this.#current(key).map(({ fix }) => fix)
  }

  /** Remembers a fix. The same fix is kept once; the oldest fixes and keys are forgotten. */
  learn(key: string, fix: LearnedFix): void {
    const text = stringifyJson(fix)
    const others = this.#current(key).filter((kept) => stringifyJson(kept.fix) !== text)
    this.#set(key, [...others, { fix, endsAt: this.now() + LIFETIME_MS }].slice(-MOST_FIXES))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEYS) break
      this.#kept.delete(oldest)
    }
  }

  /** Forgets these fixes. A fix that was learned again in the meantime is kept. */
  forget(key: string, fixes: readonly LearnedFix[]): void {
    this.#set(
      key,
      this.#current(key).filter(({ fix }) => !fixes.includes(fix)),
    )
  }

  #current(key: string): readonly Kept[] {
    const now = this.now()
    return (this.#kept.get(key) ?? []).filter(({ endsAt }) => endsAt > now)
  }

  /** Sets the fixes of a key, which becomes the newest. */
  #set(key: string, fixes: readonly Kept[]): void {
    this.#kept.delete(key)
    if (fixes.length > 0) this.#kept.set(key, fixes)
  }
}
