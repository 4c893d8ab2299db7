import { isHandover } from '../../base/model/calls-to-answer.js'
import type { StreamEvent } from '../../base/model/events.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { ProviderError, ToolCall } from '../../base/model/types.js'
import { startedCall } from '../../codec/stream/encoding.js'
import type { EventStep } from '../../codec/stream/event-step.js'

const NONE: readonly StreamEvent[] = []

/**
 * Wraps the step that fits an answer, so that calls of models that declined are not emitted. Calls that were
 * emitted before a hand-over cannot be revoked, so the answer then ends with an error, and clients do not run
 * them.
 * @param models the models whose calls are held until the end of the answer. Default: calls are held only
 * after a first hand-over.
 */
export function createHandoverStep(fit: EventStep, models: RegExp | undefined): EventStep {
  let answer = new HandoverStep(fit, models)
  return {
    push(event) {
      const events = answer.push(event)
      if (event.type === 'restart' || event.type === 'finish') answer = new HandoverStep(fit, models)
      return events
    },
    finish: () => [...answer.release(), ...fit.finish()],
  }
}

/** The step for one answer, or for one attempt at an answer. */
class HandoverStep {
  #isHolding = false
  #hasFailed = false
  /** Events of held calls, by call id. */
  readonly #held = new Map<string, StreamEvent[]>()
  /** Names of emitted calls, by call id. */
  readonly #given = new Map<string, string>()

  constructor(
    private readonly fit: EventStep,
    private readonly models: RegExp | undefined,
  ) {}

  push(event: StreamEvent): readonly StreamEvent[] {
    if (this.#hasFailed && event.type !== 'finish') return NONE
    switch (event.type) {
      case 'response-start':
        this.#isHolding ||= this.models?.test(event.model ?? '') === true
        return this.fit.push(event)
      case 'tool-input-start':
        return event.providerExecuted ? this.fit.push(event) : this.#call(event.id, event.name, event)
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#goOn(event.id, event)
      case 'tool-call':
        return this.#end(event)
      case 'part':
        return isHandover(event.part) ? this.#handOver(event) : this.fit.push(event)
      case 'error':
        return [...this.release(), ...this.fit.push(event)]
      case 'finish':
        if (this.#hasFailed) return this.fit.push({ ...event, finish: failedFinish(event.finish) })
        return [...this.release(), ...this.fit.push(event)]
      default:
        return this.fit.push(event)
    }
  }

  /** Emits the held events. */
  release(): readonly StreamEvent[] {
    const events = [...this.#held.values()].flat()
    this.#held.clear()
    return events.flatMap((event) => this.fit.push(event))
  }

  #call(id: string, name: string, event: StreamEvent): readonly StreamEvent[] {
    if (this.#isHolding) this.#held.set(id, [])
    else this.#given.set(id, name)
    return this.#goOn(id, event)
  }

  #goOn(id: string, event: StreamEvent): readonly StreamEvent[] {
    const held = this.#held.get(id)
    if (held === undefined) return this.fit.push(event)
    held.push(event)
    return NONE
  }

  /** Ends a call. In a complete answer, dropped calls are already marked. */
  #end(event: Extract<StreamEvent, { type: 'tool-call' }>): readonly StreamEvent[] {
    const { id, name, providerExecuted, withheld } = event.call
    if (this.#held.has(id) || this.#given.has(id)) return this.#goOn(id, event)
    return providerExecuted || withheld !== undefined ? this.fit.push(event) : this.#call(id, name, event)
  }

  #handOver(event: StreamEvent): readonly StreamEvent[] {
    const superseded = [...this.#held.values()].flatMap(supersededCall)
    this.#held.clear()
    this.#isHolding = true
    const events = [...superseded, event].flatMap((one) => this.fit.push(one))
    if (this.#given.size === 0) return events
    this.#hasFailed = true
    return [...events, ...this.fit.push({ type: 'error', error: replaced([...this.#given.values()]) })]
  }
}

/** Converts the call of these events to a dropped one; it may be incomplete. */
function supersededCall(events: readonly StreamEvent[]): StreamEvent[] {
  const calls = events.flatMap((event): ToolCall[] => {
    if (event.type === 'tool-call') return [event.call]
    return event.type === 'tool-input-start' ? [startedCall(event)] : []
  })
  return calls.slice(-1).map((call) => ({ type: 'tool-call', call: { ...call, withheld: 'superseded' } }))
}

function replaced(names: readonly string[]): ProviderError {
  return {
    code: 'model-replaced',
    message: `another model replaced the one that called ${names.join(', ')}, after the call was sent: do not run it, and ask again`,
  }
}
