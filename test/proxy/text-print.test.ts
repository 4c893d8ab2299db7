import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textPrint } from '../../src/proxy/kept-answers.js'

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u2003', '\u3000', '\ufeff', '\u2028', 'ä', '中'),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const encoded = (of: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(of))
/** Like `\s`, plus all control characters. A lone surrogate becomes the UTF-8 replacement character. */
const plain = (of: string) => encoded(of).replaceAll(/[\s\0-\x20]+/g, '')

test('two texts have the same print if, and only if, they are the same without their blanks', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(textPrint([a]) === textPrint([b])).toBe(plain(a) === plain(b))
      expect(textPrint([a, b])).toBe(textPrint([plain(a + b)]))
      expect(textPrint([a]) === '').toBe(plain(a) === '')
    }),
  )
})

test.each([
  ['ab', 'ba'],
  ['a', 'aa'],
  ['ac', 'b'],
])('the order and the number of characters count: %s is not %s', (a, b) => {
  expect(textPrint([a])).not.toBe(textPrint([b]))
})
