import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { parseDocument, parseJson, tryParseJson } from '../../src/base/json/parse.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'

function member(value: JsonValue | undefined, ...keys: (string | number)[]): object {
  let current = value
  for (const key of keys) {
    if (isArray(current) && typeof key === 'number') current = current[key]
    else if (isObject(current)) current = current[key]
  }
  if (typeof current !== 'object' || current === null) throw new Error('no container there')
  return current
}

describe('parseJson', () => {
  test('bad text gives an AdapterError with the path and an excerpt', () => {
    expect(() => parseJson('{"a":', '/x')).toThrow(AdapterError)
    expect(() => parseJson('')).toThrow(expect.objectContaining({ code: 'invalid-json', path: '' }))
    expect(() => parseJson(`[${'x'.repeat(5000)}`, '/x')).toThrow(
      expect.objectContaining({ path: '/x', detail: expect.stringMatching(/^.{1001}$/) }),
    )
  })

  test('a byte order mark is skipped', () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 })
    expect(() => parseJson('\ufeff')).toThrow(AdapterError)
    expect(() => parseJson('\ufeff\ufeff{}')).not.toThrow(TypeError)
  })

  test('__proto__ becomes an own member', () => {
    const value = parseJson('{"__proto__":{"polluted":true}}')
    expect(isObject(value) && Object.hasOwn(value, '__proto__')).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('10,000 levels and lone surrogates pass', () => {
    expect(parseJson('['.repeat(10_000) + ']'.repeat(10_000))).toBeInstanceOf(Array)
    expect(parseJson('"\\ud800"')).toBe('\ud800')
    expect(tryParseJson('{"a":NaN}')).toBeUndefined()
  })

  test('a string of 100 MB passes, numbers looked for', () => {
    const document = parseDocument(`{"text":"${'x'.repeat(100_000_000)}","n":1.5}`)
    expect(document.exactText(member(document.value))).toBeUndefined()
    expect(isObject(document.value) && document.value['n']).toBe(1.5)
  })
})

describe('exactText', () => {
  test('containers whose numbers a double changes have their text, all others none', () => {
    const text = '{"calls":[{"id": 9007199254740993 },{"id": 5}],"pi":[3.14159265358979323846]}'
    const { value, exactText } = parseDocument(text)
    expect(exactText(member(value, 'calls', 0))).toBe('{"id": 9007199254740993 }')
    expect(exactText(member(value, 'calls', 1))).toBeUndefined()
    expect(exactText(member(value, 'pi'))).toBe('[3.14159265358979323846]')
    expect(exactText(member(value))).toBe(text)
    expect(exactText({})).toBeUndefined()
  })

  test('long decimals with digits on both sides of the dot', () => {
    const { value, exactText } = parseDocument('{"a":{"x":123456789.123456789}}')
    expect(exactText(member(value, 'a'))).toBe('{"x":123456789.123456789}')
  })

  test('the last of repeated keys is the one that counts', () => {
    const { value, exactText } = parseDocument(
      '{"a":{"x":9007199254740993,"deep":{"y":1e400}},"a":{"x":1,"deep":{"y":9007199254740995}}}',
    )
    expect(exactText(member(value, 'a', 'deep'))).toBe('{"y":9007199254740995}')
    expect(exactText(member(value, 'a'))).toBe('{"x":1,"deep":{"y":9007199254740995}}')
    const other = parseDocument('{"a":[{},{"x":9007199254740993}],"a":[{"x":1}]}')
    expect(other.exactText(member(other.value, 'a', 0))).toBeUndefined()
  })

  test('keys with escapes, __proto__ and inherited names', () => {
    const { value, exactText } = parseDocument(
      '{"\\u0061\\"b":{"x":1e999},"__proto__":{"y":9007199254740993},"a":{"__proto__":{"constructor":{"z":1e999}}},"a":{}}',
    )
    expect(exactText(member(value, 'a"b'))).toBe('{"x":1e999}')
    expect(exactText(member(value, '__proto__'))).toBe('{"y":9007199254740993}')
    expect(exactText(Object.prototype)).toBeUndefined()
    expect(exactText(Object)).toBeUndefined()
  })

  test('braces and brackets inside strings do not mislead', () => {
    const { value, exactText } = parseDocument('{"s":"}],{\\"","n":{"t":"[","x":9007199254740993}}')
    expect(exactText(member(value, 'n'))).toBe('{"t":"[","x":9007199254740993}')
  })

  test('with a byte order mark, scalars and deep nesting', () => {
    const marked = parseDocument('\ufeff{"a":9007199254740993}')
    expect(marked.exactText(member(marked.value))).toBe('{"a":9007199254740993}')
    expect(parseDocument('9007199254740993').value).toBe(9007199254740992)
    const deep = parseDocument(`${'['.repeat(10_000)}1e999${']'.repeat(10_000)}`)
    expect(deep.exactText(member(deep.value))?.length).toBe(20_005)
  })
})
