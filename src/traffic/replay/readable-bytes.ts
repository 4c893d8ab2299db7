import type { Readable } from 'node:stream'
import type { ByteReader, ByteSource, ByteStep } from '../../base/http/http-message.js'

const END: ByteStep = { done: true }

/** A Node stream read on demand. All available bytes are returned as one piece. */
export class ReadableBytes implements ByteSource, ByteReader {
  readonly #stream: Readable
  readonly #begin: (() => void) | undefined
  #isBegun = false
  #isOver = false
  #error: Error | undefined
  #wake: (() => void) | undefined

  /** @param begin called before the first read. */
  constructor(stream: Readable, begin?: () => void) {
    this.#stream = stream
    this.#begin = begin
  }

  getReader(): ByteReader {
    return this
  }

  async read(): Promise<ByteStep> {
    if (!this.#isBegun) this.#listen()
    for (;;) {
      const piece: unknown = this.#stream.read()
      if (piece instanceof Uint8Array) return { done: false, value: piece }
      if (this.#error !== undefined) throw this.#error
      if (this.#isOver) return END
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Stops reading. The stream itself belongs to the connection. */
  async cancel(): Promise<void> {
    this.#end()
  }

  #listen(): void {
    this.#isBegun = true
    this.#begin?.()
    if (this.#stream.destroyed) this.#isOver = true
    this.#stream
      .on('readable', () => this.#wake?.())
      .once('end', () => this.#end())
      .once('error', (error) => this.#end(error))
      .once('close', () =>
        this.#end(this.#stream.readableEnded ? undefined : new Error('the body was cut off')),
      )
  }

  #end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#error = error
    this.#wake?.()
  }
}
