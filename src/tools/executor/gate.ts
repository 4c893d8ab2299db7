import { ToolError } from '../errors/tool-error.js'
import type { Scope } from './scope.js'

/** Work that was begun. Its answer may come before its end: when nobody waits for it any more. */
export interface Begun<Value> {
  readonly answer: Promise<Value>
  /** Done when the work has ended, whatever it came to. */
  readonly end: Promise<unknown>
}

interface WaitingCall {
  enter(): void
  giveUp(): void
  /** Milliseconds that it waits for work that was given up and goes on. Default: any time. */
  readonly patience: number | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** Lets so many pieces of work run at one time, each until its end; the others wait in the order in which they came. */
export class Gate {
  readonly #places: number
  #running = 0
  /** Of those that run: how many were given up and go on. */
  #abandoned = 0
  readonly #waiting = new Set<WaitingCall>()
  #whenIdle: (() => void)[] = []

  constructor(places: number) {
    this.#places = Math.floor(places)
  }

  /**
   * Begins the work when there is a place, and gives its answer.
   * @param patience milliseconds that it waits when all places are held by work that was given up and goes on.
   * @throws the scope's reason when that ends before, and a ToolError when there is no place in time.
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

  /** Done when all that was begun has ended. */
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

  /** Those who wait lose patience only while nothing but given-up work runs. */
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

  /** The place goes to who waits longest. */
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
