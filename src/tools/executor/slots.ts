import { ToolError } from '../errors/tool-error.js'
import type { Scope } from './scope.js'

/** Started work. If the work was abandoned, the answer may come before the end of the work. */
export interface Begun<Value> {
  readonly answer: Promise<Value>
  /** Resolves when the work has ended, with or without an error. */
  readonly end: Promise<unknown>
}

interface WaitingCall {
  enter(): void
  giveUp(): void
  /** Maximum milliseconds to wait for abandoned work that still runs. Default: unlimited. */
  readonly patience: number | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
}

/**
 * Limits the number of concurrent tasks. Each task occupies a slot until its end. Other tasks wait in order
 * of arrival.
 */
export class Gate {
  readonly #places: number
  #running = 0
  /** The number of running tasks that were abandoned. */
  #abandoned = 0
  readonly #waiting = new Set<WaitingCall>()
  #whenIdle: (() => void)[] = []

  constructor(places: number) {
    this.#places = Math.floor(places)
  }

  /**
   * Starts the work when a slot is free, and returns its answer.
   * @param patience maximum milliseconds to wait while all slots are occupied by abandoned work.
   * @throws the scope's reason if the scope ends first, and a ToolError if no slot is free in time.
   */
  async run<Value>(begin: () => Begun<Value>, scope: Scope, patience?: number): Promise<Value> {
    if (this.#running < this.#places) this.#running += 1
    else await this.#place(scope, patience)
    const { answer, end } = begin()
    let isOver = false
    const leave = () => {
      isOver = true
      this.#leave()
    }
    end.then(leave, leave)
    try {
      return await answer
    } finally {
      if (!isOver) this.#abandon(end)
    }
  }

  /** Resolves when all started work has ended. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#running === 0) resolve()
      else this.#whenIdle.push(resolve)
    })
  }

  #place(scope: Scope, patience: number | undefined): Promise<void> {
    if (scope.isOver) return Promise.reject(scope.reason)
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        this.#waiting.delete(waiting)
        clearTimeout(waiting.timer)
        forget()
        settle()
      }
      const waiting: WaitingCall = { patience, enter: end(resolve), giveUp: end(() => reject(noPlace())) }
      const forget = scope.whenOver(end(() => reject(scope.reason)))
      this.#waiting.add(waiting)
      this.#watch()
    })
  }

  #abandon(end: Promise<unknown>): void {
    this.#abandoned += 1
    const back = () => {
      this.#abandoned -= 1
      this.#watch()
    }
    end.then(back, back)
    this.#watch()
  }

  /** Watches for abandoned work. The waiting time counts only while all running work is abandoned. */
  #watch(): void {
    const isStuck = this.#abandoned >= this.#places
    for (const waiting of this.#waiting) {
      if (!isStuck) clearTimeout(waiting.timer)
      waiting.timer =
        isStuck && waiting.patience !== undefined
          ? (waiting.timer ?? setTimeout(waiting.giveUp, waiting.patience))
          : undefined
    }
  }

  /** Passes the slot to the longest waiting call. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#running -= 1
    else next.enter()
    if (this.#running === 0) for (const tell of this.#whenIdle.splice(0)) tell()
  }
}

function noPlace(): ToolError {
  const message =
    'The call did not begin: all slots are occupied by calls that timed out and are still running.'
  return new ToolError(message, { category: 'timeout' })
}
