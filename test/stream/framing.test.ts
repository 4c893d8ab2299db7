import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { type Frame, ndjson, sse } from '../../src/codec/stream/framing.js'
import { allAdapters } from '../support/adapters.js'
import { utf8 } from '../support/values.js'

const FRAMINGS = { sse, ndjson }

function framesOf(framing: 'sse' | 'ndjson', chunks: readonly (string | Uint8Array)[]): Frame[] {
  const framer = FRAMINGS[framing].createFramer()
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.finish()]
}

const data = (frames: readonly Frame[]) => frames.map((frame) => frame.data)

test('server-sent events: names, several data lines, comments, and the last event without its blank line', () => {
  const frames = framesOf('sse', [': hi\n\nevent: a\ndata: 1\n\n', 'data: 2\ndata: 3\n\n', 'data: 4'])
  expect(data(frames)).toEqual(['1', '2\n3', '4'])
  expect(frames[0]?.event).toBe('a')
})

test('lines: empty ones are skipped, the last one needs no end, chunks may end anywhere', () => {
  expect(data(framesOf('ndjson', ['{"a":1}\n\n \n{"b"', ':2', '}\n', '{"c":3}']))).toEqual([
    '{"a":1}',
    '{"b":2}',
    '{"c":3}',
  ])
  expect(data(framesOf('ndjson', ['{"a":1}\r\n{"b":2}\r\n'])).map((line) => line.trim())).toEqual([
    '{"a":1}',
    '{"b":2}',
  ])
  expect(framesOf('ndjson', [])).toEqual([])
})

test.each(['sse', 'ndjson'] as const)(
  '%s: a character that is split between chunks of bytes stays complete',
  (framing) => {
    const text = framing === 'sse' ? 'data: "é😀"\n\n' : '"é😀"\n'
    const bytes = new TextEncoder().encode(text)
    for (let split = 1; split < bytes.length; split += 1)
      expect(data(framesOf(framing, [bytes.subarray(0, split), bytes.subarray(split)]))).toEqual(['"é😀"'])
  },
)

test.each([sse, ndjson])('a frame that is nested too deeply to be written is refused by name', (framing) => {
  let data: JsonValue = 1
  for (let level = 0; level < 20_000; level += 1) data = [data]
  expect(() => framing.write({ data })).toThrow(expect.objectContaining({ code: 'too-deep' }))
})

test.each(['sse', 'ndjson'] as const)(
  '%s: characters that some clients treat as line ends are escaped',
  (framing) => {
    const text = 'a\u2028b\u2029c\u0085d\n'
    for (const value of [{ text }, JSON.stringify({ text })]) {
      const frame = FRAMINGS[framing].write({ data: value })
      expect(frame).not.toMatch(/[\u0085\u2028\u2029]/)
      expect(data(framesOf(framing, [frame])).map((each) => JSON.parse(each))).toEqual([{ text }])
    }
  },
)

const BOUND = 400

/** Returns these texts as frames of a framing, as one chunk of bytes each. */
function framed({ write }: typeof sse, texts: readonly string[]): Uint8Array[] {
  return texts.map((text) => {
    const frame = write({ data: { text } })
    return typeof frame === 'string' ? utf8(frame) : frame
  })
}

test.each(allAdapters.map(({ wire, adapter }) => [wire, adapter.codecs.stream.framing] as const))(
  '%s: the bound is that of each frame, and the second frame beyond it is refused like the first',
  (_wire, framing) => {
    const short = framed(
      framing,
      Array.from({ length: 20 }, (_, index) => `${index}`.repeat(20)),
    )
    const bytes = Buffer.concat(short)
    const ways = { frames: short, whole: [bytes], bytes: Array.from(bytes, (byte) => Uint8Array.of(byte)) }
    for (const [way, chunks] of Object.entries(ways)) {
      const framer = framing.createFramer(BOUND)
      const read = [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.finish()]
      expect(read, way).toHaveLength(20)
    }
    const [long = utf8('')] = framed(framing, ['x'.repeat(2 * BOUND)])
    for (const before of [0, 3]) {
      const framer = framing.createFramer(BOUND)
      for (const chunk of short.slice(0, before)) framer.push(chunk)
      const feed = () => {
        for (const byte of long) framer.push(Uint8Array.of(byte))
      }
      expect(feed).toThrow(expect.objectContaining({ code: 'frame-too-long' }))
    }
  },
)
