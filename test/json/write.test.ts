import { describe, expect, test } from 'vitest'
import { AdapterError, attempt } from '../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import { compact, define, equalJson, MAX_DEPTH, stringifyJson } from '../../src/base/json/write-json.js'

function nested(levels: number): JsonValue {
  let value: JsonValue = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}

function cyclic(): { list: unknown[] } {
  const value: { list: unknown[] } = { list: [{}] }
  value.list.push({ 'a/b~': value })
  return value
}

describe('stringifyJson', () => {
  test('names the place where a value contains itself', () => {
    expect(() => stringifyJson(cyclic(), '/x')).toThrow(
      expect.objectContaining({ code: 'cyclic', path: '/x/list/1/a~1b~0' }),
    )
  })

  test('too deep is distinguished from cyclic, if the runtime cannot write it', () => {
    const levels = 100_000
    const written = attempt(() => stringifyJson(nested(levels)))
    // The newest V8 serializes plain objects of any depth.
    if ('value' in written) expect(written.value).toHaveLength(levels * 6 + 1)
    else expect(written.error).toMatchObject({ code: 'too-deep' })
    expect(stringifyJson(nested(MAX_DEPTH))).toHaveLength(MAX_DEPTH * 6 + 1)
  })

  test('values without a JSON form', () => {
    expect(() => stringifyJson({ a: [1n] })).toThrow(
      expect.objectContaining({ code: 'wrong-type', path: '/a/0' }),
    )
    expect(() => stringifyJson(asJson(undefined))).toThrow(AdapterError)
    expect(() => stringifyJson(() => 1)).toThrow(AdapterError)
    const broken = {
      toJSON() {
        throw new Error('no')
      },
    }
    expect(() => stringifyJson(broken)).toThrow(AdapterError)
  })

  test('shared objects are not cycles and do not multiply the search', () => {
    let shared: object = { bad: 1n }
    for (let level = 0; level < 60; level += 1) shared = { a: shared, b: shared }
    expect(() => stringifyJson(shared)).toThrow(expect.objectContaining({ code: 'wrong-type' }))
    const twice = { x: 1 }
    expect(stringifyJson({ a: twice, b: twice })).toBe('{"a":{"x":1},"b":{"x":1}}')
  })

  test('lone surrogates are escaped', () => {
    expect(stringifyJson('\ud800')).toBe('"\\ud800"')
  })
})

describe('equalJson', () => {
  test('key order and undefined members do not matter', () => {
    expect(equalJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true)
    expect(equalJson(asJson({ a: 1, b: undefined }), { a: 1 })).toBe(true)
    expect(equalJson({ a: 1 }, asJson({ a: undefined, b: 1 }))).toBe(false)
  })

  test('types are distinguished', () => {
    const values: JsonValue[] = [null, false, 0, '', '0', [], {}, [0], { 0: 0 }, [[]]]
    for (const [i, a] of values.entries())
      for (const [j, b] of values.entries()) expect(equalJson(a, b)).toBe(i === j)
    expect(equalJson(undefined, null)).toBe(false)
  })

  test('inherited members do not count', () => {
    expect(equalJson(asJson({ constructor: Object }), {})).toBe(false)
    expect(equalJson({ toString: 1 }, { valueOf: 1 })).toBe(false)
    expect(equalJson(JSON.parse('{"__proto__":1}'), { a: 1 })).toBe(false)
    expect(equalJson(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'))).toBe(true)
  })

  test('depth and cycles end in an AdapterError', () => {
    expect(() => equalJson(nested(5000), nested(5000))).toThrow(expect.objectContaining({ code: 'too-deep' }))
    expect(() => equalJson(asJson(cyclic()), asJson(cyclic()))).toThrow(AdapterError)
  })
})

describe('compact and define', () => {
  test('undefined members go, all others stay, __proto__ stays an own member', () => {
    expect(compact({ a: 1, b: undefined, c: null })).toEqual({ a: 1, c: null })
    const kept = compact(JSON.parse('{"__proto__":{"polluted":1}}'))
    expect(Object.keys(kept)).toEqual(['__proto__'])
    const target = {}
    define(target, '__proto__', 1)
    define(target, 'a', 2)
    expect(JSON.stringify(target)).toBe('{"__proto__":1,"a":2}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
