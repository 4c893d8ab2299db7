import { describe, expect, test } from 'vitest'
import {
  arrayOr,
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  numberOr,
  objectOr,
  stringOr,
} from '../../src/base/json/read-json.js'

describe('readers', () => {
  test('expect… return the value or name the received type', () => {
    expect(expectObject({ a: 1 }, '')).toEqual({ a: 1 })
    expect(expectArray([1], '')).toEqual([1])
    expect(expectString('x', '')).toBe('x')
    const cases: [unknown, string, string][] = [
      [undefined, 'missing-field', 'nothing'],
      [null, 'wrong-type', 'null'],
      [[], 'wrong-type', 'an array'],
      [{}, 'wrong-type', 'an object'],
      [5, 'wrong-type', 'number 5'],
      [true, 'wrong-type', 'boolean true'],
    ]
    for (const [value, code, words] of cases) {
      expect(() => expectString(asJson(value), '/a')).toThrow(
        expect.objectContaining({ code, path: '/a', message: expect.stringContaining(words) }),
      )
    }
    expect(() => expectObject('short', '')).toThrow('"short"')
    expect(() => expectObject('x'.repeat(10_000_000), '')).toThrow('a string of 10000000 characters')
  })

  test('…Or return the fallback for anything else, null included', () => {
    expect([stringOr('a', 1), stringOr(null, 1), stringOr(2, undefined)]).toEqual(['a', 1, undefined])
    expect([numberOr(1, 'x'), numberOr('1', 'x')]).toEqual([1, 'x'])
    expect([objectOr({}, 'x'), objectOr([], 'x'), objectOr(null, 'x')]).toEqual([{}, 'x', 'x'])
    expect([arrayOr([], 'x'), arrayOr({}, 'x'), arrayOr(undefined, 'x')]).toEqual([[], 'x', 'x'])
    expect([isObject(null), isObject([]), isObject({}), isArray({}), isArray([])]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
  })

  test('paths are JSON Pointers', () => {
    expect(at('', 0)).toBe('/0')
    expect(at('/a', 'b')).toBe('/a/b')
    expect(at('', 'a/b~c')).toBe('/a~1b~0c')
    expect(at('', '')).toBe('/')
  })
})
