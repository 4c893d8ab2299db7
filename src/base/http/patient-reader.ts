import type { ByteReader, ByteSource, ByteStep } from './http-message.js'
import type { Timer } from './timer.js'

/** How long silence is borne. */
export interface Patience {
  readonly timer: Timer
  /** Milliseconds after which the body has broken off; up to one interval more. */
  readonly timeout: number
  /** Milliseconds between two looks at whether something came. */
  readonly interval: number
}

/** What a source fails with that was silent for too long. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/**
 * Reads the chunks of an answer as they are asked for. One timer looks again and again whether something came: a timer for
 * each chunk is felt. It stops when nobody has asked for a chunk since its last look.
 */
export class PatientReader {
  readonly #reader: ByteReader | undefined
  readonly #patience: Patience
  readonly #onSilence: (() => void) | undefined
  #stop: (() => void) | undefined
  #isAsked = false
  /** Looks since a chunk was asked for. */
  #looks = 0
  #failure: Error | undefined

  /** @param onSilence called at each look for which nothing came. */
  constructor(body: ByteSource | null, patience: Patience, onSilence?: () => void) {
    const { interval, timeout } = patience
    this.#reader = body?.getReader()
    this.#patience = { ...patience, interval: Math.min(interval, timeout / 4) }
    this.#onSilence = onSilence
  }

  /** What comes next; `arrived` is to be called with it. Rejects with what the source fails with. */
  next(): Promise<ByteStep> {
    if (this.#reader === undefined) return Promise.resolve({ done: true })
    this.#isAsked = true
    this.#looks = 0
    if (this.#stop === undefined) this.#wait()
    return this.#reader.read()
  }

  /**
   * The chunk of a step, or undefined at the end.
   * @throws Silence when the source was silent for too long: a read that waits ends with a cancel as if there were no more.
   */
  arrived(step: ByteStep): Uint8Array | undefined {
    this.#isAsked = false
    if (this.#failure !== undefined) throw this.#failure
    if (!step.done) return step.value
    this.#stop?.()
    return undefined
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.arrived(await this.next())
      if (chunk === undefined) return
      yield chunk
    }
  }

  /** Lets go of the source; a read that waits ends. */
  cancel(reason?: unknown): void {
    this.#stop?.()
    void this.#reader?.cancel(reason).catch(() => undefined)
  }

  #wait(): void {
    const { timer, interval } = this.#patience
    this.#stop = timer(interval, () => {
      this.#stop = undefined
      if (this.#isAsked) this.#look()
    })
  }

  #look(): void {
    const { timeout, interval } = this.#patience
    this.#looks += 1
    // What was asked for between two looks may have waited for less than an interval.
    if ((this.#looks - 1) * interval >= timeout) {
      this.#failure = new Silence(`no data for ${timeout} ms`)
      this.cancel(this.#failure)
    } else {
      this.#onSilence?.()
      this.#wait()
    }
  }
}
