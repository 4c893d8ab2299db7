import { stringOr } from '../../json/read.js'
import type { ContextWarning } from '../context/types.js'
import { Listening } from './listening.js'
import { EventStream } from './stream.js'
import type { ToldEvent, ToolEvent, ToolEventListener } from './types.js'

/** What `createToolEvents` takes. */
export interface ToolEventsOptions {
  /**
   * Events that wait for one slow listener before `output-chunk`, `input-delta` and `preliminary` are dropped. The others
   * never are. Default: 1,024.
   */
  readonly capacity?: number
  /** Gets what listeners throw. Default: `console.warn`, once for each listener. */
  readonly onWarning?: (warning: ContextWarning) => void
}

/** What a bus can be read with. */
export interface EventStreamOptions {
  /** Ends the loop: what was told before is still given, what is told later is not. */
  readonly signal?: AbortSignal
}

/** Where everything is told that happens to calls. Executors that share one count in one sequence. */
export interface ToolEvents {
  /** Whether anybody listens. When nobody does, events need not be made. */
  readonly isHeard: boolean
  /** Events that were dropped so far, over all listeners. */
  readonly dropped: number
  /** Tells it. Never throws, never waits for a listener. */
  emit(told: ToldEvent): void
  /**
   * Adds a listener. It is called at once, before `emit` returns, unless a promise that it gave is still open: then its
   * events wait, in their order, and its own only. What it throws breaks nothing.
   * @returns removes it: it gets nothing more, not even what waits.
   */
  subscribe(listener: ToolEventListener): () => void
  /**
   * Events from now on for a loop, with the same bounds as for a listener. Leaving the loop, or the signal, ends it; a
   * stream that is neither read nor ended keeps the events that cannot be dropped.
   * @example for await (const event of events.stream({ signal })) console.log(event.type, event.callId)
   */
  stream(options?: EventStreamOptions): AsyncIterableIterator<ToolEvent, undefined>
  /** Done when each listener has had all that was told so far. Streams are not waited for. Never rejects. */
  flush(): Promise<void>
}

/**
 * Makes a bus. An executor makes its own; one that is handed in lets several share a sequence and listeners.
 * @throws RangeError for a capacity that is no number from 0.
 * @example
 * const events = createToolEvents()
 * events.subscribe((event) => console.log(event.type, event.callId))
 * const executor = createExecutor({ tools, events })
 */
export function createToolEvents({ capacity = 1024, onWarning }: ToolEventsOptions = {}): ToolEvents {
  if (!(capacity >= 0))
    throw new RangeError(`the capacity of an event bus has to be 0 or more, got ${capacity}`)
  return new Bus(capacity, onWarning)
}

class Bus implements ToolEvents {
  dropped = 0
  #sequence = 0
  /** Copied when it changes, so that a listener may add and remove listeners. */
  #receivers: readonly (Listening | EventStream)[] = []

  constructor(
    private readonly capacity: number,
    private readonly onWarning: ToolEventsOptions['onWarning'],
  ) {}

  get isHeard(): boolean {
    return this.#receivers.length > 0
  }

  emit(told: ToldEvent): void {
    const receivers = this.#receivers
    if (receivers.length === 0) return
    this.#sequence += 1
    const event = eventOf(told, this.#sequence)
    // All have it before the first hears it: when that one emits in turn, the others still hear in order.
    for (const receiver of receivers) if (!receiver.offer(event)) this.dropped += 1
    for (const receiver of receivers) receiver.wake()
  }

  subscribe(listener: ToolEventListener): () => void {
    const listening = new Listening(listener, warner(this.onWarning), this.capacity)
    this.#receivers = [...this.#receivers, listening]
    return () => {
      this.#remove(listening)
      listening.close()
    }
  }

  stream({ signal }: EventStreamOptions = {}): AsyncIterableIterator<ToolEvent, undefined> {
    const end = () => stream.end()
    const stream: EventStream = new EventStream(() => {
      this.#remove(stream)
      signal?.removeEventListener('abort', end)
    }, this.capacity)
    this.#receivers = [...this.#receivers, stream]
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    return stream
  }

  async flush(): Promise<void> {
    await Promise.all(
      this.#receivers.map((receiver) => receiver instanceof Listening && receiver.heard(this.#sequence)),
    )
  }

  #remove(receiver: Listening | EventStream): void {
    this.#receivers = this.#receivers.filter((other) => other !== receiver)
  }
}

/**
 * The event with what the bus adds; of an end also whether it went well, which every listener would otherwise work out of
 * the result. `{ ...told, sequence }` would take ten times as long: V8 is slow to add members to what was just spread.
 */
function eventOf(told: ToldEvent, sequence: number): ToolEvent {
  const time = Date.now()
  if (told.type !== 'completed' && told.type !== 'failed' && told.type !== 'denied')
    return Object.assign({}, told, { sequence, time })
  const runId = stringOr(told.result.metadata?.runId, undefined)
  const success = told.type === 'completed'
  return Object.assign({}, told, { sequence, time, success }, runId !== undefined && { runId })
}

/** Tells the host what a listener threw. Never throws, nor leaves a promise behind that rejects. */
function warner(onWarning: ToolEventsOptions['onWarning']): (cause: unknown) => void {
  let isFirst = true
  const warnOnce = ({ message, cause }: ContextWarning) => {
    if (isFirst) console.warn(message, cause)
    isFirst = false
  }
  return async (cause) => {
    try {
      await (onWarning ?? warnOnce)({ message: FAILED, cause })
    } catch {
      // There is nobody left to be told.
    }
  }
}

const FAILED = 'A listener of tool events failed. The calls are not affected.'

/** What an executor needs of a bus. */
export type ExecutorEvents = Pick<ToolEvents, 'emit' | 'subscribe' | 'flush'>
