import type { Context } from '../model/context.js'
import { isHandover } from '../model/handover.js'
import { failedFinish } from '../model/outcome.js'
import type { ProviderError, ToolCall } from '../model/types.js'
import type { EventStep } from '../stream/event-step.js'
import type { FinishEvent, StreamEvent } from '../stream/events.js'
import { reportWithheld } from './withheld.js'

const NONE: readonly StreamEvent[] = []

/**
 * Wraps the step that fits an answer: calls of models that declined are not given on. Calls that were given on before a hand-over
 * cannot be taken back, so that the answer ends with an error there, and no client runs them.
 * @param models those whose calls wait until the end of the answer. Default: calls wait only after a first hand-over.
 */
export function createHandoverStep(fit: EventStep, models: RegExp | undefined, context: Context): EventStep {
  const create = () => new HandoverStep(fit, models, context)
  let answer = create()
  return {
    push(event) {
      const events = answer.push(event)
      if (event.type === 'restart' || event.type === 'finish') answer = create()
      return events
    },
    finish: () => [...answer.release(), ...fit.finish()],
  }
}

interface HeldCall extends Pick<ToolCall, 'name' | 'withheld'> {
  readonly path: string
  readonly events: StreamEvent[]
}

/** One answer, or one attempt at it. */
class HandoverStep {
  #isHolding = false
  #hasFailed = false
  #partCount = 0
  /** Ids of calls. */
  readonly #begun = new Set<string>()
  readonly #held = new Map<string, HeldCall>()
  /** Names of calls that were given on, by their ids. */
  readonly #given = new Map<string, string>()

  constructor(
    private readonly fit: EventStep,
    private readonly models: RegExp | undefined,
    private readonly context: Context,
  ) {}

  push(event: StreamEvent): readonly StreamEvent[] {
    if (this.#hasFailed && event.type !== 'finish') return NONE
    switch (event.type) {
      case 'response-start':
        this.#isHolding ||= this.models?.test(event.model ?? '') === true
        return this.fit.push(event)
      case 'tool-input-start':
        return this.#call(event.id, event.name, event.providerExecuted, event)
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#goOn(event.id, event)
      case 'tool-call':
        return this.#wholeCall(event)
      case 'part':
        return isHandover(event.part) ? this.#handOver(event) : this.#part(event)
      case 'text-start':
      case 'reasoning-start':
      case 'tool-result':
        return this.#part(event)
      case 'error':
        return [...this.release(), ...this.fit.push(event)]
      case 'finish':
        return this.#finish(event)
      default:
        return this.fit.push(event)
    }
  }

  /** Returns what waits. */
  release(): readonly StreamEvent[] {
    const events = [...this.#held.values()].flatMap((call) => call.events)
    this.#held.clear()
    return events
  }

  #part(event: StreamEvent): readonly StreamEvent[] {
    this.#partCount += 1
    return this.fit.push(event)
  }

  #call(id: string, name: string, isExecuted: boolean, event: StreamEvent): readonly StreamEvent[] {
    if (this.#begun.has(id)) return this.#goOn(id, event)
    this.#begun.add(id)
    if (isExecuted) return this.#part(event)
    const path = `/message/parts/${this.#partCount}`
    if (this.#isHolding) this.#held.set(id, { name, withheld: 'superseded', path, events: [] })
    else this.#given.set(id, name)
    this.#partCount += 1
    return this.#goOn(id, event)
  }

  /** Of a complete answer it is known which calls are left out. */
  #wholeCall(event: Extract<StreamEvent, { type: 'tool-call' }>): readonly StreamEvent[] {
    const { id, name, providerExecuted, withheld } = event.call
    if (withheld !== undefined && !this.#begun.has(id)) return this.#part(event)
    return this.#call(id, name, providerExecuted, event)
  }

  #goOn(id: string, event: StreamEvent): readonly StreamEvent[] {
    const events = this.fit.push(event)
    const held = this.#held.get(id)
    if (held === undefined) return events
    held.events.push(...events)
    return NONE
  }

  #handOver(event: StreamEvent): readonly StreamEvent[] {
    for (const call of this.#held.values()) reportWithheld(call, call.path, this.context)
    this.#held.clear()
    this.#isHolding = true
    const events = this.#part(event)
    if (this.#given.size === 0) return events
    this.#hasFailed = true
    return [...events, ...this.fit.push({ type: 'error', error: replaced([...this.#given.values()]) })]
  }

  #finish(event: FinishEvent): readonly StreamEvent[] {
    if (!this.#hasFailed) return [...this.release(), ...this.fit.push(event)]
    return this.fit.push({ ...event, finish: failedFinish(event.finish) })
  }
}

function replaced(names: readonly string[]): ProviderError {
  return {
    code: 'model-replaced',
    message: `another model replaced the one that called ${names.join(', ')}, after the call was sent: do not run it, and ask again`,
  }
}
