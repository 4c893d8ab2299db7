import { isThenable } from '../thenable.js'
import type { ToolEvent, ToolEventListener } from './event-types.js'
import { Mailbox } from './mailbox.js'

/** A waiter for all events up to a sequence number. */
interface Flush {
  readonly sequence: number
  readonly done: () => void
}

/** Passes events to a listener one by one. */
export class Listening {
  readonly #mailbox: Mailbox
  readonly #flushes: Flush[] = []

  constructor(
    private readonly listener: ToolEventListener,
    private readonly onError: (cause: unknown) => void,
    capacity: number,
  ) {
    this.#mailbox = new Mailbox(capacity)
  }

  /**
   * Adds the event to the queue.
   * @returns false if the event was dropped.
   */
  offer(event: ToolEvent): boolean {
    return this.#mailbox.offer(event)
  }

  /** Passes waiting events to the listener, until the listener returns a pending promise. */
  wake(): void {
    const mailbox = this.#mailbox
    if (!mailbox.isIdle) return
    mailbox.isIdle = false
    for (let event = mailbox.take(); event !== undefined; event = mailbox.take()) {
      const outcome = this.#give(event)
      if (outcome !== undefined) {
        this.#goOnAfter(outcome)
        return
      }
      this.#settle()
    }
    mailbox.isIdle = true
  }

  /**
   * Resolves when the listener has received all events up to this number. Returns undefined if it already
   * has.
   */
  heard(sequence: number): Promise<void> | undefined {
    const isUpToDate = this.#mailbox.isIdle && this.#mailbox.first === undefined
    if (isUpToDate) return undefined
    return new Promise((done) => {
      this.#flushes.push({ sequence, done })
    })
  }

  /** Closes the queue: the listener receives no more events, and all waiters are resolved. */
  close(): void {
    this.#mailbox.close()
    this.#mailbox.clear()
    this.#settle()
  }

  #give(event: ToolEvent): PromiseLike<unknown> | undefined {
    try {
      const outcome = this.listener(event)
      return isThenable(outcome) ? outcome : undefined
    } catch (cause) {
      this.onError(cause)
      return undefined
    }
  }

  #goOnAfter(outcome: PromiseLike<unknown>): void {
    const goOn = () => {
      this.#mailbox.isIdle = true
      this.#settle()
      this.wake()
    }
    Promise.resolve(outcome).catch(this.onError).then(goOn)
  }

  /** Resolves waiters whose events were all received. */
  #settle(): void {
    if (this.#flushes.length === 0) return
    const next = this.#mailbox.first?.sequence ?? Number.POSITIVE_INFINITY
    const isLater = this.#flushes.findIndex(({ sequence }) => sequence >= next)
    const count = isLater === -1 ? this.#flushes.length : isLater
    for (const { done } of this.#flushes.splice(0, count)) done()
  }
}
