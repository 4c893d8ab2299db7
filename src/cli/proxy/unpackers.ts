import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { type Unpacker, type Unpackers, webUnpackers } from '../../proxy/unpacking.js'

/**
 * Window size for decompression, as a power of two: 8 MiB, the maximum that senders may require. Without a
 * limit a few bytes could allocate 128 MiB. https://www.rfc-editor.org/rfc/rfc9659
 */
const ZSTD_WINDOW = 23

/** Returns all decompressors of Node. Node 20 has no zstd. */
export function nodeUnpackers(): Unpackers {
  const unpackers = { ...webUnpackers, br: by(() => zlib.createBrotliDecompress()) }
  if (!('createZstdDecompress' in zlib)) return unpackers
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW }
  return { ...unpackers, zstd: by(() => zlib.createZstdDecompress({ params })) }
}

/** Decompresses only as much as is read, because a few bytes may decompress to an endless body. */
function by(create: () => Transform): Unpacker {
  return (body) => {
    const packed = Readable.from(piecesOf(body))
    // The reader receives the error.
    const pieces: AsyncIterator<Uint8Array> = pipeline(packed, create(), () => undefined).iterator()
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const step = await pieces.next()
          if (step.done) controller.close()
          else controller.enqueue(step.value)
        },
        cancel: async () => void (await pieces.return?.()),
      },
      { highWaterMark: 0 },
    )
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
