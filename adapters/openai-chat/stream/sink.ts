import type { StreamEvent } from '../../../src/base/model/events.js'

const NONE: readonly StreamEvent[] = []

/** Collects the events of one push from all parts of the decoder. */
export class Sink {
  #events: StreamEvent[] | undefined

  emit(event: StreamEvent): void {
    // Most pushes emit one event. A list that is created with this event uses less memory than a list that
    // grows.
    if (this.#events === undefined) this.#events = [event]
    else this.#events.push(event)
  }

  take(): readonly StreamEvent[] {
    const events = this.#events ?? NONE
    this.#events = undefined
    return events
  }
}
