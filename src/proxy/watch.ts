import type { StreamEvent } from '../base/model/events.js'
import type { ModelResponse } from '../base/model/types.js'
import { Assembler } from '../codec/stream/assemble.js'
import type { EventStep } from '../codec/stream/event-step.js'

/** Looks at the events of an answer, which go on as they are. */
export class AnswerWatch implements EventStep {
  readonly #assembler: Assembler
  readonly #onEvent: (() => void) | undefined
  #isOver = false
  #hasFailed = false

  /** @param wire of who answers. @param onEvent called with every event. */
  constructor(wire: string, onEvent?: () => void) {
    this.#assembler = new Assembler(wire)
    this.#onEvent = onEvent
  }

  /** Whether the answer is complete. What comes after it is not looked at. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether it broke off, or its provider said that something went wrong. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** What came so far. */
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
