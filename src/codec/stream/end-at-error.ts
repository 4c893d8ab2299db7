import { RESTARTED, type StreamEvent } from '../../base/model/events.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { EventStep } from './event-step.js'

/** A text or reasoning block that has begun. */
interface OpenText {
  readonly id: string
  length: number
}

/**
 * Ends each answer at its first error: only the end of the answer and of its open texts follow, even if the
 * source continues or restarts. Sent text cannot be revoked.
 */
export class AnswerEnd {
  #hasFailed = false
  readonly #open = new Map<string, OpenText>()
  #latest: OpenText | undefined

  /** Returns the event or its replacement; undefined for an omitted event. */
  next(event: StreamEvent): StreamEvent | undefined {
    if (this.#hasFailed) return this.#afterError(event)
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(event.id, event.delta.length)
        return event
      case 'text-start':
      case 'reasoning-start':
        this.#latest = { id: event.id, length: 0 }
        this.#open.set(event.id, this.#latest)
        return event
      case 'restart':
        this.#hasFailed = true
        return RESTARTED
      case 'error':
        this.#hasFailed = true
        return event
      default:
        return event
    }
  }

  #grow(id: string, length: number): void {
    if (this.#latest?.id !== id) this.#latest = this.#open.get(id)
    if (this.#latest !== undefined) this.#latest.length += length
  }

  /** Returns the end of the answer, and of texts without additional content. */
  #afterError(event: StreamEvent): StreamEvent | undefined {
    if (event.type === 'finish') {
      this.#hasFailed = false
      return { ...event, finish: failedFinish(event.finish) }
    }
    if (event.type !== 'text-end' && event.type !== 'reasoning-end') return undefined
    return this.#open.get(event.id)?.length === event.part.text.length ? event : undefined
  }
}

/** Creates an event step from `AnswerEnd`. */
export function endAtError(): EventStep {
  const end = new AnswerEnd()
  return {
    push(event) {
      const told = end.next(event)
      return told === undefined ? [] : [told]
    },
    finish: () => [],
  }
}
