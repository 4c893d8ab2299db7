import { AdapterError } from '../json/adapter-error.js'
import { fromBase64, toBase64 } from '../json/base64.js'
import type { JsonValue } from '../json/json-types.js'
import { tryParseJson } from '../json/parse.js'
import type { RecordedBody, RecordedChunk } from './recorded-exchange.js'

const strictUtf8 = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes the bytes as text. Returns undefined if they are not valid UTF-8. */
export function bytesAsText(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8().decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the most readable recorded form of the bytes. `bodyBytes` restores exactly the same bytes. */
export function recordBody(bytes: Uint8Array): RecordedBody | undefined {
  if (bytes.length === 0) return undefined
  const text = bytesAsText(bytes)
  if (text === undefined) return { base64: toBase64(bytes) }
  return recordText(text)
}

/**
 * Maximum length of a text that is recorded as JSON. Parsing and writing a longer text would need many times
 * its size in memory.
 */
const LONGEST_JSON = 8 << 20

export function recordText(text: string): RecordedBody {
  const json = text.length > LONGEST_JSON ? undefined : tryParseJson(text)
  if (json === undefined) return { text }
  try {
    return jsonForms(json).find((form) => writeJson(form) === text) ?? { text }
  } catch {
    // The body is nested so deeply that it can be parsed but not written.
    return { text }
  }
}

interface JsonForm {
  readonly json: JsonValue
  readonly indent?: number
  readonly newline?: true
}

/**
 * Returns the JSON in compact form and indented by two spaces (as Google's servers send it), each with and
 * without a final line break.
 */
function jsonForms(json: JsonValue): JsonForm[] {
  return [{ json }, { json, newline: true }, { json, indent: 2 }, { json, indent: 2, newline: true }]
}

function writeJson({ json, indent, newline }: JsonForm): string {
  return JSON.stringify(json, null, indent) + (newline ? '\n' : '')
}

export function recordChunk(bytes: Uint8Array, at: number): RecordedChunk {
  const text = bytesAsText(bytes)
  return text === undefined ? { at, base64: toBase64(bytes) } : { at, text }
}

/** Creates the chunk of a frame as an adapter writes it: text, or bytes on wires with binary streams. */
export function frameChunk(frame: string | Uint8Array, at: number): RecordedChunk {
  return typeof frame === 'string' ? { at, text: frame } : recordChunk(frame, at)
}

/** Returns the complete body as text. Bytes that are not UTF-8 become replacement characters. */
export function bodyText(body: RecordedBody | undefined): string {
  if (body === undefined) return ''
  if ('text' in body) return body.text
  if ('json' in body) return writeJson(body)
  return new TextDecoder().decode(bodyBytes(body))
}

/** Returns the complete body, byte for byte. */
export function bodyBytes(body: RecordedBody | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if ('base64' in body) return bytesIn(body.base64)
  if ('chunks' in body) return concatenate(body.chunks.map(chunkBytes))
  return new TextEncoder().encode(bodyText(body))
}

export function chunkBytes(chunk: RecordedChunk): Uint8Array {
  return 'text' in chunk ? new TextEncoder().encode(chunk.text) : bytesIn(chunk.base64)
}

/** Returns the chunks of a streamed body; undefined for any other body. */
export function chunksIn(body: RecordedBody | undefined): readonly RecordedChunk[] | undefined {
  return body !== undefined && 'chunks' in body ? body.chunks : undefined
}

/** Returns the body as JSON, or undefined if it is not JSON. */
export function bodyJson(body: RecordedBody | undefined): JsonValue | undefined {
  if (body === undefined) return undefined
  return 'json' in body ? body.json : tryParseJson(bodyText(body))
}

function bytesIn(text: string): Uint8Array {
  const bytes = fromBase64(text)
  if (bytes !== undefined) return bytes
  throw new AdapterError('wrong-type', '', 'a recorded body is not base64', text.slice(0, 200))
}

/** Concatenates the chunks. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}

/** A part of a multipart body: the name of its field and the position of its content. */
export interface MultipartPart {
  readonly name: string
  readonly start: number
  readonly end: number
}

const OPENING = /^(?:\r?\n)?(--[^\r\n]{1,200})\r?\n/
const LONGEST_HEADERS = 4000
const HEADERS_END = /\r?\n\r?\n/
const FIELD_NAME = /content-disposition:[^\r\n]{0,500}?[;\s]name="?([^";\r\n]{0,200})/i

/**
 * Returns the parts of a multipart body (https://www.rfc-editor.org/rfc/rfc7578), or undefined for any other
 * text.
 */
export function multipartParts(text: string): MultipartPart[] | undefined {
  const [opening, boundary] = OPENING.exec(text) ?? []
  if (opening === undefined || boundary === undefined) return undefined
  if (!FIELD_NAME.test(text.slice(0, LONGEST_HEADERS))) return undefined
  const parts: MultipartPart[] = []
  for (let from = opening.length; from < text.length; ) {
    const next = text.indexOf(`\n${boundary}`, from)
    const end = next === -1 ? text.length : next
    const headers = text.slice(from, Math.min(from + LONGEST_HEADERS, end))
    const headersEnd = HEADERS_END.exec(headers)
    const start = from + (headersEnd ? headersEnd.index + headersEnd[0].length : 0)
    const contentEnd = text[end - 1] === '\r' ? end - 1 : end
    parts.push({ name: FIELD_NAME.exec(headers)?.[1] ?? '', start, end: contentEnd })
    from = next === -1 ? text.length : next + 1 + boundary.length
  }
  return parts
}
