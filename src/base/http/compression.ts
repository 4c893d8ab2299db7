import * as zlib from 'node:zlib'

/** Maximum decompressed size in bytes. Without a limit, a small body could expand to any size. */
const MOST_BYTES = 1 << 28
const LIMIT = { maxOutputLength: MOST_BYTES }

type Decoder = (bytes: Uint8Array) => Uint8Array

/** Content codings by name (https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1). */
const DECODERS = new Map<string, Decoder>([
  ['identity', (bytes) => bytes],
  ['gzip', (bytes) => zlib.gunzipSync(bytes, LIMIT)],
  ['x-gzip', (bytes) => zlib.gunzipSync(bytes, LIMIT)],
  ['deflate', (bytes) => zlib.unzipSync(bytes, LIMIT)],
  ['br', (bytes) => zlib.brotliDecompressSync(bytes, LIMIT)],
  // Available in Node 22.15 and later
  // (https://nodejs.org/api/zlib.html#zlibzstddecompresssyncbuffer-options).
  ['zstd', (bytes) => zlib.zstdDecompressSync(bytes, LIMIT)],
])

/** Returns the decoded bytes, or undefined if they are not in this coding or the coding is unknown. */
export function decompress(bytes: Uint8Array, contentEncoding: string): Uint8Array | undefined {
  try {
    return contentEncoding
      .toLowerCase()
      .split(',')
      .reduceRight<Uint8Array | undefined>(
        (rest, coding) => rest && DECODERS.get(coding.trim())?.(rest),
        bytes,
      )
  } catch {
    return undefined
  }
}
