import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { objectOr, stringOr } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { crc32 } from './checksum.js'
import {
  type Frame,
  type FrameReading,
  type Framer,
  type Framing,
  frameTooLong,
  sseReading,
} from './framing.js'

/**
 * Binary event streams of AWS, https://smithy.io/2.0/aws/amazon-eventstream.html: a message is its length,
 * the length of its headers and a checksum of both (12 bytes), the headers, the payload, and a checksum of
 * the complete message. A header contains the event's name, so an event is decoded as `{<name>: payload}`,
 * the form of the SDK. Recorders keep these events decoded, as text: a stream that does not begin with a
 * length is read as server-sent events of that form.
 */
export const eventStreamReading: FrameReading = {
  createFramer(maxFrameLength) {
    let framer: Framer | undefined
    return {
      push(chunk) {
        if (chunk.length === 0) return []
        // The first byte of a message's length is always zero, since messages are smaller than 16 MB.
        const isBinary = typeof chunk !== 'string' && chunk[0] === 0
        framer ??= isBinary ? new BinaryFramer(maxFrameLength) : sseReading.createFramer(maxFrameLength)
        return framer.push(chunk)
      },
      finish: () => framer?.finish() ?? [],
    }
  },
}

/** As `eventStreamReading`, with encoding. */
export const eventStream: Framing = {
  contentType: 'application/vnd.amazon.eventstream',
  createFramer: (maxFrameLength) => eventStreamReading.createFramer(maxFrameLength),
  write: ({ data }) => writeMessage(typeof data === 'string' ? data : stringifyJson(data)),
}

const PRELUDE = 12
const CHECKSUM = 4
const MOST_HEADS = 16
const DEFAULT_MAX = 64 * 1024 * 1024
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = /* @__PURE__ */ new TextEncoder()

class BinaryFramer implements Framer {
  readonly #max: number
  #buffer: Uint8Array = new Uint8Array(0)
  #start = 0
  #end = 0
  /** The decoded headers, the latest first. A stream has only a few different headers. */
  readonly #heads: EventHead[] = []

  constructor(max = DEFAULT_MAX) {
    this.#max = max
  }

  push(chunk: Uint8Array | string): readonly Frame[] {
    this.#append(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    const frames: Frame[] = []
    for (let message = this.#next(); message !== undefined; message = this.#next())
      frames.push({ data: this.#read(message) })
    return frames
  }

  /** Ignores an incomplete message; the decoder detects that data is missing. */
  finish(): readonly Frame[] {
    return []
  }

  #append(chunk: Uint8Array): void {
    const pending = this.#end - this.#start
    if (pending === 0) {
      ;[this.#buffer, this.#start, this.#end] = [chunk, 0, chunk.length]
      return
    }
    const length = pending + chunk.length
    // A buffer that arrived as a chunk must not be modified. This buffer is always full, so this branch
    // copies it.
    if (this.#end + chunk.length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * pending))
      larger.set(this.#buffer.subarray(this.#start, this.#end))
      ;[this.#buffer, this.#start, this.#end] = [larger, 0, pending]
    }
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  #next(): Uint8Array | undefined {
    const rest = this.#buffer.subarray(this.#start, this.#end)
    if (rest.length < PRELUDE) return undefined
    const length = viewOf(rest).getUint32(0)
    if (length > this.#max) throw frameTooLong(this.#max)
    expectPrelude(rest)
    if (rest.length < length) return undefined
    this.#start += length
    return rest.subarray(0, length)
  }

  #read(message: Uint8Array): string {
    const view = viewOf(message)
    const end = message.length - CHECKSUM
    if (view.getUint32(end) !== crc32(message, end)) throw broken('its checksum is wrong')
    const body = PRELUDE + view.getUint32(4)
    const headers = message.subarray(PRELUDE, body)
    const head = this.#heads.find(({ bytes }) => isSame(headers, bytes)) ?? this.#learn(headers)
    return head.error ?? `{${head.name}:${decoder.decode(message.subarray(body, end)) || '{}'}}`
  }

  #learn(headers: Uint8Array): EventHead {
    const head = readHead(headers)
    this.#heads.unshift(head)
    if (this.#heads.length > MOST_HEADS) this.#heads.pop()
    return head
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function expectPrelude(message: Uint8Array): void {
  const view = viewOf(message)
  if (view.getUint32(8) !== crc32(message, 8)) throw broken('the checksum of its lengths is wrong')
  if (view.getUint32(0) < PRELUDE + view.getUint32(4) + CHECKSUM)
    throw broken('it is shorter than its headers')
}

function broken(why: string): AdapterError {
  return new AdapterError('broken-frame', '', `a message of the event stream is invalid: ${why}`)
}

/** The decoded headers of a message. */
interface EventHead {
  readonly bytes: Uint8Array
  /** The name of the payload's event, as JSON. */
  readonly name: string
  /** The complete event, if it has no payload. */
  readonly error?: string
}

function readHead(bytes: Uint8Array): EventHead {
  const headers = readHeaders(bytes)
  const type = headers.get(':message-type')
  const name = headers.get(type === 'exception' ? ':exception-type' : ':event-type') ?? ''
  // A copy, since readers of streams may reuse the memory of a chunk.
  const head = { bytes: new Uint8Array(bytes), name: JSON.stringify(name) }
  if (type !== 'error') return head
  const error = { code: headers.get(':error-code') ?? '', message: headers.get(':error-message') ?? '' }
  return { ...head, error: JSON.stringify({ error }) }
}

function isSame(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false
  for (let index = 0; index < first.length; index += 1) if (first[index] !== second[index]) return false
  return true
}

/**
 * Lengths of header values in bytes, by header type. Undefined for the two types whose values contain their
 * length.
 */
const VALUE_LENGTH: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]
const STRING = 7

/** Reads the string headers of a message. Headers of other types are not used. */
function readHeaders(bytes: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  const view = viewOf(bytes)
  let position = 0
  const take = (length: number) => {
    position += length
    if (position > bytes.length) throw broken('its headers are cut')
    return position - length
  }
  while (position < bytes.length) {
    const nameLength = view.getUint8(take(1))
    const nameStart = take(nameLength)
    const type = view.getUint8(take(1))
    if (type >= VALUE_LENGTH.length) throw broken(`it has a header of the unknown type ${type}`)
    const length = VALUE_LENGTH[type] ?? view.getUint16(take(2))
    const start = take(length)
    if (type === STRING) headers.set(text(bytes, nameStart, nameLength), text(bytes, start, length))
  }
  return headers
}

function text(bytes: Uint8Array, start: number, length: number): string {
  return decoder.decode(bytes.subarray(start, start + length))
}

/** Matches the name and the payload of an event. The payload is the only member of the event. */
const EVENT = /^\{"([^"\\]*)":(.*)\}$/s

/**
 * Encodes `{<name>: payload}` as a message; the payload is unchanged. The name of an exception identifies the
 * message as an exception.
 */
function writeMessage(event: string): Uint8Array {
  const [, name = '', payload = '{}'] = EVENT.exec(event) ?? []
  if (name !== 'error') return assemble(eventHeaders(name), payload)
  const { code, message }: JsonObject = objectOr(tryParseJson(payload), {})
  const headers = [
    [':message-type', 'error'],
    [':error-code', stringOr(code, '')],
    [':error-message', stringOr(message, '')],
  ] as const
  return assemble(writeHeaders(headers), '')
}

/** The encoded headers by event name. About a dozen names exist. */
const written = /* @__PURE__ */ new Map<string, Uint8Array>()

function eventHeaders(name: string): Uint8Array {
  const known = written.get(name)
  if (known !== undefined) return known
  const isException = name.endsWith('Exception')
  const headers = writeHeaders([
    [isException ? ':exception-type' : ':event-type', name],
    [':content-type', 'application/json'],
    [':message-type', isException ? 'exception' : 'event'],
  ])
  written.set(name, headers)
  return headers
}

function writeHeaders(headers: readonly (readonly [string, string])[]): Uint8Array {
  const bytes = headers.flatMap(([name, text]) => {
    const value = encoder.encode(text)
    return [name.length, ...encoder.encode(name), STRING, value.length >> 8, value.length & 0xff, ...value]
  })
  return Uint8Array.from(bytes)
}

/** A buffer in which short messages are assembled. */
const scratch = /* @__PURE__ */ new Uint8Array(16_384)

function assemble(headers: Uint8Array, payload: string): Uint8Array {
  const start = PRELUDE + headers.length
  const longest = start + 3 * payload.length + CHECKSUM
  const message = longest > scratch.length ? new Uint8Array(longest) : scratch
  const view = viewOf(message)
  message.set(headers, PRELUDE)
  const end = start + encoder.encodeInto(payload, message.subarray(start)).written
  view.setUint32(0, end + CHECKSUM)
  view.setUint32(4, headers.length)
  view.setUint32(8, crc32(message, 8))
  view.setUint32(end, crc32(message, end))
  return message.slice(0, end + CHECKSUM)
}
