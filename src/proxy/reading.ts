import type { ProxyTimer } from './types.js'

/** How long silence is borne. */
export interface Patience {
  readonly timer: ProxyTimer
  /** Milliseconds after which the body has broken off. */
  readonly timeout: number
  /** Milliseconds between two calls of `onSilence`. Default: it is not called. */
  readonly interval?: number
}

/** Reads the chunks of an answer as they are asked for. Nothing runs while nobody asks. */
export class PatientReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #patience: Patience
  #failure: Error | undefined

  constructor(body: ReadableStream<Uint8Array> | null, patience: Patience) {
    this.#reader = body?.getReader()
    this.#patience = patience
  }

  /**
   * The next chunk, or undefined at the end.
   * @param onSilence called again and again while nothing comes.
   * @throws what the source fails with, and Error when it was silent for too long.
   */
  async read(onSilence?: () => void): Promise<Uint8Array | undefined> {
    if (this.#reader === undefined) return undefined
    const stop = this.#watch(onSilence)
    try {
      const step = await this.#reader.read()
      // A read that waits ends with a cancel as if there were no more.
      if (this.#failure !== undefined) throw this.#failure
      return step.done ? undefined : step.value
    } finally {
      stop()
    }
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) yield chunk
  }

  /** Lets go of the source; a read that waits ends. */
  cancel(reason?: unknown): void {
    void this.#reader?.cancel(reason).catch(() => undefined)
  }

  #watch(onSilence: (() => void) | undefined): () => void {
    const { timer, timeout } = this.#patience
    const { interval = timeout } = onSilence === undefined ? {} : this.#patience
    let waited = 0
    let stop: () => void = () => undefined
    const wait = () => {
      const next = Math.min(interval, timeout - waited)
      stop = timer(next, () => {
        waited += next
        if (waited >= timeout) return this.#giveUp(timeout)
        onSilence?.()
        wait()
      })
    }
    wait()
    return () => stop()
  }

  #giveUp(timeout: number): void {
    this.#failure = new Error(`nothing came for ${timeout} ms`)
    this.cancel(this.#failure)
  }
}

/** @throws RangeError for what no timer can wait. */
export function milliseconds(name: string, value: number): number {
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value
  if (value > 0 && value <= 2_147_483_647) return value
  throw new RangeError(`${name} is a number of milliseconds, not ${value}`)
}
