import { expect, test } from 'vitest'
import { rules } from '../../adapters/langchain/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'

const call = (id?: string, args: JsonObject | string | null = {}): JsonObject => ({
  name: 'find',
  args,
  ...(id !== undefined && { id }),
})
const ai = (...calls: JsonObject[]): JsonObject => ({ type: 'ai', content: '', tool_calls: calls })
const tool = (id: string): JsonObject => ({ type: 'tool', content: 'x', tool_call_id: id })
const human: JsonObject = { type: 'human', content: 'Hi.' }

function broken(...messages: (JsonObject | string | number)[]): string[] {
  return lint(rules, { messages }).map(({ rule, path }) => `${rule} ${path}`)
}

test('requests that LangChain and providers accept break no rule', () => {
  expect(broken(human, ai(call('a'), call('b')), tool('a'), tool('b'), 'and now?')).toEqual([])
  expect(
    broken(
      human,
      { type: 'ai', content: [{ type: 'tool_call', id: 'a', name: 'find', args: {} }] },
      tool('a'),
    ),
  ).toEqual([])
  expect(lint(rules, {})).toEqual([])
  // A value that is not a message is rejected by the decoder.
  expect(broken(1, human)).toEqual([])
})

test.each<[string, string[], JsonObject[]]>([
  ['a call that nobody answers', ['LANGCHAIN-PAIR-01'], [human, ai(call('a')), human]],
  ['a result that nobody asked for', ['LANGCHAIN-PAIR-02'], [human, tool('a')]],
  [
    'a call told as a block alone',
    ['LANGCHAIN-PAIR-01'],
    [{ type: 'ai', content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] }, human],
  ],
  ['ids that are the same', ['LANGCHAIN-ID-02'], [ai(call('a'), call('a')), tool('a'), tool('a')]],
  ['arguments that are a text', ['LANGCHAIN-ARG-01'], [ai(call('a', '{}')), tool('a')]],
  [
    'a call in the content alone, beside others',
    ['LANGCHAIN-DUP-01'],
    [
      {
        ...ai(call('a')),
        content: [
          { type: 'tool_call', id: 'a', name: 'find', args: {} },
          { type: 'tool_call', id: 'b', name: 'find', args: {} },
        ],
      },
      tool('a'),
      tool('b'),
    ],
  ],
  [
    'a call in the list alone, beside blocks',
    ['LANGCHAIN-DUP-01'],
    [
      { ...ai(call('a'), call('b')), content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] },
      tool('a'),
      tool('b'),
    ],
  ],
  [
    'a call that cannot be run',
    ['LANGCHAIN-INVALID-01'],
    [{ type: 'ai', content: '', invalid_tool_calls: [{ name: 'find', args: '{', id: 'a' }] }],
  ],
  [
    'a result for what the provider ran',
    ['LANGCHAIN-SERVER-01'],
    [{ type: 'ai', content: [{ type: 'server_tool_call', id: 's', name: 'search', args: {} }] }, tool('s')],
  ],
  [
    'a constructor of another namespace',
    ['LANGCHAIN-FORMAT-01'],
    [
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'schema', 'messages', 'HumanMessage'],
        kwargs: { content: 'Hi.' },
      },
    ],
  ],
  [
    'a stored message of a type that is not restored',
    ['LANGCHAIN-FORMAT-02'],
    [{ type: 'remove', data: { id: 'x' } }],
  ],
  [
    'a stored message whose content stands under another name',
    ['LANGCHAIN-FORMAT-03'],
    [{ type: 'ai', data: { content_blocks: [{ type: 'text', text: 'Hi.' }] } }],
  ],
])('%s', (_, expected, messages) => {
  const found = broken(...messages).map((text) => text.split(' ')[0])
  expect(found).toEqual(expect.arrayContaining(expected))
})

test('missing ids are reported, of calls and of results', () => {
  expect(broken(human, ai(call()), { type: 'tool', content: 'x' })).toEqual(
    expect.arrayContaining([
      'LANGCHAIN-ID-01 /messages/1/tool_calls/0/id',
      'LANGCHAIN-ID-01 /messages/2/tool_call_id',
    ]),
  )
})

test('chunks, stored messages and constructors of this version are of a known class', () => {
  const constructed = (name: string): JsonObject => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs: { content: 'Hi.' },
  })
  expect(
    broken(constructed('AIMessageChunk'), constructed('HumanMessage'), {
      type: 'human',
      data: { content: 'Hi.' },
    }),
  ).toEqual([])
})
