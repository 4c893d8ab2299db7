import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsFile, splitFiles } from '../../src/translate/lint/files-in-text.js'

const LEAST = 4096
/** Ordinary text, which may contain fragments of data URLs. */
const words = fc
  .array(fc.constantFrom('See the file', 'data:', 'image/png', ';base64,', '-', 'AAAA'), { maxLength: 2000 })
  .map((parts) => `${parts.join(' ')} `)

test('a bare run is a file from its 4,096th letter on, at any position', () => {
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

test('words and files are distinguished, and together are the text', () => {
  const file = fc.record({
    data: fc.integer({ min: 256, max: 9000 }).map((length) => `iVBORw0KGgo${'Q'.repeat(length - 11)}`),
    filled: fc.constantFrom('', '=', '=='),
    named: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(words, file), { maxLength: 4 }), words, (before, last) => {
      const written = before.map(
        ([text, { data, filled, named }]) =>
          `${text}${named ? 'data:image/png;base64,' : ''}${data}${filled}`,
      )
      const pieces = splitFiles(`${written.join(' ')} ${last}`) ?? []
      const found = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.data]))
      const files = before.filter(([, { named, data }]) => named || data.length >= LEAST)
      expect(found).toEqual(expect.arrayContaining(files.map(([, { data, filled }]) => data + filled)))
    }),
    { numRuns: 50 },
  )
})

test('a file of any length fits the stack', () => {
  const [file] = splitFiles(`data:image/png;base64,${'Q'.repeat(20_000_000)}`) ?? []
  expect(typeof file === 'object' && file.data.length).toBe(20_000_000)
  expect(holdsFile('Q'.repeat(20_000_000))).toBe(true)
})
