import type { StreamEvent } from '../base/model/events.js'
import type { ModelResponse } from '../base/model/types.js'
import { Assembler } from '../codec/stream/assemble.js'
import type { EventStep } from '../codec/stream/event-step.js'

/** Observes the events of an answer and passes them on unchanged. */
export class AnswerWatch implements EventStep {
  readonly #assembler: Assembler
  readonly #onEvent: (() => void) | undefined
  #isOver = false
  #hasFailed = false

  /**
   * @param wire the wire of the answer.
   * @param onEvent called with every event.
   */
  constructor(wire: string, onEvent?: () => void) {
    this.#assembler = new Assembler(wire)
    this.#onEvent = onEvent
  }

  /** True if the answer is complete. Later events are ignored. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** True if the answer was interrupted, or its provider reported an error. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** The answer so far. */
  get response(): ModelResponse {
    return this.#assembler.response()
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    this.#onEvent?.()
    if (!this.#isOver) this.#assembler.push(event)
    if (event.type === 'error') this.#hasFailed = true
    if (event.type === 'finish') this.#isOver = true
    return [event]
  }

  finish(): readonly StreamEvent[] {
    return []
  }
}
