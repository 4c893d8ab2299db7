import { AdapterError } from '../../../base/json/adapter-error.js'

/**
 * Maximum decompressed size in bytes. Recorded answers are smaller; a file that decompresses to more is
 * treated as hostile.
 */
const LARGEST = 256 * 1024 * 1024

/** Absent in browsers, which cannot decompress synchronously. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/** The functions of `zlib` by content coding. */
const CODINGS: ReadonlyMap<string, 'gunzipSync' | 'inflateSync' | 'brotliDecompressSync'> = new Map([
  ['gzip', 'gunzipSync'],
  ['x-gzip', 'gunzipSync'],
  ['deflate', 'inflateSync'],
  ['br', 'brotliDecompressSync'],
])

/** Decompresses a body that was recorded in its transferred form. */
export function decompressRecorded(bytes: Uint8Array, encoding: string, path: string): Uint8Array {
  const unpack = CODINGS.get(encoding.trim().toLowerCase())
  if (unpack === undefined) return bytes
  try {
    if (zlib === undefined) throw new Error('browsers do not read compressed recordings')
    return zlib[unpack](bytes, { maxOutputLength: LARGEST })
  } catch (error) {
    // Many recorders keep the header although they have decompressed the body.
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
