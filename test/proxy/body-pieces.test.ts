import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonLength } from '../../src/proxy/body-pieces.js'

/** Few different bytes, so that random bodies have long common beginnings. */
const bytes = fc.array(fc.constantFrom(0x00, 0x61, 0xff), { maxLength: 24 })
const cuts = fc.array(fc.nat(24), { maxLength: 4 })

/** Returns the body in pieces, which are views into larger buffers at any offset. */
function cut(body: readonly number[], places: readonly number[]): Uint8Array[] {
  const ends = [...places.filter((place) => place < body.length), body.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => {
    const piece = body.slice(ends[index - 1] ?? 0, end)
    return new Uint8Array([7, ...piece, 7]).subarray(1, -1)
  })
}

test('commonLength counts the bytes with which two bodies begin, wherever their pieces end', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, cuts, cuts, (start, first, second, firstCuts, secondCuts) => {
      const bodies = [
        [...start, ...first],
        [...start, ...second],
      ] as const
      const differs = bodies[0].findIndex((byte, index) => byte !== bodies[1][index])
      const common = differs === -1 ? bodies[0].length : differs
      expect(commonLength(cut(bodies[0], firstCuts), cut(bodies[1], secondCuts))).toBe(common)
    }),
    { numRuns: 500 },
  )
})
