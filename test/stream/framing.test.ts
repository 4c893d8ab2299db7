import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { type Frame, ndjson, sse } from '../../src/codec/stream/framing.js'

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
  '%s: a character cut in two between chunks of bytes stays whole',
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
  '%s: what some clients take for the end of a line is escaped',
  (framing) => {
    const text = 'a\u2028b\u2029c\u0085d\n'
    for (const value of [{ text }, JSON.stringify({ text })]) {
      const frame = FRAMINGS[framing].write({ data: value })
      expect(frame).not.toMatch(/[\u0085\u2028\u2029]/)
      expect(data(framesOf(framing, [frame])).map((each) => JSON.parse(each))).toEqual([{ text }])
    }
  },
)
