import { AdapterError } from '../../base/json/adapter-error.js'
import { deferred } from './open-promise.js'

/**
 * The events of a turn or a loop, which are iterated once, and their complete result. Without iteration,
 * reading the result reads the events.
 */
export abstract class ReadOnce<Event, Whole> implements AsyncIterable<Event> {
  /** Settled when the last event was read, the reader left, or reading failed. */
  readonly #end = deferred()
  #whole: Promise<Whole> | undefined
  #isIterated = false

  /** @param advice the message of the error for a second iteration. */
  constructor(private readonly advice: string) {}

  /** The complete result. */
  protected get whole(): Promise<Whole> {
    this.#whole ??= this.#readWhole()
    return this.#whole
  }

  /**
   * Iterates over the events.
   * @throws AdapterError `unsupported` if the events were already read.
   */
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    if (this.#isIterated || this.#whole !== undefined) throw new AdapterError('unsupported', '', this.advice)
    this.#isIterated = true
    return { next: () => this.#next(), return: () => this.#leave() }
  }

  /** Reads the next event. */
  protected abstract read(): Promise<IteratorResult<Event, undefined>>
  /** Ends the source after its reader has left. */
  protected abstract leave(): Promise<void>
  /** Returns the result, once the events were read or left. */
  protected abstract complete(): Promise<Whole>

  async #next(): Promise<IteratorResult<Event, undefined>> {
    try {
      const step = await this.read()
      if (step.done) this.#end.resolve()
      return step
    } catch (error) {
      this.#end.reject(error)
      throw error
    }
  }

  async #leave(): Promise<IteratorResult<Event, undefined>> {
    this.#end.resolve()
    await this.leave()
    return { done: true, value: undefined }
  }

  async #readWhole(): Promise<Whole> {
    if (this.#isIterated) await this.#end.promise
    else while (!(await this.#next()).done);
    return this.complete()
  }
}
