import type { StreamEvent } from '../../base/model/events.js'
import type { EventStep } from '../../codec/stream/event-step.js'

const NONE: readonly StreamEvent[] = []

/**
 * Drops texts without a character. Gemini sends signatures on such texts, and other providers refuse an empty text in
 * the history. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export class EmptyTexts implements EventStep {
  /** The start of a text, if no event has followed it. */
  #start: Extract<StreamEvent, { type: 'text-start' }> | undefined

  push(event: StreamEvent): readonly StreamEvent[] {
    const start = this.#start
    const isOfStart = start !== undefined && 'id' in event && event.id === start.id
    if (isOfStart && event.type === 'text-delta' && event.delta === '') return NONE
    this.#start = event.type === 'text-start' ? event : undefined
    if (isOfStart && event.type === 'text-end' && event.part.text === '') return NONE
    // Other events may depend on the position of the text, such as its citations.
    const passed = event.type === 'text-start' ? NONE : [event]
    return start === undefined ? passed : [start, ...passed]
  }

  finish(): readonly StreamEvent[] {
    return this.#start === undefined ? NONE : [this.#start]
  }
}
