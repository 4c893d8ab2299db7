import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { createPartialJson, type PartialJson } from '../../src/base/json/partial-json.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { MAX_DEPTH } from '../../src/base/json/write-json.js'
import { expectLinear } from '../support/growth.js'

function feed(...pieces: string[]): PartialJson {
  const partial = createPartialJson()
  for (const piece of pieces) partial.push(piece)
  return partial
}

/** Returns true if `early` is a possible partial value of `final`. */
function isPrefix(early: JsonValue | undefined, final: JsonValue | undefined): boolean {
  if (early === undefined) return true
  if (typeof early === 'string' && typeof final === 'string') return final.startsWith(early)
  if (isArray(early)) {
    return (
      isArray(final) && early.every((item, index) => index < final.length && isPrefix(item, final[index]))
    )
  }
  if (!isObject(early)) return Object.is(early, final)
  if (!isObject(final)) return false
  const keys = Object.keys(early)
  return keys.every((key) => Object.hasOwn(final, key) && isPrefix(early[key], final[key]))
}

const texts = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 5 }).map((value) => ` ${JSON.stringify(value, null, '\t')}\r\n`),
)

describe('the partial value is that of JSON.parse', () => {
  test('every prefix of a text is a prefix of its value, and the end is its value', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const final = tryParseJson(text)
        const isNumber = typeof final === 'number'
        const partial = createPartialJson()
        for (const character of text) {
          partial.push(character)
          expect(partial.failed).toBeUndefined()
          if (!isNumber) expect(isPrefix(partial.value, final)).toBe(true)
        }
        expect(partial.complete).toBe(true)
        expect(partial.value).toEqual(final)
        expect(JSON.stringify(partial.value)).toBe(JSON.stringify(final))
      }),
      { numRuns: 300 },
    )
  })

  test('for any chunk boundaries', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(40)), (text, cuts) => {
        const partial = createPartialJson()
        let index = 0
        for (const cut of cuts) {
          partial.push(text.slice(index, index + cut))
          index += cut
        }
        partial.push(text.slice(index))
        expect(partial.value).toEqual(tryParseJson(text))
        expect(partial.complete).toBe(true)
      }),
    )
  })

  test('complete means that JSON.parse accepts the text; damaged texts never throw', () => {
    const damaged = fc
      .tuple(
        texts,
        fc.nat(),
        fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '-', '0', 'e', '.', 'x', '\n', '\u0001', ''),
      )
      .map(([text, place, character]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + character + text.slice(at + 1)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        const partial = feed(text)
        const value = tryParseJson(text)
        expect(partial.complete).toBe(value !== undefined)
        if (partial.complete) expect(partial.value).toEqual(value)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '1e+',
    '--1',
    '0x1',
    '1-2',
    '{"a":01}',
    '[1.]',
    '[-]',
    'tru',
    'nul!',
    'True',
    '[truex]',
    'NaN',
    '[1,]',
    '{"a":1,}',
    '{,}',
    '[,]',
    '{"a"}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '"\\x"',
    '"\\u12g4"',
    '"\t"',
    '[1}',
    '{"a":1]',
    '1 2',
    '{} {}',
    '\ufeff{}',
    '\u00a01',
    '',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(tryParseJson(text)).toBeUndefined()
    expect(feed(text).complete).toBe(false)
    const wrapped = feed(`[${text},0]`)
    expect(wrapped.complete).toBe(tryParseJson(`[${text},0]`) !== undefined)
  })
})

describe('values that are shown early', () => {
  test('strings grow, open containers are included', () => {
    const partial = feed('{"city":"Par')
    expect(partial.value).toEqual({ city: 'Par' })
    partial.push('is","days":[1,2')
    expect(partial.value).toEqual({ city: 'Paris', days: [1] })
    partial.push('0],"where":{')
    expect(partial.value).toEqual({ city: 'Paris', days: [1, 20], where: {} })
    expect(partial.complete).toBe(false)
    partial.push('}}')
    expect(partial.complete).toBe(true)
  })

  test('it is one live value', () => {
    const partial = feed('{"text":"a')
    const { value } = partial
    partial.push('b')
    expect(partial.value).toBe(value)
    expect(value).toEqual({ text: 'ab' })
  })

  test('keys, numbers and words wait until they are complete', () => {
    expect(feed('{"ke').value).toEqual({})
    expect(feed('{"key"').value).toEqual({})
    expect(feed('{"key":').value).toEqual({})
    expect(feed('{"key":12').value).toEqual({})
    expect(feed('{"key":tru').value).toEqual({})
    expect(feed('{"key":"').value).toEqual({ key: '' })
    expect(feed('').value).toBeUndefined()
  })

  test('escapes may be cut anywhere', () => {
    expect(feed('"a\\').value).toBe('a')
    expect(feed('"a\\', 'n').value).toBe('a\n')
    expect(feed('"\\ud8', '3d', '\\', 'ude0', '0"').value).toBe('😀')
    expect(feed('"\\ud83d"').value).toBe('\ud83d')
  })

  test('a top-level number is complete as soon as it reads as one', () => {
    expect(feed('-')).toMatchObject({ value: undefined, complete: false })
    expect(feed('-1')).toMatchObject({ value: -1, complete: true })
    expect(feed('-1', '2')).toMatchObject({ value: -12, complete: true })
    expect(feed('-12', '.')).toMatchObject({ complete: false })
  })

  test('the last of repeated keys wins', () => {
    expect(feed('{"a":{"x":1},"a":{"y":2}}').value).toEqual({ a: { y: 2 } })
  })
})

describe('hostile text', () => {
  test('__proto__ is an ordinary member', () => {
    const partial = feed('{"__proto__":{"polluted":"ye', 's"},"constructor":{"prototype":{"polluted":1}}}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.keys(Object(partial.value))).toEqual(['__proto__', 'constructor'])
    expect(JSON.stringify(partial.value)).toBe(
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":1}}}',
    )
    expect(JSON.stringify(feed('{"__proto__":"a', 'b"}').value)).toBe('{"__proto__":"ab"}')
  })

  test('nesting is limited', () => {
    expect(feed('['.repeat(MAX_DEPTH)).failed).toBeUndefined()
    const partial = feed('{"a":'.repeat(10_000))
    expect(partial.failed).toMatchObject({ name: 'AdapterError', code: 'too-deep' })
    expect(partial.failed?.path.startsWith('/a/a/a')).toBe(true)
    expect(partial.complete).toBe(false)
  })

  test('a complete text follows the same rules', () => {
    const deep = '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)
    expect(feed(deep).failed).toMatchObject({ code: 'too-deep' })
    expect(feed(`${deep.slice(1, -1)}`)).toMatchObject({ complete: true, failed: undefined })
    const whole = feed(JSON.stringify({ text: 'x'.repeat(1000) }), ' ')
    expect(whole.complete).toBe(true)
    whole.push('}')
    expect(whole.failed).toMatchObject({ code: 'invalid-json' })
  })

  test('a syntax error is reported with its position, and earlier values are kept', () => {
    const partial = feed('{"list":["a",{"b":!}]}')
    expect(partial.failed).toMatchObject({ code: 'invalid-json', path: '/list/1/b' })
    expect(partial.value).toEqual({ list: ['a', {}] })
    partial.push('{"more":1}')
    expect(partial.value).toEqual({ list: ['a', {}] })
  })

  test('an endless number is refused', () => {
    const partial = createPartialJson()
    for (let count = 0; count < 20_000; count += 1) partial.push('1')
    expect(partial.failed).toMatchObject({ code: 'invalid-json' })
  })

  test('a megabyte in single characters is read in linear time', () =>
    expectLinear((size) => {
      const text = JSON.stringify({ text: 'x\n"y" '.repeat(size) })
      const partial = createPartialJson()
      for (let index = 0; index < text.length; index += 1) partial.push(text[index] ?? '')
      expect(partial.value).toEqual(tryParseJson(text))
    }, 150_000))
})
