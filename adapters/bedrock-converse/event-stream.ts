import { AdapterError } from '../../src/json/errors.js'
import { tryParseJson } from '../../src/json/parse.js'
import { stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { type Frame, type Framer, type Framing, frameTooLong, sse } from '../../src/stream/framing.js'
import { crc32 } from './checksum.js'
import { membersOf } from './union.js'

/**
 * AWS's binary event streams, https://smithy.io/2.0/aws/amazon-eventstream.html: a message is its length, the length of
 * its headers and a checksum of both (12 bytes), the headers, the payload, and a checksum of it all. A header names the
 * event, so an event is read as `{<name>: payload}`: the form in which the SDK has it. Recorders keep these events
 * decoded, as text: a stream that does not begin with a length is read as server-sent events of that form.
 */
export const eventStream: Framing = {
  contentType: 'application/vnd.amazon.eventstream',
  createFramer(maxFrameLength) {
    let framer: Framer | undefined
    return {
      push(chunk) {
        if (chunk.length === 0) return []
        // No message reaches the 16 MB that would need the first byte of its length.
        const isBinary = typeof chunk !== 'string' && chunk[0] === 0
        framer ??= isBinary ? new BinaryFramer(maxFrameLength) : sse.createFramer(maxFrameLength)
        return framer.push(chunk)
      },
      finish: () => framer?.finish() ?? [],
    }
  },
  write: ({ data }) => writeMessage(typeof data === 'string' ? tryParseJson(data) : data),
}

const PRELUDE = 12
const CHECKSUM = 4
const DEFAULT_MAX = 64 * 1024 * 1024
const decoder = /* @__PURE__ */ new TextDecoder()
const encoder = /* @__PURE__ */ new TextEncoder()

class BinaryFramer implements Framer {
  readonly #max: number
  #buffer: Uint8Array = new Uint8Array(0)
  #start = 0
  #end = 0

  constructor(max = DEFAULT_MAX) {
    this.#max = max
  }

  push(chunk: Uint8Array | string): readonly Frame[] {
    this.#append(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    const frames: Frame[] = []
    for (let message = this.#next(); message !== undefined; message = this.#next())
      frames.push(readMessage(message))
    return frames
  }

  /** Half a message says nothing; that something is missing the decoder knows. */
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
    // A buffer that came in as a chunk is not ours to write to, but it is full.
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
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function expectPrelude(message: Uint8Array): void {
  const view = viewOf(message)
  if (view.getUint32(8) !== crc32(message.subarray(0, 8)))
    throw broken('the checksum of its lengths is wrong')
  if (view.getUint32(0) < PRELUDE + view.getUint32(4) + CHECKSUM)
    throw broken('it is shorter than its headers')
}

function broken(why: string): AdapterError {
  return new AdapterError('broken-frame', '', `a message of the event stream is broken: ${why}`)
}

function readMessage(message: Uint8Array): Frame {
  const view = viewOf(message)
  const end = message.length - CHECKSUM
  if (view.getUint32(end) !== crc32(message.subarray(0, end))) throw broken('its checksum is wrong')
  const body = PRELUDE + view.getUint32(4)
  const headers = readHeaders(message.subarray(PRELUDE, body))
  const payload = decoder.decode(message.subarray(body, end)) || '{}'
  const type = headers.get(':message-type')
  if (type === 'error') {
    const error = { code: headers.get(':error-code') ?? '', message: headers.get(':error-message') ?? '' }
    return { data: JSON.stringify({ error }) }
  }
  const name = headers.get(type === 'exception' ? ':exception-type' : ':event-type') ?? ''
  return { data: `{${JSON.stringify(name)}:${payload}}` }
}

/** Lengths of the values of each header type; the two that say their own length are apart. */
const VALUE_LENGTH: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]
const STRING = 7

/** Only headers that are strings mean anything here. */
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

/** `{<name>: payload}` as a message. Names of exceptions say so themselves. */
function writeMessage(event: JsonValue | undefined): Uint8Array {
  const [name = '', payload = {}] = Object.entries(membersOf(event))[0] ?? []
  const body = name === 'error' ? '' : JSON.stringify(payload)
  return assemble(headersOf(name, membersOf(payload)), encoder.encode(body))
}

function headersOf(name: string, { code, message }: JsonObject): readonly (readonly [string, string])[] {
  if (name === 'error')
    return [
      [':message-type', 'error'],
      [':error-code', stringOr(code, '')],
      [':error-message', stringOr(message, '')],
    ]
  const isException = name.endsWith('Exception')
  return [
    [isException ? ':exception-type' : ':event-type', name],
    [':content-type', 'application/json'],
    [':message-type', isException ? 'exception' : 'event'],
  ]
}

function assemble(headers: readonly (readonly [string, string])[], payload: Uint8Array): Uint8Array {
  const written = headers.map(([name, value]) => [encoder.encode(name), encoder.encode(value)] as const)
  const headersLength = written.reduce((sum, [name, value]) => sum + 4 + name.length + value.length, 0)
  const message = new Uint8Array(PRELUDE + headersLength + payload.length + CHECKSUM)
  const view = viewOf(message)
  view.setUint32(0, message.length)
  view.setUint32(4, headersLength)
  view.setUint32(8, crc32(message.subarray(0, 8)))
  let position = PRELUDE
  for (const [name, value] of written) {
    view.setUint8(position, name.length)
    message.set(name, position + 1)
    position += 1 + name.length
    view.setUint8(position, STRING)
    view.setUint16(position + 1, value.length)
    message.set(value, position + 3)
    position += 3 + value.length
  }
  message.set(payload, position)
  const end = message.length - CHECKSUM
  view.setUint32(end, crc32(message.subarray(0, end)))
  return message
}
