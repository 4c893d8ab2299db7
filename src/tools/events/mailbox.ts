import type { ToolEvent } from './event-types.js'

/**
 * Types of events that may be dropped, because later events follow or a result contains all their content.
 */
const DROPPABLE: ReadonlySet<ToolEvent['type']> = new Set(['output-chunk', 'input-delta', 'preliminary'])

/** The events that wait for one listener, in order. */
export class Mailbox {
  /**
   * True if the listener can receive an event immediately. Events are then not dropped, regardless of the
   * capacity.
   */
  isIdle = true
  #isClosed = false
  #missed = 0
  /**
   * Events are kept in two lists, since removing the first item of a single list takes time proportional to
   * its length.
   */
  #incoming: ToolEvent[] = []
  #outgoing: ToolEvent[] = []
  #taken = 0

  /** @param capacity the maximum number of waiting events before droppable events are dropped. */
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

  /** Stops accepting events; waiting events can still be taken. */
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
