import { AIMessageChunk } from '@langchain/core/messages'
import { concat } from '@langchain/core/utils/stream'
import { expect, test } from 'vitest'
import { mergeObjects } from '../../adapters/langchain/merge.js'
import type { JsonObject } from '../../src/base/json/json-types.js'

/** Returns LangChain's merge of two dictionaries. */
function theirs(left: JsonObject, right: JsonObject): unknown {
  const chunk = (kwargs: JsonObject) => new AIMessageChunk({ content: '', additional_kwargs: kwargs })
  return concat(chunk(left), chunk(right)).additional_kwargs
}

test.each<[string, JsonObject, JsonObject]>([
  ['texts are joined, numbers added', { a: 'x', n: 1 }, { a: 'y', n: 2 }],
  ['what is new comes along, nothing takes nothing away', { a: 'x', b: null }, { b: 'y', a: null, c: true }],
  ['ids and names are replaced', { id: 'a', name: 'f' }, { id: 'b', name: 'g' }],
  ['types and places stay', { type: 't', index: 0, created: 5 }, { type: 't', index: 0, created: 6 }],
  ['objects are merged inside', { o: { a: 'x', n: 1 } }, { o: { a: 'y', m: 2 } }],
  [
    'items of lists find together by their place',
    { l: [{ index: 0, t: 'a' }] },
    { l: [{ index: 0, t: 'b' }] },
  ],
  ['others are further items', { l: [{ index: 0, t: 'a' }, 1] }, { l: [{ index: 1, t: 'b' }, 2] }],
])('%s', (_, left, right) => {
  expect(mergeObjects(left, right)).toEqual(theirs(left, right))
})

test('an empty id, and a value of another type, are ignored', () => {
  expect(mergeObjects({ id: 'a', x: 1 }, { id: '', x: 'y' })).toEqual({ id: 'a', x: 1 })
  expect(mergeObjects({ l: [{ id: 'a', t: 'x' }] }, { l: [{ id: 'a', t: 'y' }] })).toEqual({
    l: [{ id: 'a', t: 'xy' }],
  })
})
