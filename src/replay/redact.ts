import {
  binaryBytes,
  binaryString,
  bodyBytes,
  bytesAsText,
  chunkBytes,
  concatenate,
  recordBody,
  recordChunk,
} from './body.js'
import type { RecordedBody, RecordedExchange, RecordedRequest, RecordedResponse } from './exchange.js'
import {
  parametersIn,
  REDACTED,
  replaceAll,
  replacePiece,
  SECRET_MEMBER,
  secretsIn,
  shapesIn,
} from './secrets.js'

/** Headers that are kept; all others are noise or secrets. */
const KEPT_REQUEST_HEADERS =
  /^(content-type|accept|user-agent|.+-version|.+-beta|.+-organization|.+-project|.+-api-client)$/
const KEPT_RESPONSE_HEADERS =
  /^(content-type|retry-after|retry-after-ms|(.+-)?request-id|.+-?ratelimit-.+|.+-model|.+-version|.+-processing-ms|location)$/

export interface RedactOptions {
  /**
   * JSON Pointers into request and response bodies whose value is replaced; `*` stands for any one token. In a stream
   * they lead into each event.
   */
  readonly bodyPaths?: readonly string[]
  /** Further shapes to replace in any text; must be global expressions. */
  readonly shapes?: readonly RegExp[]
  /** Further headers to keep (lower case); `authorization` and cookies never are. */
  readonly keepHeaders?: readonly string[]
}

/** The exchange as it may be written to disk: secrets replaced by `[redacted]`, headers that do not matter left out. */
export function redactExchange(exchange: RecordedExchange, options?: RedactOptions): RecordedExchange {
  return {
    ...exchange,
    request: redactRequest(exchange.request, options),
    response: redactResponse(exchange.response, options),
  }
}

export function redactRequest(request: RecordedRequest, options: RedactOptions = {}): RecordedRequest {
  return {
    ...request,
    url: redactUrl(request.url, options),
    headers: keptHeaders(request.headers, KEPT_REQUEST_HEADERS, options),
    ...(request.body && { body: redactBody(request.body, options) }),
  }
}

function redactResponse(response: RecordedResponse, options: RedactOptions = {}): RecordedResponse {
  return {
    ...response,
    headers: keptHeaders(response.headers, KEPT_RESPONSE_HEADERS, options),
    ...(response.body && { body: redactBody(response.body, options) }),
  }
}

/** A text without the secrets whose shape is known. */
export function redactText(text: string, options: RedactOptions = {}): string {
  return replaceAll(text, shapesIn(text, options))
}

/** @internal */
export function redactUrl(url: string, options: RedactOptions = {}): string {
  const queryStart = url.indexOf('?') === -1 ? url.length : url.indexOf('?') + 1
  // Credentials may stand before the host (https://user:password@host).
  const base = url.slice(0, queryStart).replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, `$1${REDACTED}@`)
  const query = url.slice(queryStart)
  return redactText(base, options) + replaceAll(query, [...parametersIn(query), ...shapesIn(query, options)])
}

function keptHeaders(
  headers: Readonly<Record<string, string>>,
  kept: RegExp,
  options: RedactOptions,
): Record<string, string> {
  const names = Object.keys(headers).filter(
    (name) => !SECRET_MEMBER.test(name) && (kept.test(name) || options.keepHeaders?.includes(name)),
  )
  return Object.fromEntries(names.map((name) => [name, redactUrl(headers[name] ?? '', options)]))
}

/** A secret may span chunks, so the search runs over the whole body, and the cuts between chunks stay. */
function redactBody(body: RecordedBody, options: RedactOptions): RecordedBody {
  const { pieces, encode } = asPieces('chunks' in body ? body.chunks.map(chunkBytes) : [bodyBytes(body)])
  const whole = pieces.join('')
  const secrets = secretsIn(whole, options)
  if (secrets.length === 0) return body
  if (!('chunks' in body)) return recordBody(encode(replaceAll(whole, secrets))) ?? body
  let offset = 0
  const chunks = pieces.map((piece, index) => {
    const redacted = encode(replacePiece(piece, offset, secrets))
    offset += piece.length
    return recordChunk(redacted, body.chunks[index]?.at ?? 0)
  })
  return { chunks }
}

interface Pieces {
  readonly pieces: readonly string[]
  encode(text: string): Uint8Array
}

/** Bytes as texts that can be searched: a character cut in two goes to the later piece; what is no text, byte for byte. */
function asPieces(bytes: readonly Uint8Array[]): Pieces {
  if (bytesAsText(concatenate(bytes)) === undefined)
    return { pieces: bytes.map(binaryString), encode: binaryBytes }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    pieces: bytes.map((piece) => decoder.decode(piece, { stream: true })),
    encode: (text) => new TextEncoder().encode(text),
  }
}
