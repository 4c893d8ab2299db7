import { expect, test } from 'vitest'
import { CallAccumulator, type Fragment } from '../../src/codec/stream/call-accumulator.js'
import { expectLinear } from '../support/growth.js'

/** Returns the calls assembled from these fragments: id, name and text of each. */
function assembled(fragments: readonly Fragment[]): string[][] {
  const accumulator = new CallAccumulator<undefined>()
  fragments.forEach((fragment, position) => {
    const call =
      accumulator.find(fragment) ?? accumulator.open(fragment, fragment.id || `minted_${position}`, undefined)
    call.text += fragment.text ?? ''
  })
  return accumulator.calls.map(({ id, name, text }) => [id, name, text])
}

test('a known id wins over the index', () => {
  expect(
    assembled([
      { id: 'a', index: 0, name: 'f', text: '1' },
      { id: 'b', index: 0, name: 'g', text: '2' },
      { id: 'a', index: 0, text: '3' },
    ]),
  ).toEqual([
    ['a', 'f', '13'],
    ['b', 'g', '2'],
  ])
})

test('without an id the index decides', () => {
  expect(
    assembled([
      { id: 'a', index: 0, name: 'f' },
      { id: 'b', index: 1, name: 'g' },
      { index: 0, text: 'x' },
      { id: '', index: 1, text: 'y' },
    ]),
  ).toEqual([
    ['a', 'f', 'x'],
    ['b', 'g', 'y'],
  ])
})

test('without both it is the latest call', () => {
  expect(assembled([{ id: 'a', name: 'f' }, { text: '{' }, { text: '}' }])).toEqual([['a', 'f', '{}']])
})

test('another name without an id starts another call, at any index', () => {
  const expected = [
    ['minted_0', 'f', '{}'],
    ['minted_1', 'g', '{}'],
  ]
  const fragments = [
    { name: 'f', text: '{}' },
    { name: 'g', text: '{}' },
  ]
  expect(assembled(fragments)).toEqual(expected)
  expect(assembled(fragments.map((fragment) => ({ ...fragment, index: 0 })))).toEqual(expected)
})

test('the same name again is a repetition, unless a complete call came before and another begins', () => {
  expect(
    assembled([
      { name: 'f', text: '{"a"' },
      { name: 'f', text: ':1}' },
    ]),
  ).toEqual([['minted_0', 'f', '{"a":1}']])
  expect(
    assembled([
      { name: 'f', text: '{"a":1}' },
      { name: 'f', text: '{"a":2}' },
    ]),
  ).toEqual([
    ['minted_0', 'f', '{"a":1}'],
    ['minted_1', 'f', '{"a":2}'],
  ])
})

test('a blank fragment after a complete call does not hide its end', () => {
  const fragments = [{ name: 'f', text: '{"a":1}' }, { text: ' \n' }, { name: 'f', text: '{"a":2}' }]
  expect(assembled(fragments)).toHaveLength(2)
})

test('an index without a name opens a call that is named later', () => {
  expect(
    assembled([
      { index: 0, text: '{' },
      { index: 0, name: 'f', text: '}' },
    ]),
  ).toEqual([['minted_0', '', '{}']])
})

test('a name that every fragment repeats costs no more for it', () =>
  // Checking the end of the complete text each time took 14 seconds for 50,000 fragments.
  expectLinear((count) => {
    const accumulator = new CallAccumulator<undefined>()
    for (let index = 0; index < count; index += 1) {
      const fragment = { index: 0, name: 'f', text: '{"some": "text"' }
      const call = accumulator.find(fragment) ?? accumulator.open(fragment, 'a', undefined)
      call.text += fragment.text
    }
    expect(accumulator.calls).toHaveLength(1)
  }, 50_000))

const INDEXES: Readonly<Record<string, (call: number) => number | undefined>> = {
  'one for all': () => 0,
  'its own': (call) => call,
  none: () => undefined,
  'one for two': (call) => call >> 1,
}

test.each(Object.entries(INDEXES))('calls one after the other, index: %s', (_title, indexOf) => {
  const numbers = [0, 1, 2, 3]
  const fragments = numbers.flatMap((call): Fragment[] => {
    const index = indexOf(call)
    const at = index === undefined ? {} : { index }
    return [
      { ...at, id: `call_${call}`, name: 'f', text: '' },
      { ...at, text: '{"a":' },
      { ...at, id: '', text: `${call}}` },
    ]
  })
  expect(assembled(fragments)).toEqual(numbers.map((call) => [`call_${call}`, 'f', `{"a":${call}}`]))
})
