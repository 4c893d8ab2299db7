import { expect, test } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import { refusalWords, wordsOf, wordsShared } from '../../src/translate/repair/refusal-words.js'

test.each<[string, unknown, string]>([
  ['a text', 'too long', 'too long'],
  ['a message', { error: { message: 'too long' } }, 'too long'],
  [
    'a list of details',
    { detail: [{ msg: 'Field required', loc: ['body', 'messages', 2] }] },
    'Field required',
  ],
  ['a body that quotes another', { message: '{"error":{"message":"too long"}}' }, 'too long'],
  ['a body within a text', '[{"error":{"message":"too long"}}]', 'too long'],
  ['text that looks like JSON but is not', '{too long', '{too long'],
  ['members with other names', { title: 'too long' }, 'too long'],
  ['an empty list beside a text', { error: [], title: 'too long' }, 'too long'],
])('the words of %s', (_what, body, message) => {
  expect(refusalWords(asJson(body))?.message).toBe(message)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a number', 7],
  ['blanks', ' '],
  ['empty members', { error: { message: '' } }],
])('%s has no words', (_what, body) => {
  expect(refusalWords(body)).toBeUndefined()
})

test('a place that is a list is read as a path', () => {
  expect(refusalWords({ loc: ['body', 'messages', 2], msg: 'x y' })?.text).toContain('body.messages.2')
})

test('endless nesting is read as far as possible', () => {
  const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ error: inner }), { message: 'x' })
  expect(refusalWords(deep)).toBeUndefined()
})

test.each<[string, string, number]>([
  ['must not be empty', 'the text must not be empty here', 4],
  ['must … empty', 'the text must not be empty here', 2],
  ['must … gone', 'the text must not be empty here', 0],
  ['at least 1 item', 'At least 3 item', 3],
  ['must be', 'must', 0],
  ['…', 'anything', 0],
])('"%s" in "%s" shares %i words', (fragment, words, shared) => {
  expect(wordsShared(wordsOf(fragment), wordsOf(words))).toBe(shared)
})
