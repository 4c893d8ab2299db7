import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { valueAt } from '../../src/base/json/pointer.js'

const DOCUMENT: JsonObject = { list: [1, { a: 'x' }], 'a/b': { '~': 1 }, keep: true }

test('members and items are added, replaced and removed, and the document is not touched', () => {
  const before = JSON.stringify(DOCUMENT)
  expect(
    applyPatch(DOCUMENT, [
      { op: 'replace', path: '/list/1/a', value: 'y' },
      { op: 'add', path: '/list/0', value: 0 },
      { op: 'add', path: '/list/-', value: 9 },
      { op: 'remove', path: '/a~1b/~0' },
      { op: 'add', path: '/__proto__', value: 1 },
    ]),
  ).toEqual(JSON.parse('{"list":[0,1,{"a":"y"},9],"a/b":{},"keep":true,"__proto__":1}'))
  expect(JSON.stringify(DOCUMENT)).toBe(before)
})

test.each([
  { op: 'remove', path: '/none' },
  { op: 'replace', path: '/list/2', value: 1 },
  { op: 'add', path: '/list/4', value: 1 },
  { op: 'add', path: '/none/deep', value: 1 },
  { op: 'remove', path: '/keep/deep' },
  { op: 'remove', path: '/list/-' },
  { op: 'remove', path: '' },
] as const)('a path that leads nowhere is refused: %j', (operation) => {
  expect(() => applyPatch(DOCUMENT, [operation])).toThrow(/patch/)
})

test('property: an added value is there, and removing it restores the document', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      fc.jsonValue(),
      (members, key, value) => {
        const document = JSON.parse(JSON.stringify(members))
        const path = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        const written = JSON.parse(JSON.stringify(value))
        const added = applyPatch(document, [{ op: 'add', path, value: written }])
        expect(valueAt(added, path)).toEqual(written)
        const { [key]: _, ...rest } = document
        expect(applyPatch(added, [{ op: 'remove', path }])).toEqual(JSON.parse(JSON.stringify(rest)))
      },
    ),
  )
})
