import type { WriterOutput } from './writer.js'

/** The source of a response. */
export interface ResponseSource {
  /** Returns the next pieces; undefined at the end. Does not reject. */
  next(): Promise<WriterOutput | undefined>
  /** Called when the client disconnects. Does not reject. */
  leave(): Promise<void>
}

/** Returns the source as a stream. Pieces are requested only when the stream is read. */
export function readable(source: ResponseSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const pieces = await source.next()
        if (pieces === undefined) controller.close()
        else for (const piece of pieces) controller.enqueue(bytesOf(piece))
      },
      cancel() {
        // Not awaited, since a disconnected client does not wait for the end.
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
