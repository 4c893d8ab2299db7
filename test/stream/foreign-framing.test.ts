import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FrameReading } from '../../src/codec/stream/framing.js'
import { ndjson, ndjsonReading, sse, sseReading } from '../../src/codec/stream/framing.js'
import { tries } from '../support/cases.js'

function dataOf(reading: FrameReading, pieces: readonly Uint8Array[]): string[] {
  const framer = reading.createFramer()
  return [...pieces.flatMap((piece) => framer.push(piece)), ...framer.finish()].map(({ data }) => data)
}

function cut(text: string, lengths: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const pieces: Uint8Array[] = []
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1
    pieces.push(bytes.subarray(start, start + length))
    start += length
  }
  return pieces
}

const values = fc.array(fc.record({ type: fc.constant('piece'), text: fc.string({ unit: 'grapheme' }) }), {
  minLength: 2,
  maxLength: 5,
})
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('a stream that is parted as those of other wires are', () => {
  test.each([
    ['events, read as lines', sse, ndjsonReading],
    ['lines, read as events', ndjson, sseReading],
  ] as const)('%s: the complete stream is emitted, at any split', (_name, written, reading) => {
    const property = fc.property(values, lengths, (said, pieces) => {
      const text = said.map((data) => written.write({ event: 'piece', data })).join('')
      expect(dataOf(reading, cut(text, pieces)).map((data) => JSON.parse(data))).toEqual(said)
    })
    fc.assert(property, tries(300))
  })
})
