import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { CallIdsOfAnswer, withDistinctIds } from '../../src/base/model/repeated-ids.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { defineTool, provider, toolCall, toolResult, userMessage } from '../../src/index.js'
import { runTools } from '../../src/tools/run-tools.js'
import { adapterOf } from '../support/adapters.js'
import { callsOf } from '../support/parts.js'
import { eventsOf } from '../support/streams.js'
import { CHAT, chatResponse, chatStream } from './bodies.js'

// llama.cpp, DeepSeek and GLM use one id for all calls of an answer
// (https://github.com/ggml-org/llama.cpp/issues/14101 and others).

const { adapter } = adapterOf(CHAT)
const ID = 'call_0'

/** Returns a delta of a call, as in a chunk. */
function piece(index: number, said: { id?: string; name?: string; text: string }): JsonObject {
  const { id, name, text } = said
  const body = { ...(name !== undefined && { name }), arguments: text }
  return { tool_calls: [{ index, ...(id !== undefined && { id, type: 'function' }), function: body }] }
}

function streamed(deltas: readonly JsonObject[]): ToolCall[] {
  const events = eventsOf(adapter, [chatStream(deltas)])
  expect(checkGrammar(events)).toEqual([])
  return callsOf(assemble(events, CHAT))
}

const whole = (...calls: readonly [name: string, text: string][]): JsonObject =>
  chatResponse(
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map(([name, text]) => ({
        id: ID,
        type: 'function',
        function: { name, arguments: text },
      })),
    },
    'tool_calls',
  )

const READ = '{"path":"a.rs"}'
const LIST = '{"path":"src"}'
const TWO = [
  { id: ID, name: 'read', arguments: { path: 'a.rs' } },
  { id: `${ID}_toolwire-2`, name: 'list', arguments: { path: 'src' } },
]

describe('two calls of a Chat answer with one id', () => {
  test('are two in a complete answer, also where it is read as a stream', () => {
    const answer = whole(['read', READ], ['list', LIST])
    expect(callsOf(adapter.decodeResponse(answer).value)).toMatchObject(TWO)
    expect(callsOf(assemble(eventsOf(adapter, [answer]), CHAT))).toMatchObject(TWO)
  })

  test.each<[string, JsonObject[]]>([
    [
      'whole, at their own indexes',
      [piece(0, { id: ID, name: 'read', text: READ }), piece(1, { id: ID, name: 'list', text: LIST })],
    ],
    [
      'in pieces, at their own indexes',
      [
        piece(0, { id: ID, name: 'read', text: '' }),
        piece(0, { text: '{"path":' }),
        piece(0, { text: '"a.rs"}' }),
        piece(1, { id: ID, name: 'list', text: '' }),
        piece(1, { text: LIST }),
      ],
    ],
    [
      'in pieces that interleave and repeat the id',
      [
        piece(0, { id: ID, name: 'read', text: '' }),
        piece(1, { id: ID, name: 'list', text: '' }),
        piece(0, { id: ID, text: '{"path":' }),
        piece(1, { id: ID, text: '{"path":' }),
        piece(0, { id: ID, text: '"a.rs"}' }),
        piece(1, { id: ID, text: '"src"}' }),
      ],
    ],
    [
      'at one index',
      [piece(0, { id: ID, name: 'read', text: READ }), piece(0, { id: ID, name: 'list', text: LIST })],
    ],
    [
      'at one index, in pieces without id',
      [
        piece(0, { id: ID, name: 'read', text: '{"path":' }),
        piece(0, { text: '"a.rs"}' }),
        piece(0, { id: ID, name: 'list', text: '{"path":' }),
        piece(0, { text: '"src"}' }),
      ],
    ],
  ])('are two in a stream: %s', (_title, deltas) => expect(streamed(deltas)).toMatchObject(TWO))

  test('are three, also of one tool and without arguments', () => {
    const names = ['read', 'read', 'read']
    const deltas = names.map((name, index) => piece(index, { id: ID, name, text: '' }))
    const ids = [ID, `${ID}_toolwire-2`, `${ID}_toolwire-3`]
    expect(streamed(deltas).map(({ id }) => id)).toEqual(ids)
    const answer = whole(['read', ''], ['read', ''], ['read', ''])
    expect(callsOf(adapter.decodeResponse(answer).value).map(({ id }) => id)).toEqual(ids)
    expect(callsOf(assemble(eventsOf(adapter, [answer]), CHAT)).map(({ id }) => id)).toEqual(ids)
  })

  test('are one call where a server repeats id and name with each piece', () => {
    const code = '{"code":"if (a) {}'
    const deltas = [code, '{} else {}', '{}"}'].map((text) => piece(0, { id: ID, name: 'read', text }))
    expect(streamed(deltas)).toMatchObject([{ id: ID, arguments: { code: 'if (a) {}{} else {}{}' } }])
  })

  test('have results that go back with the id that the server knows', async () => {
    const { message } = adapter.decodeResponse(whole(['read', READ], ['list', LIST])).value
    const results = callsOf({ message, finish: { reason: 'stop' } }).map((call) =>
      toolResult(call, call.name),
    )
    expect(adapter.toolResults(results)).toEqual([
      { role: 'tool', tool_call_id: ID, content: 'read' },
      { role: 'tool', tool_call_id: ID, content: 'list' },
    ])
  })

  test('are run once each, but an identical call only once', async () => {
    let count = 0
    const execute = () => {
      count += 1
      return `run ${count}`
    }
    const tools = ['read', 'list'].map((name) =>
      defineTool({ name, parameters: { type: 'object' }, execute }),
    )
    const answer = whole(['read', READ], ['list', LIST], ['read', READ])
    const results = await runTools(adapter.decodeResponse(answer).value.message, tools)
    expect(results.map(({ callId, output }) => [callId, output])).toEqual([
      [ID, { type: 'text', value: 'run 1' }],
      [`${ID}_toolwire-2`, { type: 'text', value: 'run 2' }],
      [`${ID}_toolwire-3`, { type: 'text', value: 'run 1' }],
    ])
  })

  test.each([true, false])('are both run by a loop, which streams: %s', async (stream) => {
    const ran: string[] = []
    const tools = ['read', 'list'].map((name) =>
      defineTool({
        name,
        parameters: { type: 'object' },
        execute: () => ran.push(name) && `${name} is done`,
      }),
    )
    const requests: JsonObject[] = []
    const first = stream
      ? chatStream([
          piece(0, { id: ID, name: 'read', text: READ }),
          piece(1, { id: ID, name: 'list', text: LIST }),
        ])
      : whole(['read', READ], ['list', LIST])
    const model = provider(adapter, {
      model: 'm',
      stream,
      send: (request: object) => {
        requests.push(JSON.parse(JSON.stringify(request)))
        return requests.length === 1 ? first : chatResponse({ role: 'assistant', content: 'Done.' }, 'stop')
      },
    })
    for await (const _event of runLoop({ provider: model, messages: [userMessage('Go.')], tools }));
    expect(ran).toEqual(['read', 'list'])
    const messages = requests[1]?.messages
    const sent = Array.isArray(messages) ? messages.slice(1) : []
    expect(sent).toMatchObject([
      { role: 'assistant', tool_calls: [{ function: { name: 'read' } }, { function: { name: 'list' } }] },
      { role: 'tool', content: 'read is done' },
      { role: 'tool', content: 'list is done' },
    ])
    const [asked, ...answered] = sent
    expect(answered.map(({ tool_call_id: id }) => id)).toEqual(
      asked.tool_calls.map(({ id }: JsonObject) => id),
    )
  })
})

describe('results of calls with one id', () => {
  const call = { ...toolCall(ID, 'read', {}), providerExecuted: true }
  const result = (text: string, preliminary?: true) => ({
    ...toolResult(call, text),
    providerExecuted: true,
    ...(preliminary && { preliminary }),
  })
  const parts = [call, result('1'), call, result('2?', true), result('2'), result('2!')]

  test('answer one call each, also after interim results', () => {
    const { message } = withDistinctIds({
      message: { role: 'assistant', parts },
      finish: { reason: 'stop' },
    })
    const ids = message.parts.map((part) =>
      part.type === 'tool-call' ? part.id : Reflect.get(part, 'callId'),
    )
    const second = `${ID}_toolwire-2`
    expect(ids).toEqual([ID, ID, second, second, second, second])
    const own = new CallIdsOfAnswer()
    const [first, other] = [own.take(ID), own.take(ID)]
    expect([result('1?', true), result('1'), result('2')].map((one) => own.answer(one))).toEqual([
      ...[first, first, other],
    ])
  })
})
