import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disjoint, replaceAll, replaceInPieces } from '../../src/traffic/redaction/replacements.js'

const TEXT = 'abcdefghijklmnopqrstuvwxyz'

const ranges = fc.array(
  fc
    .tuple(fc.nat({ max: TEXT.length - 1 }), fc.integer({ min: 1, max: 9 }))
    .map(([start, length]) => ({ start, end: Math.min(start + length, TEXT.length), text: '#' })),
  { maxLength: 6 },
)

/** Returns the characters of the text that are in none of the ranges. */
function outside(found: readonly { readonly start: number; readonly end: number }[]): string {
  return [...TEXT].filter((_, at) => !found.some(({ start, end }) => start <= at && at < end)).join('')
}

test('of ranges that overlap, touch or contain each other no character remains, and all others do', () => {
  fc.assert(
    fc.property(ranges, (found) => {
      expect(replaceAll(TEXT, found).replaceAll('#', '')).toBe(outside(found))
      const merged = disjoint(found)
      merged.forEach(({ start }, index) => {
        expect(start).toBeGreaterThanOrEqual(merged[index - 1]?.end ?? 0)
      })
    }),
    { numRuns: 500 },
  )
})

test('nor in pieces of the text', () => {
  fc.assert(
    fc.property(ranges, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 4 }), (found, lengths) => {
      const pieces: string[] = []
      let start = 0
      for (const length of [...lengths, TEXT.length]) {
        pieces.push(TEXT.slice(start, start + length))
        start += length
      }
      const replaced = replaceInPieces(pieces, disjoint(found))
      expect(replaced).toHaveLength(pieces.length)
      expect(replaced.join('')).toBe(replaceAll(TEXT, found))
    }),
    { numRuns: 500 },
  )
})
