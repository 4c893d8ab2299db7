import { expect, test } from 'vitest'
import { createChunkDecoder } from '../../src/codec/stream/framing.js'
import { below, seededRandom } from '../support/values.js'

/**
 * Pieces of damaged and foreign text: complete characters of each length, truncated ones, and invalid bytes.
 */
const PIECES = [
  [0x41],
  [0x7f],
  [0xc3, 0xa9],
  [0xdf, 0xbf],
  [0xe2, 0x82, 0xac],
  [0xef, 0xbb, 0xbf],
  [0xef, 0xbf, 0xbd],
  [0xf0, 0x9f, 0x98, 0x80],
  [0xf4, 0x8f, 0xbf, 0xbf],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f],
  [0xf0, 0x9f, 0x98],
  [0x80],
  [0xbf, 0xbf, 0xbf, 0xbf],
  [0xc0, 0x80],
  [0xe0, 0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x80, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80],
  [0xff],
]

function randomBytes(random: () => number): Uint8Array {
  const pieces = Array.from({ length: below(random, 12) }, () =>
    random() < 0.15 ? [below(random, 256)] : (PIECES[below(random, PIECES.length)] ?? []),
  )
  return Uint8Array.from(pieces.flat())
}

function randomChunks(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = start + below(random, 5)
    chunks.push(bytes.subarray(start, end))
    start = end
  }
  return chunks
}

test('chunks cut anywhere, also text that is not UTF-8, give what TextDecoder gives in its stream mode', () => {
  const random = seededRandom(71)
  for (let run = 0; run < 20_000; run += 1) {
    const chunks = randomChunks(randomBytes(random), random)
    const [decoder, reference] = [createChunkDecoder(), new TextDecoder()]
    const text = chunks.map((chunk) => decoder.push(chunk)).join('') + decoder.finish()
    const expected = chunks.map((chunk) => reference.decode(chunk, { stream: true })).join('')
    expect(text, JSON.stringify(chunks.map((chunk) => [...chunk]))).toBe(expected + reference.decode())
  }
})

test('only the half character at the end of a chunk waits, also when the memory of the chunk is used again', () => {
  const bytes = Buffer.from('a😀b')
  for (let split = 1; split < bytes.length; split += 1) {
    const decoder = createChunkDecoder()
    const memory = Buffer.from(bytes.subarray(0, split))
    const first = decoder.push(memory)
    memory.fill(0x7a)
    expect(first).toBe(split < 5 ? 'a' : 'a😀')
    expect(first + decoder.push(bytes.subarray(split)) + decoder.finish()).toBe('a😀b')
  }
})
