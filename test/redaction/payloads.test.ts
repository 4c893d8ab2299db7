import { describe, expect, it } from 'vitest'
import { invokeFraming } from '../../adapters/anthropic-messages/invoke-framing.js'
import { bodyBytes, bodyText, chunkBytes, concatenate } from '../../src/base/http/recorded-body.js'
import type { RecordedBody } from '../../src/base/http/recorded-exchange.js'
import { eventStream } from '../../src/codec/stream/aws-event-stream.js'
import type { Framing } from '../../src/codec/stream/framing.js'
import { binaryFrame } from '../../src/traffic/redaction/binary-frames.js'
import { findSecrets } from '../../src/traffic/redaction/find-secrets.js'
import { redactExchange } from '../../src/traffic/redaction/redact.js'
import { exchange } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'
import { utf8 } from '../support/values.js'

const key = KEYS.Groq ?? ''
const PIECES = `The key is ${key}, keep it.`.match(/.{1,7}/g) ?? []

function redactedBody(body: RecordedBody): RecordedBody | undefined {
  return redactExchange(exchange('x', {}, { body })).response.body
}

interface Stream {
  readonly framing: Framing
  readonly events: readonly string[]
  /** Returns the text of an event. */
  textOf(event: string): string
}

const STREAMS: Readonly<Record<string, Stream>> = {
  'events in binary frames': {
    framing: eventStream,
    events: PIECES.map((text) =>
      JSON.stringify({ contentBlockDelta: { delta: { text }, contentBlockIndex: 0, p: 'abcdefgh' } }),
    ),
    textOf: (event) => JSON.parse(event).contentBlockDelta.delta.text,
  },
  'base64 in binary frames': {
    framing: invokeFraming,
    events: PIECES.map((text) =>
      JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ),
    textOf: (event) => JSON.parse(event).delta.text,
  },
}

function framed({ framing, events }: Stream): Uint8Array {
  return concatenate(
    events.map((data) => {
      const frame = framing.write({ data, event: 'content_block_delta' })
      return typeof frame === 'string' ? utf8(frame) : frame
    }),
  )
}

/** Returns the bytes as recorded chunks of this length. */
function chunked(bytes: Uint8Array, length: number): RecordedBody {
  const chunks = []
  for (let at = 0; at < bytes.length; at += length) {
    const base64 = Buffer.from(bytes.subarray(at, at + length)).toString('base64')
    chunks.push({ at, base64 })
  }
  return { chunks }
}

/** Reads a recorded stream as its adapter does, with the checks of lengths and checksums. */
function textIn({ framing, textOf }: Stream, body: RecordedBody | undefined): string {
  const framer = framing.createFramer()
  const chunks = body !== undefined && 'chunks' in body ? body.chunks.map(chunkBytes) : [bodyBytes(body)]
  const frames = [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.finish()]
  return frames.map(({ data }) => textOf(typeof data === 'string' ? data : JSON.stringify(data))).join('')
}

describe.each(Object.entries(STREAMS))('%s', (_title, stream) => {
  const bytes = framed(stream)

  it.each([1, 5, 64, 1000, 100_000])('lose a key that spans them, in chunks of %i bytes', (length) => {
    const body = redactedBody(chunked(bytes, length))
    expect(textIn(stream, body)).toBe('The key is [redacted], keep it.')
    expect(body).toMatchObject({ chunks: { length: Math.ceil(bytes.length / length) } })
  })

  it('lose a key in a body without chunks', () => {
    const body = redactedBody({ base64: Buffer.from(bytes).toString('base64') })
    expect(textIn(stream, body)).toBe('The key is [redacted], keep it.')
  })

  it('lose a key in one frame', () => {
    const [first = '', ...rest] = stream.events
    const begin = stream.textOf(first)
    const one = { ...stream, events: [first.replace(begin, `${begin} ${key}`), ...rest.slice(-1)] }
    expect(textIn(stream, redactedBody(chunked(framed(one), 50)))).toMatch(/^The key \[redacted\]/)
  })

  it('keep their bytes without a secret', () => {
    const clean = { ...stream, events: stream.events.slice(0, 1) }
    const body = chunked(framed(clean), 9)
    expect(redactedBody(body)).toBe(body)
  })

  it('keep the frames before a truncated one', () => {
    const body = redactedBody(chunked(bytes.subarray(0, bytes.length - 20), 64))
    expect(textIn(stream, body)).toMatch(/^The key is \[redacted\]/)
    expect(Buffer.from(bodyBytes(body)).toString('latin1')).not.toContain(key.slice(-7))
  })
})

describe('texts in the headers of binary frames', () => {
  const text = (value: string) => [7, value.length >> 8, value.length & 0xff, ...Buffer.from(value)]
  const header = (name: string, ...value: number[]) => [name.length, ...Buffer.from(name), ...value]
  /** A header of each type, and a text after them (https://smithy.io/2.0/aws/amazon-eventstream.html). */
  const headersWith = (message: string) =>
    Uint8Array.from([
      ...header('true', 0),
      ...header('byte', 2, 1),
      ...header('short', 3, 1, 2),
      ...header('integer', 4, 1, 2, 3, 4),
      ...header('long', 5, 1, 2, 3, 4, 5, 6, 7, 8),
      ...header('bytes', 6, 0, 2, 7, 0),
      ...header('time', 8, 1, 2, 3, 4, 5, 6, 7, 8),
      ...header('uuid', 9, ...Array(16).fill(7)),
      ...header(':error-message', ...text(message)),
      ...header(':event-type', ...text('contentBlockDelta')),
    ])
  const stream = (message: string, payload: string) =>
    chunked(concatenate([1, 2].map(() => binaryFrame(headersWith(message), utf8(payload)))), 50)
  const bytesOf = (body: RecordedBody | undefined) =>
    body !== undefined && 'chunks' in body ? concatenate(body.chunks.map(chunkBytes)) : bodyBytes(body)

  it.each(['{"a":1}', `{"a":"${key}"}`])('lose a key next to %s', (payload) => {
    expect(bytesOf(redactedBody(stream(`no access with ${key}.`, payload)))).toEqual(
      bytesOf(stream('no access with [redacted].', payload.replace(key, '[redacted]'))),
    )
  })

  it('keep texts without a key, and headers that are not readable', () => {
    const body = stream('no access', '{"a":1}')
    expect(redactedBody(body)).toEqual(body)
    for (let length = 0; length < 200; length += 1) {
      const cut = headersWith(`no access with ${key}.`).subarray(0, length)
      const bytes = binaryFrame(cut, utf8('{}'))
      expect(() => redactedBody(chunked(bytes, 1000))).not.toThrow()
    }
  })
})

describe('base64 in server-sent events', () => {
  it('loses a key that spans the events', () => {
    const lines = PIECES.map((text) => {
      const event = JSON.stringify({ type: 'content_block_delta', index: 0, delta: { text } })
      return `data: ${JSON.stringify({ chunk: { bytes: Buffer.from(event).toString('base64') } })}\n\n`
    })
    const redacted = bodyText(redactedBody({ text: lines.join('') }))
    const texts = redacted
      .split('\n')
      .filter((line) => line.length > 0)
      .map((line) => JSON.parse(line.slice(6)).chunk.bytes)
      .map((bytes) => JSON.parse(Buffer.from(bytes, 'base64').toString()).delta.text)
    expect(texts.join('')).toBe('The key is [redacted], keep it.')
  })
})

describe('documents of one text', () => {
  const lines = PIECES.map((content) => JSON.stringify({ message: { content } })).join('\n')
  const stream = PIECES.map((content) => `data: ${JSON.stringify({ delta: { content } })}\n\n`).join('')

  it('are the pieces of an answer in a stream', () => {
    expect(bodyText(redactedBody({ text: lines }))).toContain('[redacted]')
    expect(findSecrets(stream).length).toBeGreaterThan(0)
  })

  it('are separate texts in a file, a request and a tool result', () => {
    expect(findSecrets(lines)).toEqual([])
    const { request } = redactExchange(exchange('x', { body: { text: lines } }))
    expect(request.body).toEqual({ text: lines })
    const nested = { json: { content: lines } }
    expect(redactedBody(nested)).toBe(nested)
  })
})
