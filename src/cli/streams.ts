import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** The three standard streams, and the environment that colours depend on. `process` is one. */
export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Writes to a stream no faster than its reader reads. A reader that went away (`| head`) ends the output quietly. */
export class Output {
  private failure: Error | undefined
  private readonly onError = (error: Error) => {
    this.failure ??= error
  }

  constructor(private readonly stream: Writable) {
    stream.on('error', this.onError)
  }

  /** Whether nobody reads any more; what is written then is dropped. */
  get closed(): boolean {
    return this.failure !== undefined || this.stream.destroyed || this.stream.writableEnded
  }

  /** What went wrong besides the reader going away, e.g. a full disk. */
  get error(): Error | undefined {
    return this.failure !== undefined && !isBrokenPipe(this.failure) ? this.failure : undefined
  }

  async write(text: string): Promise<void> {
    if (this.closed || this.stream.write(text)) return
    const waiting = new AbortController()
    const { signal } = waiting
    // `once` rejects on 'error', which onError has recorded by then.
    await Promise.race([
      once(this.stream, 'drain', { signal }),
      once(this.stream, 'close', { signal }),
    ]).catch(() => undefined)
    waiting.abort()
  }

  /** Waits until all is written, then lets go of the stream without closing it. */
  async finish(): Promise<void> {
    if (!this.closed && this.stream.writableNeedDrain) await this.write('')
  }
}

function isBrokenPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
}
