import { bytesAsText, frameChunk, recordBody, recordChunk } from '../../base/http/recorded-body.js'
import type { RecordedBody, RecordedChunk } from '../../base/http/recorded-exchange.js'
import type { JsonArray, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { sse } from '../../codec/stream/framing.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'

/** https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html, "Event stream encoding" */
export const BINARY_STREAM = 'application/vnd.amazon.eventstream'

/** A body of known type; a stream becomes one chunk per event, since its source does not know the times. */
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

/** Where streams of text are cut: after the blank line of an event, after each line. */
const TEXT_STREAMS: readonly (readonly [type: RegExp, cut: RegExp])[] = [
  [/event-stream/, /(?<=\n\n|\r\n\r\n|\r\r)/],
  [/ndjson|jsonl|json-seq/, /(?<=\n)/],
]

/** Whether these are the messages of a binary event stream: the length of the first, then that of its headers. */
export function isBinaryStream(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(0)
  return length >= 16 && length <= bytes.length && view.getUint32(4) <= length - 16
}

/** Every message of a binary event stream begins with its length, in four bytes. */
function splitBinary(bytes: Uint8Array): RecordedChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: RecordedChunk[] = []
  let start = 0
  while (start < bytes.length) {
    const length = start + 4 <= bytes.length ? view.getUint32(start) : 0
    // Less than a message's own frame, or more than there is: the rest is kept in one piece.
    const end = length < 16 || start + length > bytes.length ? bytes.length : start + length
    chunks.push(recordChunk(bytes.subarray(start, end), 0))
    start = end
  }
  return chunks
}

/** Parsed events as the wire would have sent them. Servers whose events have a `type` name the event after it. */
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

/** Framings write a string as it is. */
function asText(event: JsonValue): string {
  return stringifyJson(event)
}
