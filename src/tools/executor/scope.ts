import { LONGEST_TIMER, sleep } from '../../base/http/timer.js'
import { whenAborted } from '../signals.js'

/** What ends a scope: a signal of the host, or the scope around it. */
type Outer = AbortSignal | Scope | undefined

/**
 * Until when work is wanted. An AbortSignal costs more than a call does, so one is made only for who asks for it.
 */
export class Scope {
  /** Why it ended; nothing while it has not. */
  reason: unknown
  isOver = false
  readonly #waiting = new Set<() => void>()
  readonly #ties: readonly (() => void)[]
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  #controller: AbortController | undefined

  /**
   * @param outers it ends when one of these does.
   * @param timeout milliseconds after which it ends. Default: never.
   * @param late says why it ended then.
   */
  constructor(outers: readonly Outer[], timeout?: number, late?: () => Error) {
    this.#ties = outers.flatMap((outer) => (outer === undefined ? [] : [this.#tieTo(outer)]))
    const isTimed = timeout !== undefined && timeout <= LONGEST_TIMER
    this.#timer = isTimed ? setTimeout(() => this.#end(late?.()), timeout) : undefined
  }

  /** For the host's code. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.isOver) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }

  /** Calls back when it ends, at once when it has. @returns forgets the callback. */
  whenOver(callback: () => void): () => void {
    if (this.isOver) callback()
    else this.#waiting.add(callback)
    return () => this.#waiting.delete(callback)
  }

  /** What the work gives, unless the scope ends first: then what becomes of the work is of no interest. @throws the reason. */
  race<Value>(work: PromiseLike<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const forget = this.whenOver(() => reject(this.reason))
      // Two handlers rather than `finally`, whose promise every call would pay for.
      Promise.resolve(work).then(
        (value) => {
          forget()
          resolve(value)
        },
        (thrown) => {
          forget()
          reject(thrown)
        },
      )
    })
  }

  /** Waits so many milliseconds. @throws the reason when the scope ends before. */
  async pause(milliseconds: number): Promise<void> {
    const over = new AbortController()
    await this.race(sleep(milliseconds, over.signal)).finally(() => over.abort())
  }

  /** To be called when the work is done: it lets go of timer and outer scopes. */
  close(): void {
    clearTimeout(this.#timer)
    for (const untie of this.#ties) untie()
  }

  #tieTo(outer: AbortSignal | Scope): () => void {
    const end = () => this.#end(outer.reason)
    return outer instanceof Scope ? outer.whenOver(end) : whenAborted(outer, end)
  }

  #end(reason: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.reason = reason
    this.#controller?.abort(reason)
    for (const callback of [...this.#waiting]) callback()
  }
}
