import type { ToolEvent } from './event-types.js'
import { Mailbox } from './mailbox.js'

type EventResult = IteratorResult<ToolEvent, undefined>

/** Events for a loop, which takes one when it is ready for the next. */
export class EventStream implements AsyncIterableIterator<ToolEvent, undefined> {
  readonly #mailbox: Mailbox
  readonly #readers: ((step: EventResult) => void)[] = []
  #isEnded = false

  /** @param onEnd called once, when nothing more can come in. */
  constructor(
    private readonly onEnd: () => void,
    capacity: number,
  ) {
    this.#mailbox = new Mailbox(capacity)
    this.#mailbox.isIdle = false
  }

  /** Puts the event behind those that wait. @returns false when it was dropped. */
  offer(event: ToolEvent): boolean {
    return this.#mailbox.offer(event)
  }

  /** Serves those who asked before there was anything. */
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

  /** The loop was left: what waits is thrown away. */
  return(): Promise<EventResult> {
    this.#mailbox.clear()
    this.end()
    return Promise.resolve(END)
  }

  /** Nothing more comes in; what waits is still given. */
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
