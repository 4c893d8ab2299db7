import type { Pieces } from './writer.js'

/** What a response is read from. */
export interface ResponseSource {
  /** Undefined when nothing more comes. Does not reject. */
  next(): Promise<Pieces | undefined>
  /** The reader is gone. Does not reject. */
  leave(): Promise<void>
}

/** Nothing is asked for before it is read. */
export function readable(source: ResponseSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const pieces = await source.next()
        if (pieces === undefined) controller.close()
        else for (const piece of pieces) controller.enqueue(bytesOf(piece))
      },
      cancel() {
        // Not awaited: who left does not wait for what ends late.
        source.leave()
      },
    },
    { highWaterMark: 0 },
  )
}

const encoder = new TextEncoder()

function bytesOf(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece)
}
