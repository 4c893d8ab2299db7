import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { AdapterError } from '../../../base/json/adapter-error.js'

/** No recorded answer is that large; a file that unpacks to more is meant to do harm. */
const LARGEST = 256 * 1024 * 1024

const UNPACK: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** What a body holds that was recorded as it came over the network. */
export function decompress(bytes: Uint8Array, encoding: string, path: string): Uint8Array {
  const unpack = UNPACK[encoding.trim().toLowerCase()]
  if (unpack === undefined) return bytes
  try {
    return unpack(bytes, { maxOutputLength: LARGEST })
  } catch (error) {
    // Many recorders keep the header though they have unpacked the body.
    if (looksUnpacked(bytes)) return bytes
    throw new AdapterError(
      'wrong-type',
      path,
      `the body is declared as ${encoding}, but cannot be unpacked`,
      String(error),
    )
  }
}

function looksUnpacked(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
