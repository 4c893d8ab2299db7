import type { ToolEvent } from './event-types.js'

/** Droppable events: later ones follow, or a result contains all of their content. */
const DROPPABLE: ReadonlySet<ToolEvent['type']> = new Set(['output-chunk', 'input-delta', 'preliminary'])

/** The events that wait for one listener, in order. */
export class Mailbox {
  /**
   * True if the listener can receive an event right now: no event is then dropped, regardless of the
   * capacity.
   */
  isIdle = true
  #isClosed = false
  #missed = 0
  /** Two lists: removing from the front of a single list costs as much as it is long. */
  #incoming: ToolEvent[] = []
  #outgoing: ToolEvent[] = []
  #taken = 0

  /** @param capacity the maximum number of waiting events before droppable ones are dropped. */
  constructor(private readonly capacity: number) {}

  /**
   * Adds an event.
   * @returns false if the event was dropped.
   */
  offer(event: ToolEvent): boolean {
    if (this.#isClosed) return true
    if (!this.isIdle && this.size >= this.capacity && DROPPABLE.has(event.type)) {
      this.#missed += 1
      return false
    }
    this.#incoming.push(this.#missed === 0 ? event : Object.assign({}, event, { dropped: this.#missed }))
    this.#missed = 0
    return true
  }

  /** Removes and returns the oldest event. */
  take(): ToolEvent | undefined {
    const event = this.first
    if (event !== undefined) this.#taken += 1
    return event
  }

  /** The event that `take` would return. */
  get first(): ToolEvent | undefined {
    if (this.#taken === this.#outgoing.length) this.#turn()
    return this.#outgoing[this.#taken]
  }

  get size(): number {
    return this.#incoming.length + this.#outgoing.length - this.#taken
  }

  /** Accepts no more events; waiting events can still be taken. */
  close(): void {
    this.#isClosed = true
  }

  /** Discards waiting events. */
  clear(): void {
    this.#incoming = []
    this.#outgoing = []
    this.#taken = 0
  }

  #turn(): void {
    const empty = this.#outgoing
    empty.length = 0
    this.#outgoing = this.#incoming
    this.#incoming = empty
    this.#taken = 0
  }
}
