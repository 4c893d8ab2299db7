import { type ByteSource, type HttpRequest, webStream } from '../base/http/http-message.js'
import { ProxyFailure } from './proxy-failure.js'

/** A function that decompresses one body while it is read. */
export type Unpacker = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array>

/** Decompressors by the names of `content-encoding`. */
export type Unpackers = Readonly<Record<string, Unpacker>>

/** The decompressors of every runtime with web standards. */
export const webUnpackers: Unpackers = {
  gzip: (body) => body.pipeThrough(new DecompressionStream('gzip')),
  deflate: (body) => body.pipeThrough(new DecompressionStream('deflate')),
}

/**
 * Decompresses a request body on demand, piece by piece.
 * @throws ProxyFailure for an unsupported encoding. The failure lists the supported encodings.
 */
export function unpacked(
  { headers, body }: Pick<HttpRequest, 'headers' | 'body'>,
  unpackers: Unpackers,
): ByteSource | null {
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (body === null || encoding === 'identity' || encoding === '') return body
  const name = encoding.replace(/^x-gzip$/, 'gzip')
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined
  if (unpacker !== undefined) return unpacker(webStream(body))
  const accepted = Object.keys(unpackers)
  throw new ProxyFailure(
    'unknown-encoding',
    `the body of the request is packed as "${encoding.slice(0, 50)}"; send it plain, or packed once as ${accepted.join(', ')}`,
    { accepted },
  )
}
