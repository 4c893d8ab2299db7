import type { StreamEvent } from '../../../src/base/model/events.js'

const NONE: readonly StreamEvent[] = []

/** Where the parts of the decoder put the events of one push. */
export class Sink {
  #events: StreamEvent[] | undefined

  emit(event: StreamEvent): void {
    // Nearly every push gives one event: a list that is made to hold it is smaller than one that grows to.
    if (this.#events === undefined) this.#events = [event]
    else this.#events.push(event)
  }

  take(): readonly StreamEvent[] {
    const events = this.#events ?? NONE
    this.#events = undefined
    return events
  }
}
