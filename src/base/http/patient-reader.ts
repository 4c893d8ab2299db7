import type { ByteReader, ByteSource, ByteStep } from './http-message.js'
import type { Timer } from './timer.js'

/** Limits for a silent source. */
export interface Patience {
  readonly timer: Timer
  /** Milliseconds without data after which reading fails. Reading may fail up to one `interval` later. */
  readonly timeout: number
  /** Milliseconds between two checks for new data. */
  readonly interval: number
  /** Returns false for a chunk that counts as silence. Default: every chunk is data. */
  readonly isData?: ((chunk: Uint8Array) => boolean) | undefined
}

/** The error of a source that was silent for too long. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/**
 * Reads the chunks of an answer on demand. One timer checks for new data at each interval, since a timer for
 * each chunk costs too much. The timer stops if no chunk was requested since its last check.
 */
export class PatientReader {
  readonly #reader: ByteReader | undefined
  readonly #patience: Patience
  readonly #onSilence: (() => void) | undefined
  #stop: (() => void) | undefined
  #isAsked = false
  /** False if the last chunk counts as silence. */
  #hasData = true
  /** Checks since the first chunk after the last data was requested. */
  #looks = 0
  #failure: Error | undefined

  /** @param onSilence called at each check without new data. */
  constructor(body: ByteSource | null, patience: Patience, onSilence?: () => void) {
    const { interval, timeout } = patience
    this.#reader = body?.getReader()
    this.#patience = { ...patience, interval: Math.min(interval, timeout / 4) }
    this.#onSilence = onSilence
  }

  /** Returns the next step, which the caller passes to `arrived`. Rejects with the error of the source. */
  next(): Promise<ByteStep> {
    if (this.#reader === undefined) return Promise.resolve({ done: true })
    this.#isAsked = true
    if (this.#hasData) this.#looks = 0
    if (this.#stop === undefined) this.#wait()
    return this.#reader.read()
  }

  /**
   * Returns the chunk of a step, or undefined at the end.
   * @throws Silence when the source was silent for too long. The cancel ends a pending read like a normal
   * end.
   */
  arrived(step: ByteStep): Uint8Array | undefined {
    this.#isAsked = false
    if (this.#failure !== undefined) throw this.#failure
    if (step.done) {
      this.#stop?.()
      return undefined
    }
    this.#hasData = this.#patience.isData?.(step.value) ?? true
    return step.value
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.arrived(await this.next())
      if (chunk === undefined) return
      yield chunk
    }
  }

  /** Cancels the source; a pending read ends. */
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
    // A read that began between two checks has waited for less than one interval at the next check.
    if ((this.#looks - 1) * interval >= timeout) {
      this.#failure = new Silence(`no data for ${timeout} ms`)
      this.cancel(this.#failure)
    } else {
      this.#onSilence?.()
      this.#wait()
    }
  }
}
