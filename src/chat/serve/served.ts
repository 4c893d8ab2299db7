import type { LoopEvent } from '../loop/loop-events.js'
import type { ResponseOptions } from './serve-types.js'
import { NO_OUTPUT, type Writer, type WriterOutput } from './writer.js'

type Taken = IteratorResult<LoopEvent, unknown> | 'aborted'

/** The output of a run, event by event: events are read only on request. */
export class ServedEvents {
  readonly #events: AsyncIterator<LoopEvent, unknown>
  readonly #aborted: Promise<'aborted'>
  #isDone = false
  /** The latest piece in progress: pieces are created one at a time. */
  #latest: Promise<WriterOutput | undefined> = Promise.resolve(NO_OUTPUT)

  constructor(
    events: AsyncIterable<LoopEvent>,
    private readonly writer: Writer,
    private readonly options: Pick<ResponseOptions, 'signal' | 'onEnd'> = {},
  ) {
    const { signal } = options
    this.#events = events[Symbol.asyncIterator]()
    this.#aborted = new Promise((resolve) => {
      if (signal?.aborted) resolve('aborted')
      else signal?.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
  }

  /** Returns the next pieces, never an empty list; undefined at the end. Does not reject. */
  next(): Promise<WriterOutput | undefined> {
    this.#latest = this.#latest.then(() => this.#take())
    return this.#latest
  }

  /** Ends the events of a disconnected client, even while one is awaited. Does not reject. */
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

  async #end(): Promise<void> {
    await this.options.onEnd?.()
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
      const taken: Taken = await (this.options.signal?.aborted
        ? this.#aborted
        : Promise.race([this.#events.next(), this.#aborted]))
      if (this.#isDone) return NO_OUTPUT
      if (taken === 'aborted') return await this.#abort()
      if (taken.done !== true) return await this.writer.push(taken.value)
      this.#isDone = true
    } catch (error) {
      return this.#fail(error)
    }
    return this.#last(NO_OUTPUT)
  }

  async #abort(): Promise<WriterOutput> {
    // Not awaited: a waiting source may end late, or never.
    this.leave()
    return [...this.writer.abort(), ...(await this.writer.finish())]
  }

  /** Also called if writing failed: the events are then useless. */
  async #fail(error: unknown): Promise<WriterOutput> {
    if (this.#isDone) return NO_OUTPUT
    this.#isDone = true
    this.#close()
    return this.#last(this.writer.fail(error))
  }

  /** Finishes the host's code before the client receives the end: the client may answer at once. */
  async #last(before: WriterOutput): Promise<WriterOutput> {
    const failed = await this.#end().then(
      () => NO_OUTPUT,
      (error) => this.writer.fail(error),
    )
    return [...before, ...failed, ...(await this.writer.finish())]
  }
}
