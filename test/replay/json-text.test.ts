import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSpans, unescaped } from '../../src/base/json/spans.js'
import { someLocally } from '../support/cases.js'

const stringsIn = (text: string) =>
  [...jsonSpans(text)].filter(({ isString }) => isString).map(({ start, end }) => text.slice(start, end))

describe('the values in a JSON text', () => {
  const pieces = [
    ['plain', 'A'],
    ['escaped', '\\n'],
    ['many small strings', '","'],
  ] as const
  it.each(someLocally(pieces, 1, 'long JSON texts'))(
    'are found in a text of any length: %s',
    (_case, piece) => {
      const text = `{"data":["${piece.repeat((16 << 20) / piece.length)}"],"last":"x"}`
      let last = ''
      for (const { isString, start, end } of jsonSpans(text)) if (isString) last = text.slice(start, end)
      expect(last).toBe('"x"')
    },
  )

  it('are those that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const expected: unknown[] = []
        JSON.stringify(value, (_key, member) => {
          if (typeof member === 'string') expected.push(member)
          return member
        })
        const found = stringsIn(JSON.stringify(value)).map((literal) => unescaped(literal.slice(1, -1)).text)
        expect(found).toEqual(expected)
      }),
    )
  })

  it('are reported for a text that ends inside a string', () => {
    const text = '{"a":"b","key":"the be\\"ginning'
    const last = [...jsonSpans(text)].at(-1)
    expect(last).toMatchObject({ key: 'key', start: text.indexOf('"the'), end: text.length, isCut: true })
  })

  it('know where each character of a string was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(30)), (value, indexes) => {
        const literal = JSON.stringify(value).slice(1, -1)
        const { text, offsetOf } = unescaped(literal)
        expect(text).toBe(value)
        for (const index of indexes) {
          const rest = literal.slice(offsetOf(index))
          expect(JSON.parse(`"${rest}"`)).toBe(value.slice(index))
        }
      }),
    )
  })
})
