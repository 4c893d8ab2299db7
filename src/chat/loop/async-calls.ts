import type { ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { RunningCalls } from './running-calls.js'

/** Calls that run while the model continues. */
export class AsyncCalls {
  readonly #ids = new Set<string>()
  readonly #events: ToolEvent[] = []
  readonly #results: ToolResult[] = []
  readonly #running = new Set<Promise<void>>()
  #error: { readonly thrown: unknown } | undefined
  #wake: () => void = () => undefined

  /** The number of calls whose results were not collected. */
  get size(): number {
    return this.#ids.size
  }

  /** Returns true if the result of a call was not collected. */
  has(callId: string): boolean {
    return this.#ids.has(callId)
  }

  /** Adds a call that was started. */
  add(callId: string, call: RunningCalls): void {
    this.#ids.add(callId)
    const work = this.#follow(call).finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  /**
   * Yields the events so far.
   * @param isDue returns true to wait for a result. Checked again after `wake`.
   * @returns the results so far.
   * @throws the error of the executor.
   */
  async *collect(isDue: () => boolean): AsyncGenerator<ToolEvent, ToolResult[]> {
    for (;;) {
      yield* this.#events.splice(0)
      if (this.#error !== undefined) throw this.#error.thrown
      if (!isDue() || this.#results.length > 0 || this.#running.size === 0) return this.#take()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Checks again whether a result is due. */
  wake(): void {
    this.#wake()
  }

  /** Waits for all calls. Returns their results. Does not reject. */
  async settle(): Promise<ToolResult[]> {
    await Promise.all(this.#running)
    return this.#take()
  }

  #take(): ToolResult[] {
    const results = this.#results.splice(0)
    for (const { callId } of results) this.#ids.delete(callId)
    return results
  }

  async #follow({ events, results }: RunningCalls): Promise<void> {
    try {
      for await (const event of events) {
        this.#events.push(event)
        this.#wake()
      }
      this.#results.push(...(await results))
    } catch (thrown) {
      this.#error = { thrown }
    }
    this.#wake()
  }
}
