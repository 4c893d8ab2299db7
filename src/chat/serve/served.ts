import type { LoopEvent } from '../loop/loop-events.js'
import { deferred } from '../provider/open-promise.js'
import type { ResponseOptions } from './serve-types.js'
import { NO_OUTPUT, type Writer, type WriterOutput } from './writer.js'

type Taken = IteratorResult<LoopEvent, unknown> | 'aborted'

/** The output of a run, event by event. Events are read only on request. */
export class ServedEvents {
  readonly #events: AsyncIterator<LoopEvent, unknown>
  #aborted: Promise<'aborted'> | undefined
  /** Removes the listener of the signal. */
  #unlisten = () => {}
  #isDone = false
  readonly #ended = deferred()
  /** The latest pending piece. Pieces are created one at a time. */
  #latest: Promise<WriterOutput | undefined> = Promise.resolve(NO_OUTPUT)

  constructor(
    private readonly source: AsyncIterable<LoopEvent>,
    private readonly writer: Writer,
    private readonly options: Pick<ResponseOptions, 'signal' | 'onEnd'> = {},
  ) {
    this.#events = source[Symbol.asyncIterator]()
  }

  /** Resolves when the events and `onEnd` have ended, after the client may have left. Does not reject. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Returns the next pieces, never an empty list; undefined at the end. Does not reject. */
  next(): Promise<WriterOutput | undefined> {
    this.#latest = this.#latest.then(() => this.#take())
    return this.#latest
  }

  /** Ends the events of a disconnected client, even while an event is awaited. Does not reject. */
  async leave(): Promise<void> {
    if (this.#isDone) return
    this.#isDone = true
    await this.#close()
    await this.#end().catch((error) => this.writer.fail(error))
  }

  async #close(): Promise<void> {
    try {
      await this.#events.return?.()
    } catch {
      // The failure was already reported, or the client is disconnected.
    }
  }

  /**
   * Waits for the end of the events. A loop that was left still waits for calls that had begun, so that the
   * host can store their results.
   */
  async #end(): Promise<void> {
    this.#unlisten()
    await settled(this.source)
    try {
      await this.options.onEnd?.()
    } finally {
      this.#ended.resolve()
    }
  }

  async #take(): Promise<WriterOutput | undefined> {
    while (!this.#isDone) {
      const pieces = await this.#step()
      if (pieces.length > 0) return pieces
    }
    return undefined
  }

  async #step(): Promise<WriterOutput> {
    try {
      const isAborted = this.options.signal?.aborted === true
      const taken = isAborted ? 'aborted' : await this.#taken()
      if (this.#isDone) return NO_OUTPUT
      if (taken === 'aborted') return await this.#abort()
      if (taken.done !== true) return await this.writer.push(taken.value)
      this.#isDone = true
    } catch (error) {
      return this.#fail(error)
    }
    return this.#last(NO_OUTPUT)
  }

  /**
   * Reads the next event. The listener of the signal is added at the first event, so that a response that is
   * never read leaves no listener.
   */
  #taken(): Promise<Taken> {
    const { signal } = this.options
    if (signal === undefined) return this.#events.next()
    this.#aborted ??= new Promise((resolve) => {
      const abort = () => resolve('aborted')
      signal.addEventListener('abort', abort, { once: true })
      this.#unlisten = () => signal.removeEventListener('abort', abort)
    })
    return Promise.race([this.#events.next(), this.#aborted])
  }

  async #abort(): Promise<WriterOutput> {
    // Not awaited, since a waiting source may end late or never.
    this.leave()
    return [...this.writer.abort(), ...(await this.writer.finish())]
  }

  /** Handles an error of the events or of the writer; in both cases the events end. */
  async #fail(error: unknown): Promise<WriterOutput> {
    if (this.#isDone) return NO_OUTPUT
    this.#isDone = true
    this.#close()
    return this.#last(this.writer.fail(error))
  }

  /** Runs the host's code before the client receives the end, since the client may post again immediately. */
  async #last(before: WriterOutput): Promise<WriterOutput> {
    const failed = await this.#end().then(
      () => NO_OUTPUT,
      (error) => this.writer.fail(error),
    )
    return [...before, ...failed, ...(await this.writer.finish())]
  }
}

/** Waits for the `result` of a loop, including a failed loop. */
async function settled(source: AsyncIterable<LoopEvent>): Promise<void> {
  try {
    if ('result' in source) await source.result
  } catch {
    // The client has already received the failure.
  }
}
