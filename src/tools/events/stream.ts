import type { ToolEvent } from './event-types.js'
import { Mailbox } from './mailbox.js'

type EventResult = IteratorResult<ToolEvent, undefined>

/** A stream of events for a loop that reads one event at a time. */
export class EventStream implements AsyncIterableIterator<ToolEvent, undefined> {
  readonly #mailbox: Mailbox
  readonly #readers: ((step: EventResult) => void)[] = []
  #isEnded = false

  /** @param onEnd called once, when the stream stops accepting events. */
  constructor(
    private readonly onEnd: () => void,
    capacity: number,
  ) {
    this.#mailbox = new Mailbox(capacity)
    this.#mailbox.isIdle = false
  }

  /**
   * Adds the event to the queue.
   * @returns false if the event was dropped.
   */
  offer(event: ToolEvent): boolean {
    return this.#mailbox.offer(event)
  }

  /** Resolves pending reads. */
  wake(): void {
    while (this.#readers.length > 0) {
      const step = this.#step()
      if (step === undefined) break
      this.#readers.shift()?.(step)
    }
    this.#mailbox.isIdle = this.#readers.length > 0
  }

  next(): Promise<EventResult> {
    return new Promise((resolve) => {
      this.#readers.push(resolve)
      this.wake()
    })
  }

  /** Discards waiting events after the loop has ended. */
  return(): Promise<EventResult> {
    this.#mailbox.clear()
    this.end()
    return Promise.resolve(END)
  }

  /** Stops accepting events; waiting events are still returned. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#mailbox.close()
    this.onEnd()
    this.wake()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #step(): EventResult | undefined {
    const value = this.#mailbox.take()
    if (value !== undefined) return { done: false, value }
    return this.#isEnded ? END : undefined
  }
}

const END: EventResult = { done: true, value: undefined }
