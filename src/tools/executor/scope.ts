import { LONGEST_TIMER, sleep } from '../../base/http/timer.js'
import { whenAborted } from '../signals.js'

/** The parent of a scope: a signal of the host, or another scope. */
type Outer = AbortSignal | Scope | undefined

/**
 * The lifetime of work. An AbortSignal is created only on demand, since creating it costs more than a call.
 */
export class Scope {
  /** The reason why the scope ended; undefined before. */
  reason: unknown
  isOver = false
  readonly #waiting = new Set<() => void>()
  readonly #ties: readonly (() => void)[]
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  #controller: AbortController | undefined

  /**
   * @param outers signals and scopes. The scope ends when one of them ends.
   * @param timeout milliseconds after which the scope ends. Default: never.
   * @param late creates the reason for a timeout.
   */
  constructor(outers: readonly Outer[], timeout?: number, late?: () => Error) {
    this.#ties = outers.flatMap((outer) => (outer === undefined ? [] : [this.#tieTo(outer)]))
    const isTimed = timeout !== undefined && timeout <= LONGEST_TIMER
    this.#timer = isTimed ? setTimeout(() => this.#end(late?.()), timeout) : undefined
  }

  /** The signal for host code. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.isOver) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }

  /**
   * Calls the callback when the scope ends, or immediately if it has already ended.
   * @returns a function that removes the callback.
   */
  whenOver(callback: () => void): () => void {
    if (this.isOver) callback()
    else this.#waiting.add(callback)
    return () => this.#waiting.delete(callback)
  }

  /**
   * Returns the value of the work. If the scope ends first, the outcome of the work is ignored.
   * @throws the reason.
   */
  race<Value>(work: PromiseLike<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const forget = this.whenOver(() => reject(this.reason))
      // Uses two handlers, since the additional promise of `finally` would slow down every call.
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

  /**
   * Waits the given milliseconds.
   * @throws the reason if the scope ends first.
   */
  async pause(milliseconds: number): Promise<void> {
    const over = new AbortController()
    await this.race(sleep(milliseconds, over.signal)).finally(() => over.abort())
  }

  /** Releases the timer and the outer scopes. Call this when the work is done. */
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
