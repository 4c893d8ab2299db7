import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsFile } from '../../src/lint/files-in-text.js'

const LEAST = 4096
/** Ordinary text, also with signs of a URL with data. */
const words = fc
  .array(fc.constantFrom('See the file', 'data:', 'image/png', ';base64,', '-', 'AAAA'), { maxLength: 2000 })
  .map((parts) => `${parts.join(' ')} `)

test('a bare run is a file from its 4,096th letter on, wherever it stands', () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: LEAST - 3, max: 3 * LEAST }), (before, after, length) => {
      expect(holdsFile(`${before}${'Q'.repeat(length)} ${after}`)).toBe(length >= LEAST)
    }),
  )
})

test('a URL with data is a file from 256 letters on', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 250, max: 260 }), (before, length) => {
      expect(holdsFile(`${before}data:image/png;base64,${'Q'.repeat(length)}`)).toBe(length >= 256)
    }),
  )
  expect(holdsFile(`metadata:image/png;base64,${'Q'.repeat(300)}`)).toBe(false)
})
