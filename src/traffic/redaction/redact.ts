import { decompress } from '../../base/http/compression.js'
import {
  bodyBytes,
  bodyJson,
  bodyText,
  bytesAsText,
  chunkBytes,
  chunksIn,
  concatenate,
  recordBody,
  recordChunk,
} from '../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedChunk,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../base/http/recorded-exchange.js'
import { binaryBytes, binaryString } from '../../base/json/base64.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, wrongType } from '../../base/json/read-json.js'
import { type Called, expectGiven, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { type BinaryFrame, binaryFrame, binaryFrames, mapHeaderTexts } from './binary-frames.js'
import { credentialsOf, type Echo, echoesOf } from './credentials.js'
import { type Replacement, replaceAll, replaceInPieces } from './replacements.js'
import { isSecretName } from './secret-names.js'
import { secretsIn } from './secrets.js'
import { parameters, plainSecrets, REDACTED, type Search } from './secrets-in-text.js'

/** Headers that are kept. All other headers are removed as noise or secrets. */
const KEPT_REQUEST_HEADERS =
  /^(content-type|accept|user-agent|.+-version|.+-beta|.+-organization|.+-project|.+-api-client)$/
const KEPT_RESPONSE_HEADERS =
  /^(?:content-type|retry-after|retry-after-ms|request-id|location)$|.-(?:request-id|model|version|processing-ms)$|.ratelimit-./

/** Values to redact in addition to known credentials, and headers to keep. */
export interface RedactOptions {
  /**
   * JSON Pointers to values to redact in request and response bodies; `*` matches any token. In a stream they
   * apply to each event.
   */
  readonly bodyPaths?: readonly string[] | undefined
  /** Global regular expressions to redact in any text. */
  readonly shapes?: readonly RegExp[] | undefined
  /** Additional headers to keep (lower case). `authorization` and cookies are never kept. */
  readonly keepHeaders?: readonly string[] | undefined
}

/**
 * Returns the exchange in a form that may be written to disk. Secrets are replaced by `[redacted]`, including
 * secrets of the request that the answer repeats. Irrelevant headers are omitted and compressed bodies are
 * decompressed.
 */
export function redactExchange(exchange: RecordedExchange, options?: RedactOptions): RecordedExchange {
  expectGiven(exchange, CALLED)
  expectGiven(exchange.request, CALLED, '/request')
  expectGiven(exchange.response, CALLED, '/response')
  const { request, echoes } = redactAsking(exchange.request, options)
  return { ...exchange, request, response: redactResponse(exchange.response, echoes, options) }
}

export function redactRequest(request: RecordedRequest, options?: RedactOptions): RecordedRequest {
  return redactAsking(request, options).request
}

const OPTIONS: KnownOptions<RedactOptions> = { bodyPaths: true, shapes: true, keepHeaders: true }

const CALLED: Called = [
  'this is not a recorded exchange',
  'an object with request and response, as readExchanges gives it',
]

/** Returns the redacted request, and its credentials in the forms in which the answer may repeat them. */
function redactAsking(
  request: RecordedRequest,
  options: RedactOptions = {},
): { readonly request: RecordedRequest; readonly echoes: readonly Echo[] } {
  expectOptions(options, OPTIONS, ['redaction', 'redactExchange(exchange, { shapes })'])
  const unpacked = unpackRequest(request)
  const credentials = credentialsOf(unpacked)
  const first = searchFor(options, echoesOf(credentials))
  const once = redactRequestWith(unpacked, first, options)
  const echoes = echoesOf(new Set([...credentials, ...first.named]))
  if (echoes.length === first.echoes.length) return { request: once, echoes }
  // A secret that a member of the body names may also occur elsewhere in the body.
  return { request: redactRequestWith(unpacked, searchFor(options, echoes), options), echoes }
}

function redactRequestWith(
  request: RecordedRequest,
  search: Search,
  options: RedactOptions,
): RecordedRequest {
  return {
    ...request,
    url: redactUrl(request.url, search),
    headers: redactHeaders(request.headers, isKept(KEPT_REQUEST_HEADERS, options), search),
    ...(request.body && { body: redactBody(request.body, search, false) }),
  }
}

function redactResponse(
  response: RecordedResponse,
  echoes: readonly Echo[],
  options: RedactOptions = {},
): RecordedResponse {
  const { body = undefined } = unpack(response) ?? response
  const search = searchFor(options, echoes)
  return {
    ...response,
    headers: redactHeaders(response.headers, isKept(KEPT_RESPONSE_HEADERS, options), search),
    ...(body && { body: redactBody(body, search, true) }),
  }
}

/** Returns a text without secrets of known shapes. */
export function redactText(text: string, options: RedactOptions = {}): string {
  if (typeof text !== 'string') throw wrongType('a text', asJson(text), '')
  expectOptions(options, OPTIONS, ['redactText', 'redactText(text, { shapes })'])
  const found: Replacement[] = []
  plainSecrets(text, searchFor(options), found)
  return replaceAll(text, found)
}

/**
 * Returns the JSON of a record without secrets: the same value if it has none.
 * @param isStream true if the record may have the events of a stream, whose texts continue each other. Default: true.
 */
export function redactJson(json: JsonValue, isStream = true): JsonValue {
  const body: RecordedBody = { json }
  const redacted = redactBody(body, searchFor({}), isStream)
  return redacted === body ? json : (bodyJson(redacted) ?? REDACTED)
}

/** Returns the chunks of a streamed answer without secrets. */
export function redactChunks(chunks: readonly RecordedChunk[]): readonly RecordedChunk[] {
  return chunksIn(redactBody({ chunks }, searchFor({}), true)) ?? []
}

function searchFor({ bodyPaths, shapes }: RedactOptions, echoes: readonly Echo[] = []): Search {
  return { bodyPaths, shapes, echoes, named: new Set() }
}

function redactUrl(url: string, search: Search): string {
  const found: Replacement[] = []
  // Credentials may precede the host (https://user:password@host, or //user:password@host in a `Location`).
  const [all, scheme = ''] = /^((?:[a-z][a-z0-9+.-]{0,30}:)?\/\/)[^/?#@]{1,2000}@/i.exec(url) ?? []
  if (all !== undefined) found.push({ start: scheme.length, end: all.length - 1, text: REDACTED })
  plainSecrets(url, search, found)
  // Parameters of a path segment (`/v1;key=…/models`) end with the segment.
  for (const { 0: piece, index } of url.matchAll(/;[^/?#;]{1,2000}|[?#][\s\S]*/g)) {
    const inPiece: Replacement[] = []
    parameters(piece, 'sent', search, inPiece)
    for (const { start, end, text } of inPiece) found.push({ start: start + index, end: end + index, text })
  }
  return replaceAll(url, found)
}

type Headers = RecordedRequest['headers']

function isKept(kept: RegExp, { keepHeaders = [] }: RedactOptions): (name: string) => boolean {
  return (name) => !isSecretName(name) && (kept.test(name) || keepHeaders.includes(name))
}

function redactHeaders(headers: Headers, isWanted: (name: string) => boolean, search: Search): Headers {
  const kept = Object.entries(headers).filter(([name]) => isWanted(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, redactUrl(value, search)]))
}

/**
 * Returns the message with a decompressed body, or undefined if the body is not compressed or cannot be
 * decompressed.
 */
function unpack<M extends RecordedRequest | RecordedResponse>(message: M): M | undefined {
  const encoding = message.headers['content-encoding']
  const { body } = message
  // A text body was already decompressed, as fetch does.
  if (encoding === undefined || body === undefined || !('base64' in body)) return undefined
  const bytes = decompress(bodyBytes(body), encoding)
  if (bytes === undefined) return undefined
  const { 'content-encoding': _, ...headers } = message.headers
  return { ...message, headers, body: recordBody(bytes) }
}

/** Decompresses a request. A body that cannot be decompressed cannot be searched, so it is dropped. */
function unpackRequest(request: RecordedRequest): RecordedRequest {
  const unpacked = unpack(request)
  if (unpacked !== undefined) return unpacked
  const isPacked = (request.headers['content-encoding'] ?? 'identity') !== 'identity'
  return isPacked && request.body !== undefined && 'base64' in request.body
    ? { ...request, body: { text: REDACTED } }
    : request
}

/**
 * Redacts a body. A secret may span chunks, so the complete body is searched and the chunk boundaries are
 * kept.
 */
function redactBody(body: RecordedBody, search: Search, isStream: boolean): RecordedBody {
  const text = textPieces(body)
  if (text !== undefined) return redactPieces(body, text, search, isStream)
  const bytes = bytePieces(body)
  const frames = framePieces(bytes, search)
  if (frames !== undefined) return redactPieces(body, frames, search, true)
  return redactPieces(body, asPieces(bytes), search, isStream)
}

function redactPieces(
  body: RecordedBody,
  pieces: BodyPieces,
  search: Search,
  isStream: boolean,
): RecordedBody {
  const { texts, encode } = pieces
  const secrets = secretsIn(texts.join(''), search, { isStream })
  if (secrets.length === 0 && !pieces.isChanged) return body
  const chunks = encode(replaceInPieces(texts, secrets))
  if (!('chunks' in body)) return recordBody(concatenate(chunks)) ?? body
  return { chunks: chunks.map((bytes, index) => recordChunk(bytes, body.chunks[index]?.at ?? 0)) }
}

/** The searchable texts of a body. */
interface BodyPieces {
  readonly texts: readonly string[]
  /** True if `encode` redacts something outside of the texts. */
  readonly isChanged?: boolean
  /** Returns the chunks of the body with these texts. */
  encode(texts: readonly string[]): Uint8Array[]
}

function encodeUtf8(texts: readonly string[]): Uint8Array[] {
  return texts.map((text) => new TextEncoder().encode(text))
}

/** Texts are not converted to bytes, which would take several times their memory. */
function textPieces(body: RecordedBody): BodyPieces | undefined {
  if (!('chunks' in body))
    return 'base64' in body ? undefined : { texts: [bodyText(body)], encode: encodeUtf8 }
  const texts = body.chunks.flatMap((chunk) => ('text' in chunk ? [chunk.text] : []))
  return texts.length === body.chunks.length ? { texts, encode: encodeUtf8 } : undefined
}

function bytePieces(body: RecordedBody): Uint8Array[] {
  return 'chunks' in body ? body.chunks.map(chunkBytes) : [bodyBytes(body)]
}

/**
 * Converts the messages of a binary event stream to lines with their payloads. A message goes to the chunk in
 * which it ended. The rest of a truncated stream is searched byte by byte.
 */
function framePieces(chunks: readonly Uint8Array[], search: Search): BodyPieces | undefined {
  const stream = binaryFrames(concatenate(chunks))
  if (stream === undefined) return undefined
  const { frames, rest } = stream
  const headers = redactedHeaders(frames, search)
  const isChanged = frames.some((frame, at) => headers[at] !== frame.headers)
  const payloads = frames.map(({ payload }) => `${bytesAsText(payload) ?? binaryString(payload)}\n`)
  const texts = [...payloads, binaryString(rest)]
  const encode = (redacted: readonly string[]) => {
    const encoded = chunks.map((): Uint8Array[] => [])
    let index = 0
    let chunkEnd = chunks[0]?.length ?? 0
    frames.forEach((frame, at) => {
      for (; chunkEnd < frame.end && index < chunks.length - 1; chunkEnd += chunks[index]?.length ?? 0)
        index += 1
      const own = headers[at] ?? frame.headers
      const isSame = redacted[at] === texts[at] && own === frame.headers
      encoded[index]?.push(isSame ? frame.bytes : reframed(own, frame.payload, redacted[at] ?? ''))
    })
    encoded.at(-1)?.push(binaryBytes(redacted.at(-1) ?? ''))
    return encoded.map(concatenate)
  }
  return { texts, isChanged, encode }
}

/** Redacts the texts in the headers of messages, such as the message of an error. Most texts repeat. */
function redactedHeaders(frames: readonly BinaryFrame[], search: Search): Uint8Array[] {
  const redacted = new Map<string, string>()
  return frames.map(({ headers }) =>
    mapHeaderTexts(headers, (text) => {
      const known = redacted.get(text) ?? replaceAll(text, secretsIn(text, search))
      redacted.set(text, known)
      return known
    }),
  )
}

function reframed(headers: Uint8Array, payload: Uint8Array, line: string): Uint8Array {
  const text = line.replace(/\n$/, '')
  const isText = bytesAsText(payload) !== undefined
  return binaryFrame(headers, isText ? new TextEncoder().encode(text) : binaryBytes(text))
}

/**
 * Converts bytes to searchable texts. A character split between two pieces goes to the later piece. Binary
 * data is converted byte by byte.
 */
function asPieces(bytes: readonly Uint8Array[]): BodyPieces {
  if (bytesAsText(concatenate(bytes)) === undefined)
    return { texts: bytes.map(binaryString), encode: (texts) => texts.map(binaryBytes) }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return { texts: bytes.map((piece) => decoder.decode(piece, { stream: true })), encode: encodeUtf8 }
}
