import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { shownControls } from '../traffic/input/shown-text.js'

/**
 * The three standard streams, and the environment variables that colors depend on. `process` has this type.
 */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined; readonly columns?: number }
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Ends commands that run until they are stopped. Default: SIGINT (Ctrl-C) and SIGTERM. */
  readonly stop?: AbortSignal
}

/**
 * Writes a message of the program. Names of files and texts of recordings may contain control characters, which
 * would move the cursor or change colors: they are escaped.
 */
export function writeMessage(stderr: Writable, message: string): void {
  stderr.write(`toolwire: ${shownControls(message)}\n`)
}

/** Number of characters written at once while records are produced faster than they are read. */
const BATCH = 65_536

/**
 * Writes to a stream at the speed of its reader, and joins many short texts. If the reader closes the pipe
 * (`| head`), the output ends without an error.
 */
export class OutputStream {
  private pending = ''
  private scheduled: NodeJS.Immediate | undefined
  private failure: Error | undefined

  constructor(private readonly stream: Writable) {
    stream.on('error', (error) => {
      this.failure ??= error
    })
  }

  /** True if the reader has closed the stream. Further output is dropped. */
  get closed(): boolean {
    return this.failure !== undefined || this.stream.destroyed || this.stream.writableEnded
  }

  /** Text that is not written immediately is written before the program waits for more input. */
  async write(text: string | Uint8Array): Promise<void> {
    if (typeof text !== 'string') {
      await this.flush()
      return this.send(text)
    }
    this.pending += text
    if (this.pending.length >= BATCH) await this.flush()
    else this.scheduled ??= setImmediate(() => void this.flush())
  }

  /** Writes what is pending and waits until the reader has caught up. */
  async flush(): Promise<void> {
    clearImmediate(this.scheduled)
    this.scheduled = undefined
    const text = this.pending
    this.pending = ''
    if (text !== '') await this.send(text)
  }

  /**
   * Writes the remaining text.
   * @throws errors other than a closed pipe, e.g. a full disk.
   */
  async finish(): Promise<void> {
    await this.flush()
    if (this.failure !== undefined && !isBrokenPipe(this.failure)) throw this.failure
  }

  private async send(text: string | Uint8Array): Promise<void> {
    if (!this.closed && !this.stream.write(text)) await this.drained()
  }

  private async drained(): Promise<void> {
    const waiting = new AbortController()
    const { signal } = waiting
    const events = ['drain', 'close'].map((event) => once(this.stream, event, { signal }))
    // `once` rejects on 'error', which has been recorded already.
    await Promise.any(events).catch(() => undefined)
    waiting.abort()
    await Promise.allSettled(events)
  }
}

function isBrokenPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
}

/** Writes pieces of text until the reader closes the stream. */
export async function writePieces(
  pieces: AsyncIterable<string> | Iterable<string>,
  stream: Writable,
): Promise<void> {
  const output = new OutputStream(stream)
  for await (const piece of pieces) {
    await output.write(piece)
    if (output.closed) break
  }
  await output.finish()
}
