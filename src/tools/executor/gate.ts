import type { Scope } from './scope.js'

/** Lets so many pieces of work run at one time; the others wait in the order in which they came. */
export class Gate {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(places: number) {
    this.#free = Math.floor(places)
  }

  /** Runs the work when there is a place. Rejects with the scope's reason when that ends before. */
  run<Value>(work: () => Promise<Value>, scope: Scope): Promise<Value> {
    return this.#free === Infinity ? work() : this.#inTurn(work, scope)
  }

  async #inTurn<Value>(work: () => Promise<Value>, scope: Scope): Promise<Value> {
    if (this.#free > 0) this.#free -= 1
    else await this.#place(scope)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #place(scope: Scope): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        forget()
        resolve()
      }
      this.#waiting.add(enter)
      const forget = scope.whenOver(() => {
        this.#waiting.delete(enter)
        reject(scope.reason)
      })
    })
  }

  /** The place goes to who waits longest. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free += 1
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}
