import { stringOr } from '../../base/json/read-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { ContextWarning } from '../context/context-types.js'
import { reportWarning } from '../warn.js'
import type { ToldEvent, ToolEvent, ToolEventListener } from './event-types.js'
import { Listening } from './listening.js'
import { EventStream } from './stream.js'

/** Options of `createToolEvents`. */
export interface ToolEventsOptions {
  /**
   * The number of events that may wait for a slow listener. If more events wait, `output-chunk`,
   * `input-delta` and `preliminary` are dropped. Other events are never dropped. Default: 1,024.
   */
  readonly capacity?: number | undefined
  /** Receives errors of listeners. Default: `console.warn`, once per listener. */
  readonly onWarning?: ((warning: ContextWarning) => void) | undefined
}

/** Options of `ToolEvents.stream`. */
export interface EventStreamOptions {
  /** A signal that ends the stream after the events emitted so far. */
  readonly signal?: AbortSignal | undefined
}

/** An event bus. Executors that share a bus share its sequence numbers. */
export interface ToolEvents {
  /** True if there is a listener. */
  readonly isHeard: boolean
  /** The number of dropped events so far, over all listeners. */
  readonly dropped: number
  /** Emits an event. Never throws, never waits for a listener. */
  emit(told: ToldEvent): void
  /**
   * Adds a listener. The listener is called before `emit` returns. While a promise that the listener returned
   * is pending, later events for this listener wait in order. Errors of the listener do not affect the run.
   * @returns a function that removes the listener and discards its waiting events.
   */
  subscribe(listener: ToolEventListener): () => void
  /**
   * Yields events from now on, with the same capacity as for a listener, until the loop ends or the signal
   * aborts. A stream that is neither read nor ended keeps the events that cannot be dropped.
   * @example for await (const event of events.stream({ signal })) console.log(event.type, event.callId)
   */
  stream(options?: EventStreamOptions): AsyncIterableIterator<ToolEvent, undefined>
  /** Resolves when each listener has received everything so far. Does not wait for streams. Never rejects. */
  flush(): Promise<void>
}

/**
 * Creates an event bus. Pass it to several executors to share sequence numbers and listeners.
 * @throws RangeError if the capacity is not 0 or more.
 * @example
 * const events = createToolEvents()
 * events.subscribe((event) => console.log(event.type, event.callId))
 * const executor = createExecutor({ tools, events })
 */
export function createToolEvents(options: ToolEventsOptions = {}): ToolEvents {
  expectOptions(options, OPTIONS, ['createToolEvents', 'createToolEvents({ capacity, onWarning })'])
  const { capacity = 1024, onWarning } = options
  if (!(capacity >= 0))
    throw new RangeError(`the capacity of an event bus has to be 0 or more, got ${capacity}`)
  return new Bus(capacity, onWarning)
}

const OPTIONS: KnownOptions<ToolEventsOptions> = { capacity: true, onWarning: true }

class Bus implements ToolEvents {
  dropped = 0
  #sequence = 0
  /**
   * The listeners and streams. The list is copied on change, so that a listener can add and remove listeners.
   */
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
    // All receivers get the event before the first one is called. If the first receiver emits another event,
    // the others still receive both events in order.
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
 * Returns the event with the members that the bus adds. The final event of a call also gets `success`, so
 * that listeners need not derive it from the result. `{ ...told, sequence }` would take ten times as long: V8
 * is slow to add members to a freshly spread object.
 */
function eventOf(told: ToldEvent, sequence: number): ToolEvent {
  const time = Date.now()
  if (told.type !== 'completed' && told.type !== 'failed' && told.type !== 'denied')
    return Object.assign({}, told, { sequence, time })
  const runId = stringOr(told.result.metadata?.runId, undefined)
  const success = told.type === 'completed'
  return Object.assign({}, told, { sequence, time, success }, runId !== undefined && { runId })
}

/**
 * Creates a function that reports errors of a listener to the host. On the console, only the first error is
 * reported.
 */
function warner(onWarning: ToolEventsOptions['onWarning']): (cause: unknown) => void {
  let isFirst = true
  return (cause) => {
    if (isFirst || onWarning !== undefined) void reportWarning(onWarning, { message: FAILED, cause })
    isFirst = false
  }
}

const FAILED = 'A listener of tool events failed. The calls are not affected.'

/** The members of a bus that an executor needs. */
export type ExecutorEvents = Pick<ToolEvents, 'emit' | 'subscribe' | 'flush'>
