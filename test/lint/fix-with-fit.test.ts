import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { fixOfRule } from '../../src/translate/repair/fix-of-rule.js'
import { toolTurnsFor } from '../mock/native-requests.js'
import { adapterOf } from '../support/adapters.js'

/** Wires, with an API of a server whose requests they are, and the field of the history. */
const wires = [
  { wire: 'openai-chat', server: 'openai', api: 'chat', history: 'messages' },
  { wire: 'openai-responses', server: 'openai', api: 'responses', history: 'input' },
  { wire: 'anthropic-messages', server: 'anthropic', api: 'messages', history: 'messages' },
  { wire: 'bedrock-converse', server: 'bedrock', api: 'converse', history: 'messages' },
  { wire: 'mistral-chat', server: 'mistral', api: 'chat', history: 'messages' },
  { wire: 'google-generate-content', server: 'gemini', api: 'generate', history: 'contents' },
] as const

function faults(wire: string, request: JsonObject) {
  return lint(adapterOf(wire).rules, request).filter(({ severity }) => severity !== 'info')
}

function broken({ server, api, history }: (typeof wires)[number]) {
  const request = toolTurnsFor(server, api)
  const turns = request[history]
  if (!Array.isArray(turns)) throw new Error('no turns')
  const [first = null, second = null] = turns
  const question = api === 'chat' ? second : first
  const without = (index: number) => [...turns.slice(0, index), ...turns.slice(index + 1)]
  return {
    'a call without its result': { ...request, [history]: [...turns.slice(0, -1), question] },
    'a result without its call': { ...request, [history]: without(turns.length - 2) },
    'a second result': { ...request, [history]: [...turns, turns.at(-1) ?? null] },
  }
}

describe.each(wires)('$wire', (row) => {
  test.each(Object.entries(broken(row)))('%s is fixed', (_title, request) => {
    expect(faults(row.wire, request)).not.toEqual([])
    const fixed = fixRequest(adapterOf(row.wire).rules, request)
    expect(faults(row.wire, fixed.request)).toEqual([])
  })

  test('a result without its call is written as text only by the user', () => {
    const request = broken(row)['a result without its call']
    const { rules } = adapterOf(row.wire)
    expect(JSON.stringify(fixRequest(rules, request).request)).toMatch(
      /An earlier call of (?:a tool|the tool read) returned/,
    )
    for (const rule of rules)
      expect([rule.id, JSON.stringify(fixOfRule(rule, request, undefined) ?? '')]).toEqual([
        rule.id,
        expect.not.stringContaining('An earlier call'),
      ])
  })
})

/** User messages with a text before a result without a call. */
const ORPHANS: readonly (readonly [wire: string, messages: JsonObject[]])[] = [
  [
    'anthropic-messages',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'first words' },
          { type: 'tool_result', tool_use_id: 'x', content: 'found' },
        ],
      },
    ],
  ],
  [
    'bedrock-converse',
    [
      {
        role: 'user',
        content: [{ text: 'first words' }, { toolResult: { toolUseId: 'x', content: [{ text: 'found' }] } }],
      },
    ],
  ],
]

test.each(ORPHANS)('%s: the text of a result without a call follows the text before it', (wire, messages) => {
  const request = { model: 'm', max_tokens: 9, messages }
  const fixed = fixRequest(adapterOf(wire).rules, request)
  expect(JSON.stringify(fixed.request)).toMatch(/first words.*An earlier call of a tool returned: found/)
  expect(faults(wire, fixed.request).filter(({ path }) => path.startsWith('/messages'))).toEqual([])
})

const said = (content: string) => ({ type: 'human', content })
const asks = (id: string) => ({
  ...{ type: 'ai', content: '' },
  tool_calls: [{ type: 'tool_call', id, name: 'read', args: { path: 'a' } }],
})
const result = (id: string) => ({ type: 'tool', content: 'text', tool_call_id: id, name: 'read' })
const item = (value: JsonObject) => ({ type: 'conversation.item.create', item: value })
const call = (id: string) =>
  item({ type: 'function_call', call_id: id, name: 'read', arguments: '{"path":"a"}' })
const user = (text: string) =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

/** Lists of messages of LangChain, and client events of Realtime. */
const LISTS: readonly (readonly [title: string, wire: string, request: JsonObject])[] = [
  ['a call without its result', 'langchain', { messages: [said('Read a.'), asks('c1'), said('And?')] }],
  [
    'two calls, one result',
    'langchain',
    { messages: [said('Read.'), asks('c1'), result('c1'), asks('c2'), said('?')] },
  ],
  ['a result without its call', 'langchain', { messages: [result('c1'), said('And?')] }],
  [
    'a call without its result',
    'openai-realtime',
    { clientEvents: [user('Read a.'), call('c1'), user('And?')] },
  ],
]

test.each(LISTS)('%s is fixed in a list of %s', (_title, wire, request) => {
  const { rules } = adapterOf(wire)
  expect(faults(wire, request)).not.toEqual([])
  const fixed = fixRequest(rules, request).request
  expect(faults(wire, fixed)).toEqual([])
  for (const text of ['And?', '?'])
    if (JSON.stringify(request).includes(`"${text}"`)) expect(JSON.stringify(fixed)).toContain(text)
})
