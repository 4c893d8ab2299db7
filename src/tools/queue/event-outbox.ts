import { compact } from '../../base/json/write-json.js'
import type { ToolEvent } from '../events/event-types.js'
import { type CallEnding, write } from './queue-messages.js'
import type { Task } from './worker-task.js'

/**
 * Sends events of a running call to clients: all events except the final event, which is sent with the
 * outcome.
 */
export class EventOutbox {
  ending: CallEnding | undefined
  #count = 0
  #latest = Promise.resolve()

  constructor(
    private readonly task: Task,
    private readonly run: number,
  ) {}

  /**
   * Sends an event. The next event waits until this one is sent, which limits the number of events in
   * transit.
   */
  hear(event: ToolEvent): Promise<void> {
    const { type } = event
    if (type === 'denied') this.ending = compact({ type, reason: event.reason })
    else if (type === 'completed' || type === 'failed') this.ending = { type, duration: event.duration }
    else if (this.task.asked.isHeard) this.#latest = this.#latest.then(() => this.#tellAll(piecesOf(event)))
    return this.#latest
  }

  /** Resolves when all events are sent. */
  whenTold(): Promise<void> {
    return this.#latest
  }

  async #tellAll(events: readonly ToolEvent[]): Promise<void> {
    for (const event of events) await this.#tell(event)
  }

  async #tell(event: ToolEvent): Promise<void> {
    this.#count += 1
    const { key, job, keep, setup } = this.task
    try {
      const text = write({ event, number: this.run * 2 ** 32 + this.#count })
      if (text.length > MOST_EVENT)
        throw new Error(`It has ${text.length} characters; the limit is ${MOST_EVENT}.`)
      await setup.calls.tell(key, job, text, keep)
    } catch (cause) {
      setup.warn(`an event (${event.type}) of ${event.callId} was not forwarded`, cause)
    }
  }
}

/** The maximum characters of an event's JSON: Redis stores unread events. */
const MOST_EVENT = 256 * 1024
/** The maximum characters of a chunk in one event. */
const MOST_CHUNK = 16 * 1024
function piecesOf(event: ToolEvent): readonly ToolEvent[] {
  if (event.type !== 'output-chunk' || event.chunk.length <= MOST_CHUNK) return [event]
  const pieces = event.chunk.match(PIECE) ?? []
  return pieces.map((chunk) => ({ ...event, chunk }))
}

/** Splits a chunk between code points. */
const PIECE = new RegExp(`[^]{1,${MOST_CHUNK}}`, 'gu')
