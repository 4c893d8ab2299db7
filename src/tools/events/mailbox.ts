import type { ToolEvent } from './event-types.js'

/** More of these come, or a result comes that holds all of it. */
const DROPPABLE: ReadonlySet<ToolEvent['type']> = new Set(['output-chunk', 'input-delta', 'preliminary'])

/** Events that wait for one listener, in their order. */
export class Mailbox {
  /** Whether the listener could take an event right now: then none is dropped, whatever the capacity. */
  isIdle = true
  #isClosed = false
  #missed = 0
  /** Two lists, for taking from the front of one list costs as much as it is long. */
  #incoming: ToolEvent[] = []
  #outgoing: ToolEvent[] = []
  #taken = 0

  /** @param capacity the most events that wait before those that may be dropped are. */
  constructor(private readonly capacity: number) {}

  /** @returns false when the event was dropped. */
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

  /** The event that waits longest. */
  take(): ToolEvent | undefined {
    const event = this.first
    if (event !== undefined) this.#taken += 1
    return event
  }

  /** What `take` would give. */
  get first(): ToolEvent | undefined {
    if (this.#taken === this.#outgoing.length) this.#turn()
    return this.#outgoing[this.#taken]
  }

  get size(): number {
    return this.#incoming.length + this.#outgoing.length - this.#taken
  }

  /** Nothing comes in any more; what waits can still be taken. */
  close(): void {
    this.#isClosed = true
  }

  /** Throws away what waits. */
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
