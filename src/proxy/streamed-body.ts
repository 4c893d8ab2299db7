import type { ByteReader, ByteSource, ByteStep } from '../base/http/http-message.js'
import { type Patience, PatientReader } from '../base/http/patient-reader.js'
import { reasonOf } from '../base/http/reason.js'
import { concatenate } from '../base/http/recorded-body.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { StreamTranslator } from '../translate/exchange/translate-stream.js'

/** Options of a stream from a target to a client. */
export interface LiveOptions {
  readonly body: ByteSource | null
  readonly patience: Patience
  readonly translator: StreamTranslator
  /** The wire of the encoded stream. */
  readonly client: Adapter
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /**
   * Returns true if the answer has ended although its target may send further data. Default: always false.
   */
  isEnded?(): boolean
  /** Awaited before the frames that end the answer are emitted. */
  beforeEnd(): Promise<void> | undefined
  /** Called once when the stream has ended. */
  onEnd(how: { readonly aborted: boolean; readonly error: unknown }): void
}

export type EncodedFrames = (string | Uint8Array)[]

/**
 * The body of a streamed answer, read on demand: a chunk of the target is requested when the client reads,
 * and all its frames are emitted before the next chunk is requested.
 */
export class LiveBody implements ByteSource, ByteReader {
  readonly #options: LiveOptions
  readonly #reader: PatientReader
  readonly #keepAlive: Uint8Array | undefined
  /** The next step, if it has not been returned yet. */
  #next: Promise<ByteStep> | undefined
  /** Resolves the pending read while the target sends no data. */
  #onSilence: () => void = () => {}
  /** True if the target was read completely. */
  #isDone = false
  #isOver = false

  constructor(options: LiveOptions) {
    const { keepAlive } = options.client.codecs.http
    this.#keepAlive = keepAlive === undefined ? undefined : encoder.encode(keepAlive)
    this.#options = options
    this.#reader = new PatientReader(options.body, options.patience, () => this.#onSilence())
    options.signal.addEventListener('abort', this.#onAbort)
    if (options.signal.aborted) this.#onAbort()
  }

  getReader(): ByteReader {
    return this
  }

  read(): Promise<ByteStep> {
    this.#next ??= this.#pull()
    const next = this.#next
    const value = this.#keepAlive
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const answer = (give: () => void) => {
        if (isAnswered) return
        isAnswered = true
        this.#next = undefined
        give()
      }
      next.then(
        (step) => answer(() => resolve(step)),
        (error) => answer(() => reject(error)),
      )
      this.#onSilence = () => {
        if (isAnswered || value === undefined || this.#isOver) return
        isAnswered = true
        resolve({ done: false, value })
      }
    })
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#reader.cancel(reason)
    this.#end(true)
  }

  async #pull(): Promise<ByteStep> {
    if (this.#isDone) return { done: true }
    const frames: EncodedFrames = []
    while (!this.#isDone && frames.length === 0) this.#isDone = await this.#read(frames)
    const wait = this.#options.beforeEnd()
    if (wait !== undefined) await wait.catch((error: unknown) => this.#break(error))
    if (this.#isOver) throw this.#options.signal.reason
    if (this.#isDone) this.#end(false)
    return frames.length > 0 ? { done: false, value: encoded(frames) } : { done: true }
  }

  /**
   * Reads one chunk. Returns true if it was the last one. A failure ends the answer with an error of the
   * client's wire.
   */
  async #read(frames: EncodedFrames): Promise<boolean> {
    const { translator } = this.#options
    try {
      const chunk = this.#reader.arrived(await this.#reader.next())
      if (chunk === undefined) translator.finish(frames)
      else translator.push(chunk, frames)
      if (chunk === undefined || this.#options.isEnded?.() !== true) return chunk === undefined
      this.#reader.cancel()
      translator.finish(frames)
      return true
    } catch (error) {
      this.#reader.cancel(error)
      const message = `toolwire proxy: the answer of the target was cut off: ${reasonOf(error)}`
      translator.fail(new Error(message), frames)
      translator.finish(frames)
      return true
    }
  }

  /** If the work before the end of the answer fails, the answer must not look complete. */
  #break(error: unknown): never {
    this.#reader.cancel(error)
    this.#end(false, error)
    throw error
  }

  readonly #onAbort = () => {
    this.#reader.cancel(this.#options.signal.reason)
    this.#end(true)
  }

  #end(aborted: boolean, error?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#options.onEnd({ aborted, error })
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** Returns the frames as one piece. */
export function encoded(frames: EncodedFrames): Uint8Array {
  const texts = frames.filter((frame) => typeof frame === 'string')
  if (texts.length === frames.length) return encoder.encode(texts.join(''))
  return concatenate(frames.map((frame) => (typeof frame === 'string' ? encoder.encode(frame) : frame)))
}
