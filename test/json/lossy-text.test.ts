import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLossy, losesNumbers, lossyNumbers } from '../../src/base/json/lossy-text.js'
import { expectLinear } from '../support/growth.js'

/**
 * Returns the exact decimal value as digits and exponent, calculated with bigints in the slow, obvious way.
 */
function exactValue(number: string): { digits: bigint; exponent: number } {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

function sameNumber(a: string, b: string): boolean {
  const left = exactValue(a)
  const right = exactValue(b)
  const exponent = Math.min(left.exponent, right.exponent)
  const scale = (value: typeof left) => value.digits * 10n ** BigInt(value.exponent - exponent)
  return scale(left) === scale(right)
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(1, 22).map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits(1, 22), { nil: undefined }),
    fc.option(fc.integer({ min: -420, max: 420 }), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const mantissa = fraction === undefined ? whole : `${whole}.${fraction}`
    return `${sign}${mantissa}${exponent === undefined ? '' : `e${exponent}`}`
  })

describe('numbers that a double changes', () => {
  test('exactly those whose decimal value differs from the parsed one', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const parsed = Number(number)
        const changed = !Number.isFinite(parsed) || !sameNumber(number, String(parsed))
        expect(isLossy(number)).toBe(changed)
        expect(lossyNumbers(`{"text":"1e999","value":[${number}]}`)).toEqual(changed ? [number] : [])
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['9007199254740993', true],
    ['9007199254740992', false],
    ['123456789.123456789', true],
    ['0.1', false],
    ['0.10000000000000000', false],
    ['0.1000000000000000055511151231257827', true],
    ['3.141592653589793238', true],
    ['1e400', true],
    ['1e-400', true],
    ['1E5', false],
    ['100000000000000000000', false],
    ['-0', false],
    ['0e999999999999999999', false],
  ])('%s: %s', (number, changed) => {
    expect(losesNumbers(`[${number}]`)).toBe(changed)
  })

  test('digits inside strings do not count, escaped quotes included', () => {
    expect(losesNumbers('{"id":"9007199254740993","text":"\\"9007199254740993\\\\"}')).toBe(false)
    expect(lossyNumbers('{"\\\\":9007199254740993}')).toEqual(['9007199254740993'])
  })
})

describe('cost', () => {
  test('long runs of zeros inside a number are parsed in linear time', () =>
    expectLinear((size) => {
      const zeros = '0'.repeat(size)
      lossyNumbers(`[1${zeros}1, 0.${zeros}1, 1${zeros}]`)
    }, 300_000))

  test('a megabyte is searched once, not again and again', () =>
    expectLinear(
      (size) => losesNumbers(JSON.stringify({ text: 'The 12 foxes, 3.5e1 lazy dogs. '.repeat(size) })),
      32_000,
    ))
})
