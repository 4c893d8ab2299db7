import { describe, expect, test } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { parseRounded, stringifyRounded } from '../../src/base/json/rounded-numbers.js'
import { DIGITS, LOSSY_ARGUMENTS } from '../support/digits.js'

const [ID, RATE] = DIGITS

describe('numbers that parsing rounds', () => {
  test.each([
    LOSSY_ARGUMENTS,
    `[${ID},[${ID}],{"a":[{"b":${RATE}}]}]`,
    `{"__proto__":{"id":${ID}},"toString":${ID}}`,
    `{"id":"${ID}","same":${ID}}`,
    '{"plain":1.5}',
  ])('are plain numbers, and are written with all digits: %s', (text) => {
    const value = parseRounded(text)
    expect(value).toEqual(JSON.parse(text))
    expect(structuredClone(value)).toEqual(value)
    expect(stringifyRounded(value)).toBe(text)
    expect(stringifyRounded([{ deep: value }, value])).toBe(`[{"deep":${text}},${text}]`)
  })

  test('of a repeated key the last value counts', () => {
    expect(stringifyRounded(parseRounded(`{"a":${ID},"a":9007199254740992}`))).toBe('{"a":9007199254740992}')
    expect(stringifyRounded(parseRounded(`{"a":${ID},"a":"x"}`))).toBe('{"a":"x"}')
    expect(stringifyRounded(parseRounded(`{"a":{"x":${ID}},"a":{"x":1}}`))).toBe('{"a":{"x":1}}')
  })

  test('an edited number is written as edited, a moved or new one unchanged', () => {
    const value = parseRounded(`{"a":${ID},"b":${ID},"list":[${ID},${ID}]}`)
    const edited = { list: [1] }
    Object.assign(Object(value), { a: 9007199254740994, ...edited })
    expect(stringifyRounded(value)).toBe(`{"a":9007199254740994,"b":${ID},"list":[1]}`)
  })

  test('a copy of the object is plain, a copy of what holds it is not', () => {
    const value = parseRounded(`{"id":${ID}}`)
    expect(stringifyRounded(structuredClone(value))).toBe('{"id":9007199254740992}')
    expect(stringifyRounded({ ...{ held: value } })).toBe(`{"held":{"id":${ID}}}`)
  })

  test('a value that JSON cannot hold is refused with its path', () => {
    const cyclic: Record<string, never> = {}
    Object.assign(cyclic, { in: [cyclic, cyclic] })
    expect(() => stringifyRounded(cyclic)).toThrow(expect.objectContaining({ code: 'cyclic', path: '/in/0' }))
  })

  test('a value that is nested too deeply is written, or refused by the runtime’s own limit', () => {
    let deep: JsonValue = parseRounded(`{"id":${ID}}`)
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    const written = attempt(() => stringifyRounded(deep))
    if ('value' in written) expect(written.value).toContain('[[{"id":9007199254740992}]]')
    else expect(written.error).toMatchObject({ code: 'too-deep' })
  })

  test('scalars have no members', () => {
    expect(parseRounded(ID)).toBe(9007199254740992)
    expect(stringifyRounded('a')).toBe('"a"')
    expect(stringifyRounded(null)).toBe('null')
  })
})
