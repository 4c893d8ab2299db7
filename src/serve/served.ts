import type { LoopEvent } from '../loop/events.js'
import { NO_PIECES, type Pieces, type Writer } from './writer.js'

type Taken = IteratorResult<LoopEvent, unknown> | 'aborted'

/** What goes out of a run, event by event: nothing is read before it is asked for. */
export class Served {
  readonly #events: AsyncIterator<LoopEvent, unknown>
  readonly #aborted: Promise<'aborted'>
  #isDone = false
  /** The piece that is being made: two are never made at once. */
  #latest: Promise<Pieces | undefined> = Promise.resolve(NO_PIECES)

  constructor(
    events: AsyncIterable<LoopEvent>,
    private readonly writer: Writer,
    private readonly signal?: AbortSignal,
  ) {
    this.#events = events[Symbol.asyncIterator]()
    this.#aborted = new Promise((resolve) => {
      if (signal?.aborted) resolve('aborted')
      else signal?.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
  }

  /** Never empty; undefined when nothing more comes. Does not reject. */
  next(): Promise<Pieces | undefined> {
    this.#latest = this.#latest.then(() => this.#take())
    return this.#latest
  }

  /** The reader is gone: the events end, also while one is awaited. Does not reject. */
  async leave(): Promise<void> {
    if (this.#isDone) return
    this.#isDone = true
    try {
      await this.#events.return?.()
    } catch {
      // Nobody is left to be told.
    }
  }

  async #take(): Promise<Pieces | undefined> {
    while (!this.#isDone) {
      const pieces = await this.#step()
      if (pieces.length > 0) return pieces
    }
    return undefined
  }

  async #step(): Promise<Pieces> {
    try {
      const taken: Taken = await (this.signal?.aborted
        ? this.#aborted
        : Promise.race([this.#events.next(), this.#aborted]))
      if (this.#isDone) return NO_PIECES
      if (taken === 'aborted') return await this.#abort()
      if (taken.done !== true) return await this.writer.push(taken.value)
      this.#isDone = true
      return await this.writer.finish()
    } catch (error) {
      return this.#fail(error)
    }
  }

  async #abort(): Promise<Pieces> {
    // Not awaited: a source that waits for something may end late, or never.
    this.leave()
    return [...this.writer.abort(), ...(await this.writer.finish())]
  }

  /** Also when writing failed: the events are of no use then. */
  async #fail(error: unknown): Promise<Pieces> {
    this.leave()
    return [...this.writer.fail(error), ...(await this.writer.finish())]
  }
}
