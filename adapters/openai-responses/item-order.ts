import { append } from '../../src/base/json/write-json.js'
import type { StreamEvent } from '../../src/base/model/events.js'

/** Events of an item that are held back until an earlier item has emitted all its parts. */
interface WaitingEvents {
  readonly index: number
  readonly events: readonly StreamEvent[]
}

const NONE: readonly StreamEvent[] = []

/**
 * Keeps parts in the order of their items (xAI finishes items in another order). Events wait while an earlier
 * item may still begin a part.
 */
export class ItemOrder {
  /** Items that may still begin a part. */
  readonly #open = new Set<number>()
  /** The same items and closed ones, in order. Closed ones are dropped when they are the first. */
  readonly #openInOrder: number[] = []
  readonly #waiting: WaitingEvents[] = []

  /** Lets the events of later items wait for this item. */
  open(index: number): void {
    this.#open.add(index)
    this.#openInOrder.splice(placeAfter(this.#openInOrder, index, Number), 0, index)
  }

  close(index: number): void {
    this.#open.delete(index)
  }

  /** Returns the events, or none if they have to wait. */
  pass(index: number, events: readonly StreamEvent[]): readonly StreamEvent[] {
    if (events.length === 0 || index <= this.#first()) return events
    this.wait(index, events)
    return NONE
  }

  /** Holds events back until `released`. */
  wait(index: number, events: readonly StreamEvent[]): void {
    this.#waiting.splice(placeAfter(this.#waiting, index, indexOf), 0, { index, events })
  }

  /** Returns the events that no longer wait for an earlier item. */
  released(): readonly StreamEvent[] {
    const first = this.#first()
    const [next] = this.#waiting
    if (next === undefined || next.index > first) return NONE
    const released: StreamEvent[] = []
    for (const { events } of this.#waiting.splice(0, placeAfter(this.#waiting, first, indexOf)))
      append(released, events)
    return released
  }

  /** Returns the index of the first item that may still begin a part. */
  #first(): number {
    let closed = 0
    for (const index of this.#openInOrder) {
      if (this.#open.has(index)) break
      closed += 1
    }
    if (closed > 0) this.#openInOrder.splice(0, closed)
    return this.#openInOrder[0] ?? Number.POSITIVE_INFINITY
  }
}

function indexOf({ index }: WaitingEvents): number {
  return index
}

/** Returns the position after all items of a sorted list with this index or a smaller one. */
function placeAfter<Item>(
  items: readonly Item[],
  index: number,
  indexOfItem: (item: Item) => number,
): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const item = items[middle]
    if (item !== undefined && indexOfItem(item) <= index) from = middle + 1
    else to = middle
  }
  return from
}
