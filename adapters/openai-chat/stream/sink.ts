import type { StreamEvent } from '../../../src/stream/events.js'

const NONE: readonly StreamEvent[] = []

/** Where the parts of the decoder put the events of one push. */
export class Sink {
  #events: StreamEvent[] = []

  emit(event: StreamEvent): void {
    this.#events.push(event)
  }

  take(): readonly StreamEvent[] {
    const events = this.#events
    if (events.length === 0) return NONE
    this.#events = []
    return events
  }
}
