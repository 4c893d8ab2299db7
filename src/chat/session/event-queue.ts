import type { LiveEvent } from './session-types.js'

type Step = IteratorResult<LiveEvent, undefined>
interface Reader {
  resolve(step: Step | Promise<Step>): void
}

/**
 * Types of events that are dropped first if the client does not read, because more events follow or a later
 * event contains all their content.
 */
const DROPPABLE: ReadonlySet<LiveEvent['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'input-delta',
  'output-chunk',
  'preliminary',
])

/** Returns true for an audio chunk of the answer. */
export function isAudio(event: LiveEvent): boolean {
  return event.type === 'part' && event.part.type === 'media' && event.part.kind === 'audio'
}

/** The events that wait for the client of a session. */
export class EventQueue {
  #events: LiveEvent[] = []
  #readers: Reader[] = []
  #end: { readonly error?: unknown } | undefined

  /** @param capacity the maximum number of waiting events before audio and deltas are dropped. */
  constructor(private readonly capacity: number) {}

  push(event: LiveEvent): void {
    if (this.#end !== undefined) return
    const reader = this.#readers.shift()
    if (reader !== undefined) reader.resolve({ done: false, value: event })
    else if (this.#events.length < this.capacity || !isDroppable(event)) this.#events.push(event)
    else this.dropped()
  }

  /** Adds an event that reports dropped events at this position. */
  dropped(): void {
    const last = this.#events.at(-1)
    if (last?.type !== 'dropped') this.push({ type: 'dropped', count: 1 })
    else this.#events[this.#events.length - 1] = { type: 'dropped', count: last.count + 1 }
  }

  /** Discards unread audio. */
  silence(): void {
    this.#events = this.#events.filter((event) => !isAudio(event))
  }

  /** Stops accepting events; waiting events are still returned, then the error. */
  end(...error: readonly unknown[]): void {
    if (this.#end !== undefined) return
    this.#end = error.length === 0 ? {} : { error: error[0] }
    for (const reader of this.#readers.splice(0)) reader.resolve(this.#last())
  }

  next(): Promise<Step> {
    const value = this.#events.shift()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#end !== undefined) return this.#last()
    return new Promise((resolve) => {
      this.#readers.push({ resolve })
    })
  }

  /** Returns the last step. The error is thrown once. */
  #last(): Promise<Step> {
    const end = this.#end ?? {}
    this.#end = {}
    return 'error' in end ? Promise.reject(end.error) : Promise.resolve({ done: true, value: undefined })
  }
}

function isDroppable(event: LiveEvent): boolean {
  return DROPPABLE.has(event.type) || isAudio(event)
}
