import { bytesAsText, frameChunk, recordBody, recordChunk } from '../../base/http/recorded-body.js'
import type { RecordedBody, RecordedChunk } from '../../base/http/recorded-exchange.js'
import type { JsonArray, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { sse } from '../../codec/stream/framing.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'

/**
 * The content type of binary streams:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html, "Event stream encoding"
 */
export const BINARY_STREAM = 'application/vnd.amazon.eventstream'

/**
 * Returns a body of a known content type. A stream is split into one chunk per event, without times, which
 * the source does not contain.
 */
export function recordAnswer(bytes: Uint8Array, contentType: string): RecordedBody | undefined {
  if (bytes.length === 0) return undefined
  if (contentType.includes(BINARY_STREAM)) return { chunks: splitBinary(bytes) }
  const cut = TEXT_STREAMS.find(([type]) => type.test(contentType))?.[1]
  const text = cut && bytesAsText(bytes)
  if (cut === undefined || text === undefined) return recordBody(bytes)
  return {
    chunks: text
      .split(cut)
      .filter(Boolean)
      .map((piece): RecordedChunk => ({ at: 0, text: piece })),
  }
}

/** Split positions in text streams: after the blank line of an event, or after each line. */
const TEXT_STREAMS: readonly (readonly [type: RegExp, cut: RegExp])[] = [
  [/event-stream/, /(?<=\n\n|\r\n\r\n|\r\r)/],
  [/ndjson|jsonl|json-seq/, /(?<=\n)/],
]

/**
 * Returns true if these bytes are messages of a binary event stream: they begin with the length of the first
 * message, then the length of its headers.
 */
export function isBinaryStream(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(0)
  return length >= 16 && length <= bytes.length && view.getUint32(4) <= length - 16
}

/** Splits a binary event stream. Every message begins with its length in four bytes. */
function splitBinary(bytes: Uint8Array): RecordedChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: RecordedChunk[] = []
  let start = 0
  while (start < bytes.length) {
    const length = start + 4 <= bytes.length ? view.getUint32(start) : 0
    // If the length is less than the message frame or exceeds the remaining bytes, the rest is kept as one
    // piece.
    const end = length < 16 || start + length > bytes.length ? bytes.length : start + length
    chunks.push(recordChunk(bytes.subarray(start, end), 0))
    start = end
  }
  return chunks
}

/**
 * Encodes parsed events in the framing of the wire. Servers whose events have a `type` also use it as the
 * event name.
 */
export function recordEvents(events: JsonArray, adapter: Adapter | undefined): RecordedBody {
  const { framing = sse, done } = adapter?.codecs.stream ?? {}
  const frames = events.map((event) =>
    framing.write(compact({ event: eventName(event), data: asText(event) })),
  )
  if (done !== undefined) frames.push(framing.write({ data: done }))
  return { chunks: frames.map((frame) => frameChunk(frame, 0)) }
}

export function streamType(adapter: Adapter | undefined): string {
  return (adapter?.codecs.stream.framing ?? sse).contentType
}

function eventName(event: JsonValue): string | undefined {
  return isObject(event) && typeof event.type === 'string' && /^[\w.-]+$/.test(event.type)
    ? event.type
    : undefined
}

/** Returns an event as text, since framings write a string unchanged. */
function asText(event: JsonValue): string {
  return stringifyJson(event)
}
