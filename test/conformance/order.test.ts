import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CaseCheck, type ConformanceCase, judge } from '../../src/conformance/index.js'

/** A part of a conversation, and the step of an order that it is. */
interface Said {
  readonly step: string
  readonly role: 'user' | 'assistant' | 'tool'
  readonly part: object
}

const call = (name: string, id = name): Said => ({
  step: `call:${name}`,
  role: 'assistant',
  part: { type: 'tool-call', id, name, kind: 'function', status: 'complete', arguments: {} },
})
const result = (name: string, id = name): Said => ({
  step: `result:${name}`,
  role: 'tool',
  part: { type: 'tool-result', callId: id, output: { type: 'text', value: 'seen' }, isError: false },
})
const PARTS: readonly Said[] = [
  { step: 'user:Hello', role: 'user', part: { type: 'text', text: 'Hello' } },
  { step: 'text', role: 'assistant', part: { type: 'text', text: 'I look.' } },
  { step: 'reasoning:Hm', role: 'assistant', part: { type: 'reasoning', text: 'Hm' } },
  { step: 'media:image', role: 'user', part: { type: 'media', kind: 'image' } },
  call('weather'),
  call('time'),
]

/** Returns the reasons why a conversation with these parts fails a check. */
function reasonsOf(said: readonly Said[], check: CaseCheck): readonly string[] {
  const messages = said.map(({ role, part }) => ({ role, parts: [part] }))
  const about = { id: 'a/b/c', title: 'A case', source: [] }
  const test: ConformanceCase = {
    ...about,
    from: 'canonical',
    to: 'canonical',
    request: { messages: [] },
    must: [check],
  }
  return judge(test, { body: JSON.stringify({ messages }) })
}

describe('a check of an order', () => {
  const parts = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 })

  test('holds for the steps of the parts, also without some of them', () => {
    fc.assert(
      fc.property(parts, fc.infiniteStream(fc.boolean()), (said, isNamed) => {
        const order = said.filter(() => isNamed.next().value).map(({ step }) => step)
        expect(reasonsOf(said, { order })).toEqual([])
      }),
    )
  })

  test('fails if a step occurs once more than its part', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (said, place) => {
        const order = said.flatMap(({ step }, index) => (index === place % said.length ? [step, step] : step))
        expect(reasonsOf(said, { order })).toHaveLength(1)
      }),
    )
  })
})

test.each<[name: string, said: readonly Said[], reasons: number]>([
  ['one result each', [call('a'), call('b'), result('b'), result('a')], 0],
  [
    'an id that a later turn repeats',
    [call('a', '1'), result('a', '1'), call('b', '1'), result('b', '1')],
    0,
  ],
  ['a second result', [call('a'), result('a'), result('a')], 1],
  ['a second open call with the id', [call('a', '1'), call('b', '1'), result('a', '1')], 1],
  ['a call without a result after an answered one', [call('a'), result('a'), call('a')], 1],
  ['a result before its call', [result('a'), call('a')], 1],
])('a check of pairs counts %s', (_name, said, reasons) => {
  expect(reasonsOf(said, { paired: true })).toHaveLength(reasons)
})
