import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lossyNumbers } from '../../src/base/json/lossy-text.js'
import { ExactNumber, parseExact, stringifyExact } from '../../src/base/json/parse.js'
import { asJson } from '../../src/base/json/read-json.js'

const HARD = [
  '12345678901234567890',
  '1E400',
  '-1e-400',
  '0.10000000000000000001',
  '1.00000000000000000000',
  '9007199254740993',
]

/** A number in any valid notation. */
const numbers = fc.oneof(
  fc.constantFrom(...HARD),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
)

/** JSON text without whitespace and without repeated keys. */
const texts = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    numbers,
    fc.string().map((text) => JSON.stringify(text)),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value')).map((items) => `[${items.join(',')}]`),
  object: fc
    .uniqueArray(
      fc.tuple(
        fc.string({ minLength: 1, unit: 'grapheme-ascii' }).filter((key) => !/^\d+$/.test(key)),
        tie('value'),
      ),
      {
        selector: ([key]) => key,
      },
    )
    .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
}))

describe('numbers that no double holds', () => {
  test.each(HARD.slice(0, 4))('%s is written unchanged', (digits) => {
    const text = `{"a":[${digits},{"b":${digits}}],"c":"${digits}"}`
    expect(stringifyExact(asJson(parseExact(text)))).toBe(text)
  })

  test('keep their digits in any text, and all else is as JSON.parse reads it', () => {
    fc.assert(
      fc.property(texts.list, (text) => {
        const value = parseExact(text)
        const written = stringifyExact(asJson(value))
        expect(JSON.parse(written)).toEqual(JSON.parse(text))
        expect(stringifyExact(asJson(parseExact(written)))).toBe(written)
        expect(lossyNumbers(written)).toEqual(lossyNumbers(text))
      }),
    )
  })

  test('are rounded by everybody else, as every number is', () => {
    expect(JSON.stringify(parseExact('{"a":12345678901234567890,"b":1E400}'))).toBe(
      '{"a":12345678901234567000,"b":null}',
    )
  })

  test('do not outlive a repetition of their key', () => {
    const written = (text: string) => stringifyExact(asJson(parseExact(text)))
    expect(written('{"a":1E400,"a":"x"}')).toBe('{"a":"x"}')
    expect(written('{"a":1E400,"a":2}')).toBe('{"a":2}')
    expect(written('{"a":12345678901234567890,"a":7,"a":12345678901234567891}')).toBe(
      '{"a":12345678901234567891}',
    )
    expect(written('{"a":{"b":1E400},"a":{"b":1}}')).toBe('{"a":{"b":1}}')
  })

  test('are written beside what JSON leaves out', () => {
    const exact = asJson(new ExactNumber('1E400'))
    expect(
      stringifyExact({
        a: exact,
        b: asJson(undefined),
        c: [asJson(undefined), exact],
        d: asJson(new Date(0)),
      }),
    ).toBe('{"a":1E400,"c":[null,1E400],"d":"1970-01-01T00:00:00.000Z"}')
  })

  test('in a value nested too deeply are refused by name', () => {
    let value = asJson(new ExactNumber('1E400'))
    for (let level = 0; level < 2000; level += 1) value = [value]
    expect(() => stringifyExact(value)).toThrow(expect.objectContaining({ code: 'too-deep' }))
  })
})
