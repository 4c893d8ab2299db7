import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indented } from '../../site/playground/worker/indent.js'
import { exactPlaces, sameElsewhere } from '../../site/playground/worker/places.js'
import { shownText } from '../../site/playground/worker/shown-text.js'
import { syntaxPlace } from '../../site/playground/worker/syntax-place.js'
import { losesNumbers } from '../../src/base/json/lossy-text.js'
import { projectRoot } from '../support/project.js'

const fixtures = readdirSync(join(projectRoot, 'fixtures'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  .map((path) => readFileSync(join(projectRoot, 'fixtures', path), 'utf8'))

describe('JSON with one member per line', () => {
  test('prints the same as before, for every fixture', () => {
    for (const text of fixtures.filter((one) => !losesNumbers(one)))
      expect(indented(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
  })

  test('keeps digits, escapes and repeated keys', () => {
    expect(indented('{"a":12345678901234567890.10,"a":"\\u00e9 }","b":[ ],"c":{ }}')).toBe(
      '{\n  "a": 12345678901234567890.10,\n  "a": "\\u00e9 }",\n  "b": [],\n  "c": {}\n}',
    )
  })
})

describe('the position at which a text is no longer JSON', () => {
  test('is reported for exactly those texts that JSON.parse rejects', () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', '}', ']', ',', ':', '"', '1', 'x', '\n', '\\'),
      )
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
      )
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged), (text) => {
        expect(syntaxPlace(text) === undefined).toBe(isJson(text))
      }),
    )
  })

  test.each([
    ['{"a": [}', 7],
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['{"a": "b', 6],
    ['{"a": 1} x', 9],
    ['{"a": [1', 7],
    ['hello', 0],
  ])('%s: at %i', (text, start) => {
    expect(syntaxPlace(text)?.start).toBe(start)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('places', () => {
  const value = { tools: [{ name: 'a' }, { name: 'b/c', x: { y: 1 } }], 'p/q': true }
  const text = indented(JSON.stringify(value))
  const shownAt = (path: string) => {
    const [place] = exactPlaces(text, [path])
    return place && text.slice(place.start, place.end)
  }

  test('of paths are those of the values there', () => {
    expect(shownAt('/tools/1/name')).toBe('"b/c"')
    expect(shownAt('/p~1q')).toBe('true')
  })

  test('of a missing value is that of its parent; the whole is not a position', () => {
    expect(shownAt('/tools/1/x/z')).toBe(
      text.slice(text.indexOf('{\n        "y"'), text.indexOf('}', text.indexOf('"y"')) + 1),
    )
    expect(shownAt('')).toBeUndefined()
    expect(shownAt('/none')).toBeUndefined()
  })

  test('in other words are found by ids, names and texts, and by the spelling of a setting', () => {
    const canonical = { request: { messages: [{ parts: [{ type: 'tool-call', id: 'call_1' }] }] } }
    const native = '{"stop_sequences": [], "input": [{"call_id": "call_1"}]}'
    const found = (path: string) => {
      const place = sameElsewhere(native, { path, value: canonical })
      return place && native.slice(place.start, place.end)
    }
    expect(found('/request/messages/0/parts/0/status')).toBe('"call_1"')
    expect(found('/request/stopSequences')).toBe('"stop_sequences":')
    expect(found('/request/seed')).toBeUndefined()
  })
})

test('lines begin after each break', () => {
  expect([...shownText('a\n\nbc\n').lines]).toEqual([0, 2, 3, 6])
})
