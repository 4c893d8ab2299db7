import { describe, expect, test } from 'vitest'
import { eventStream } from '../../src/codec/stream/aws-event-stream.js'
import { crc32 } from '../../src/codec/stream/checksum.js'

const STRING = 7
const encoder = new TextEncoder()

type Header = readonly [name: string, type: number, value: Uint8Array]

function text(name: string, value: string): Header {
  const bytes = encoder.encode(value)
  return [name, STRING, Uint8Array.of(0, bytes.length, ...bytes)]
}

/**
 * Returns a message with these headers. @param length the declared length of the headers. Default: their real
 * length.
 */
function message(headers: readonly Header[], payload = '', length?: number): Uint8Array {
  const written = headers.flatMap(([name, type, value]) => {
    const bytes = encoder.encode(name)
    return [bytes.length, ...bytes, type, ...value]
  })
  const body = encoder.encode(payload)
  const bytes = new Uint8Array(16 + written.length + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  view.setUint32(4, length ?? written.length)
  view.setUint32(8, crc32(bytes, 8))
  bytes.set(written, 12)
  bytes.set(body, 12 + written.length)
  view.setUint32(bytes.length - 4, crc32(bytes, bytes.length - 4))
  return bytes
}

function read(...chunks: readonly Uint8Array[]): unknown[] {
  const framer = eventStream.createFramer()
  const frames = [...chunks.flatMap((chunk) => [...framer.push(chunk)]), ...framer.finish()]
  return frames.map(({ data }) => JSON.parse(String(data)))
}

const START = [text(':message-type', 'event'), text(':event-type', 'messageStart')]

describe('messages are read', () => {
  test('with their names, with any other headers', () => {
    const others: Header[] = [
      ['yes', 0, new Uint8Array(0)],
      ['short', 3, new Uint8Array(2)],
      ['long', 5, new Uint8Array(8)],
      ['bytes', 6, Uint8Array.of(0, 3, 1, 2, 3)],
      ['id', 9, new Uint8Array(16)],
    ]
    expect(read(message([...others, ...START], '{"role":"assistant"}'))).toEqual([
      { messageStart: { role: 'assistant' } },
    ])
  })

  test('without a payload, and without a name', () => {
    expect(read(message(START))).toEqual([{ messageStart: {} }])
    expect(read(message([], '{"a":1}'))).toEqual([{ '': { a: 1 } }])
  })

  test('an error has its code and its text in its headers, or neither', () => {
    const error = text(':message-type', 'error')
    const said = [error, text(':error-code', 'throttled'), text(':error-message', 'Too many')]
    expect(read(message(said))).toEqual([{ error: { code: 'throttled', message: 'Too many' } }])
    expect(read(message([error]))).toEqual([{ error: { code: '', message: '' } }])
  })

  test('of more kinds than are remembered', () => {
    const kinds = Array.from({ length: 40 }, (_, index) =>
      message([text(':event-type', `event${index % 20}`)], '{}'),
    )
    expect(read(...kinds)).toEqual(kinds.map((_, index) => ({ [`event${index % 20}`]: {} })))
  })
})

describe('broken messages are refused', () => {
  test.each<[string, Uint8Array, string]>([
    ['headers that are longer than it', message(START, '{}', 5000), 'shorter than its headers'],
    ['a header that is cut', message([['name', STRING, Uint8Array.of(0, 200, 1)]]), 'headers are cut'],
    ['a header of no known type', message([['name', 77, new Uint8Array(0)]]), 'unknown type 77'],
    ['another checksum', message(START, '{}').with(20, 1), 'checksum is wrong'],
    ['another checksum of its lengths', message(START, '{}').with(7, 1), 'lengths is wrong'],
  ])('%s', (_what, bytes, why) => {
    expect(() => read(bytes)).toThrow(why)
  })
})

test.each<[string, object]>([
  ['an event', { messageStart: { role: 'assistant' } }],
  ['an exception', { throttlingException: { message: 'Too many' } }],
  ['an error', { error: { code: 'throttled', message: 'Too many' } }],
  ['an error that says nothing', { error: { code: '', message: '' } }],
])('%s that is written is read again', (_what, event) => {
  const written = eventStream.write({ data: JSON.stringify(event) })
  expect(read(typeof written === 'string' ? encoder.encode(written) : written)).toEqual([event])
})
