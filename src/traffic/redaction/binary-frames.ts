import { concatenate } from '../../base/http/recorded-body.js'
import { crc32 } from '../../codec/stream/checksum.js'

/** A message of a binary event stream (https://smithy.io/2.0/aws/amazon-eventstream.html). */
export interface BinaryFrame {
  /** The complete message. */
  readonly bytes: Uint8Array
  readonly headers: Uint8Array
  readonly payload: Uint8Array
  /** The offset after the message in the stream. */
  readonly end: number
}

/** The messages of a stream. */
export interface BinaryFrames {
  readonly frames: readonly BinaryFrame[]
  /** The bytes after the last complete message. */
  readonly rest: Uint8Array
}

const PRELUDE = 12
const CHECKSUM = 4

/** Splits a stream into its messages. Returns undefined if it does not begin with a message. */
export function binaryFrames(bytes: Uint8Array): BinaryFrames | undefined {
  const frames: BinaryFrame[] = []
  let start = 0
  for (let frame = frameAt(bytes, start); frame !== undefined; frame = frameAt(bytes, start)) {
    frames.push(frame)
    start = frame.end
  }
  return frames.length === 0 ? undefined : { frames, rest: bytes.subarray(start) }
}

function frameAt(bytes: Uint8Array, start: number): BinaryFrame | undefined {
  if (bytes.length - start < PRELUDE + CHECKSUM) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + start)
  const [length, headersLength] = [view.getUint32(0), view.getUint32(4)]
  const payload = start + PRELUDE + headersLength
  const end = start + length
  if (end > bytes.length || payload + CHECKSUM > end) return undefined
  if (view.getUint32(8) !== crc32(bytes.subarray(start, start + 8), 8)) return undefined
  return {
    bytes: bytes.subarray(start, end),
    headers: bytes.subarray(start + PRELUDE, payload),
    payload: bytes.subarray(payload, end - CHECKSUM),
    end,
  }
}

/** Encodes a message with new lengths and checksums. */
export function binaryFrame(headers: Uint8Array, payload: Uint8Array): Uint8Array {
  const end = PRELUDE + headers.length + payload.length
  const message = new Uint8Array(end + CHECKSUM)
  const view = new DataView(message.buffer)
  view.setUint32(0, message.length)
  view.setUint32(4, headers.length)
  view.setUint32(8, crc32(message, 8))
  message.set(headers, PRELUDE)
  message.set(payload, PRELUDE + headers.length)
  view.setUint32(end, crc32(message, end))
  return message
}

/** Number of bytes of a header's value by its type. Undefined for data and text with a length before them. */
const VALUE_LENGTHS: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]
const LAST_TYPE = VALUE_LENGTHS.length - 1
const TEXT_TYPE = 7
const LONGEST_VALUE = 0xffff

/** The value of a header. */
interface HeaderValue {
  readonly isText: boolean
  readonly start: number
  readonly end: number
}

/** Replaces the texts in headers. Returns the same headers if no text changes. */
export function mapHeaderTexts(headers: Uint8Array, change: (text: string) => string): Uint8Array {
  const pieces: Uint8Array[] = []
  let copied = 0
  for (const { isText, start, end } of headerValues(headers)) {
    const text = isText ? new TextDecoder().decode(headers.subarray(start, end)) : ''
    const changed = change(text)
    if (changed === text) continue
    const bytes = new TextEncoder().encode(changed).subarray(0, LONGEST_VALUE)
    pieces.push(headers.subarray(copied, start - 2), Uint8Array.of(bytes.length >> 8, bytes.length), bytes)
    copied = end
  }
  return pieces.length === 0 ? headers : concatenate([...pieces, headers.subarray(copied)])
}

/** Yields the values of headers up to the first header that is not complete. */
function* headerValues(headers: Uint8Array): Generator<HeaderValue> {
  for (let at = 0; at < headers.length; ) {
    const typeAt = at + 1 + (headers[at] ?? 0)
    const type = headers[typeAt]
    if (type === undefined || type > LAST_TYPE) return
    const fixed = VALUE_LENGTHS[type]
    const start = typeAt + (fixed === undefined ? 3 : 1)
    const end = start + (fixed ?? ((headers[start - 2] ?? 0) << 8) + (headers[start - 1] ?? 0))
    if (end > headers.length) return
    yield { isText: type === TEXT_TYPE, start, end }
    at = end
  }
}
