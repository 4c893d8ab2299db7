import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openTelemetry, spans, toolCalls } from '../../adapters/open-telemetry/index.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import type { Message } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { registry } from '../support/adapters.js'

const call = { type: 'tool_call', id: 'call_1', name: 'pay', arguments: { amount: 1200, to: 'Ada' } }

function output(parts: readonly object[]): JsonObject {
  return {
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts, finish_reason: 'tool_call' }]),
  }
}

describe('values that were cut', () => {
  const text = String(output([{ type: 'text', content: 'I pay.' }, call])['gen_ai.output.messages'])

  test('never give a whole call, wherever the cut is', () => {
    for (let length = 0; length < text.length; length += 1) {
      const calls = toolCalls({
        'gen_ai.request.model': 'm',
        'gen_ai.output.messages': text.slice(0, length),
      })
      for (const { status } of calls) expect(status, `${length} characters`).toBe('truncated')
    }
    expect(toolCalls({ 'gen_ai.output.messages': text })).toMatchObject([{ status: 'complete' }])
  })

  test('are told, and what came before the cut is there', () => {
    const { value, notices } = openTelemetry.decodeResponse({ 'gen_ai.output.messages': text.slice(0, -40) })
    expect(notices.map(({ code }) => code)).toContain('value-cut')
    expect(value.message.parts[0]).toEqual({ type: 'text', text: 'I pay.' })
  })

  test('of single fields are no calls either', () => {
    const span = {
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.id': 'call_1',
      'gen_ai.completion.0.tool_calls.0.name': 'pay',
      'gen_ai.completion.0.tool_calls.0.arguments': '{"amount":12',
    }
    expect(toolCalls(span)).toMatchObject([{ status: 'truncated', rawArguments: '{"amount":12' }])
  })
})

test('arguments that were not recorded are no empty object', () => {
  expect(toolCalls(output([{ type: 'tool_call', id: 'call_1', name: 'pay' }]))).toMatchObject([
    { status: 'truncated' },
  ])
})

test('a result is read as the schema has it, and as the examples had it', () => {
  const parts = [
    { type: 'tool_call_response', id: 'call_1', response: 'paid' },
    { type: 'tool_call_response', id: 'call_2', result: 'late' },
  ]
  const { value } = openTelemetry.decodeRequest({ 'gen_ai.input.messages': [{ role: 'tool', parts }] })
  expect(value.messages[0]?.parts).toMatchObject([
    { output: { value: 'paid' } },
    { output: { value: 'late' } },
  ])
})

test('calls without ids pair with their results in order', () => {
  const messages = [
    {
      role: 'assistant',
      parts: ['a', 'b'].map((name) => ({ type: 'tool_call', id: null, name, arguments: {} })),
    },
    { role: 'tool', parts: [1, 2].map((response) => ({ type: 'tool_call_response', response })) },
  ]
  const { value } = openTelemetry.decodeRequest({ 'gen_ai.input.messages': messages })
  const results = value.messages[1]?.parts.map((part) =>
    part.type === 'tool-result' ? [part.name, part.minted] : [],
  )
  expect(results).toEqual([
    ['a', true],
    ['b', true],
  ])
})

test('a call that an agent ran inside of its span is owed no answer', () => {
  const parts = [
    call,
    { type: 'tool_call_response', id: 'call_1', response: 'paid' },
    { ...call, id: 'call_2' },
  ]
  expect(toolCalls(output(parts)).map(({ providerExecuted }) => providerExecuted)).toEqual([true, false])
})

test('huge and hostile names of attributes make no holes and no members of prototypes', () => {
  const span = JSON.parse(
    '{"llm.output_messages.999999999.message.role":"assistant","llm.output_messages.999999999.message.content":"Hi","llm.output_messages.3.message.__proto__.polluted":"yes"}',
  )
  const { value } = openTelemetry.decodeResponse(span)
  expect(value.providerMetadata?.['open-telemetry']).toBeDefined()
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('the spans of a document are read one by one', () => {
  const span = (name: string) => ({
    name,
    attributes: [
      {
        key: 'gen_ai.output.messages',
        value: { stringValue: JSON.stringify([{ role: 'assistant', parts: [{ ...call, name }] }]) },
      },
    ],
  })
  const document = {
    resourceSpans: [{ scopeSpans: [{ spans: [span('a')] }] }, { scopeSpans: [{ spans: [span('b')] }] }],
  }
  expect(
    spans(document)
      .flatMap((one) => toolCalls(one))
      .map(({ name }) => name),
  ).toEqual(['a', 'b'])
  expect(toolCalls(document).map(({ name }) => name)).toEqual(['a'])
})

test('a recorded conversation goes on with a provider', () => {
  const input = [
    { role: 'user', parts: [{ type: 'text', content: 'Pay Ada.' }] },
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: 'paid' }] },
  ]
  const { value } = openTelemetry.decodeRequest({
    attributes: { 'gen_ai.input.messages': JSON.stringify(input) },
  })
  expect(
    encodeConversation({ ...value, model: 'claude-sonnet-4-5', maxOutputTokens: 9 }, { to: anthropic }).value
      .messages,
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Pay Ada.' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'pay', input: call.arguments }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'paid' }] },
  ])
})

test('can only be read', () => {
  expect(() => openTelemetry.encodeRequest({ messages: [] })).toThrow('can only be read')
})

test('what tells of no model is refused, and recognized as nothing', () => {
  const strangers: JsonObject[] = [
    {},
    { name: 'GET /', attributes: { 'http.route': '/' } },
    { events: [] },
    { resourceSpans: [] },
  ]
  for (const strange of strangers) {
    expect(() => openTelemetry.decodeRequest(strange)).toThrow(AdapterError)
    expect(registry.recognise({ request: strange })?.adapter.id).not.toBe('open-telemetry')
  }
})

describe('spans of OpenInference', () => {
  const flat = (value: JsonValue, prefix: string): [string, JsonValue][] =>
    isObject(value) || isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner ?? null, `${prefix}.${key}`))
      : [[prefix, value]]

  function span(input: JsonArray, output: JsonArray, more: JsonObject = {}): JsonObject {
    const lists = [...flat(input, 'llm.input_messages'), ...flat(output, 'llm.output_messages')]
    return {
      name: 'span',
      attributes: { 'openinference.span.kind': 'LLM', ...Object.fromEntries(lists), ...more },
    }
  }

  const call = (id: string, name = 'get_weather', args = '{"city":"Paris"}') => ({
    tool_call: { id, function: { name, arguments: args } },
  })
  const asked = (id: string) => ({ message: { role: 'assistant', tool_calls: [call(id)] } })
  const text = { message_content: { type: 'text', text: 'Now.' } }

  function callsIn({ parts }: Pick<Message, 'parts'>) {
    return parts.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name, part.status]] : []))
  }

  test('of the Responses API have an answer of as many messages as it has items', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('call', 'text'), { minLength: 1, maxLength: 12 }), (items) => {
        const output = items.map((item, index) =>
          item === 'call' ? asked(`call_${index}`) : { message: { role: 'assistant', contents: [text] } },
        )
        const response = openTelemetry.decodeResponse(span([], output)).value
        const expected = items.flatMap((item, index) =>
          item === 'call' ? [[`call_${index}`, 'get_weather', 'complete']] : [],
        )
        expect(callsIn(response.message)).toEqual(expected)
        expect(response.message.parts).toHaveLength(items.length)
        const request = openTelemetry.decodeRequest(span(output, [])).value
        expect(request.messages.flatMap(callsIn)).toEqual(expected)
        expect(request.messages).toHaveLength(1)
      }),
    ))

  test('of several answers tell the first', () => {
    const output = [asked('call_1'), asked('call_2')]
    const hints: JsonObject[] = [
      { 'llm.invocation_parameters': '{"n":2}' },
      { 'output.value': '{"choices":[{"index":0},{"index":1}]}' },
    ]
    for (const more of hints)
      expect(callsIn(openTelemetry.decodeResponse(span([], output, more)).value.message)).toEqual([
        ['call_1', 'get_weather', 'complete'],
      ])
  })

  test.each([
    [
      'beside what says that it is a call',
      (id: string) => ({ message_content: { type: 'tool_use' }, ...call(id) }),
    ],
    ['by its id alone', (id: string) => ({ message_content: { type: 'tool_use', id } })],
    ['by nothing', () => ({ message_content: { type: 'tool_use' } })],
  ])('of Anthropic tell a call once, where it stands among the contents: %s', (_title, block) => {
    const contents = [block('toolu_1'), text, block('toolu_2')]
    const message = { role: 'assistant', tool_calls: [call('toolu_1'), call('toolu_2')], contents }
    const response = openTelemetry.decodeResponse(span([], [{ message }])).value
    expect(response.message.parts.map(({ type }) => type)).toEqual(['tool-call', 'text', 'tool-call'])
    expect(callsIn(response.message)).toEqual([
      ['toolu_1', 'get_weather', 'complete'],
      ['toolu_2', 'get_weather', 'complete'],
    ])
  })

  test('of Anthropic have results in messages of the user, the first of which only the body tells', () => {
    const results = [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: '18 °C' },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no such city', is_error: true },
      { type: 'text', text: 'Now.' },
    ]
    const told = { role: 'user', tool_call_id: 'toolu_2', content: 'no such city', contents: [text] }
    const asks = { message: { role: 'assistant', tool_calls: [call('toolu_1'), call('toolu_2')] } }
    const body = JSON.stringify({ messages: [{ role: 'user', content: results }] })
    const { messages } = openTelemetry.decodeRequest(
      span([asks, { message: told }], [], { 'input.value': body }),
    ).value
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user'])
    expect(messages[1]?.parts).toMatchObject([
      { callId: 'toolu_1', name: 'get_weather', output: { value: '18 °C' }, isError: false },
      { callId: 'toolu_2', name: 'get_weather', output: { value: 'no such city' }, isError: true },
    ])
    const bare = openTelemetry.decodeRequest(span([asks, { message: told }], [])).value
    expect(bare.messages[1]?.parts).toMatchObject([{ callId: 'toolu_2', isError: false }])
  })

  test('tell calls without a name by the body, and no calls that nothing names', () => {
    const nameless = { tool_call: { id: 'call_1' } }
    const strays = { tool_call: { function: { arguments: '{"query":"x"}' } } }
    const output = [{ message: { role: 'assistant', tool_calls: [nameless, strays] } }]
    const body = JSON.stringify({
      choices: [
        {
          message: {
            tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
          },
        },
      ],
    })
    const { value, notices } = openTelemetry.decodeResponse(span([], output, { 'output.value': body }))
    expect(value.message.parts).toMatchObject([
      { type: 'tool-call', id: 'call_1', name: 'sql', rawArguments: 'select 1' },
    ])
    expect(notices).toContainEqual(expect.objectContaining({ code: 'part-dropped', severity: 'warning' }))
  })

  test('tell what a provider ran as that', () => {
    const output = [
      {
        message: {
          role: 'assistant',
          tool_calls: [{ tool_call: { id: 'ws_1', function: { name: 'web_search_call' } } }],
        },
      },
    ]
    expect(openTelemetry.decodeResponse(span([], output)).value.message.parts).toMatchObject([
      { type: 'tool-call', id: 'ws_1', kind: 'web_search', providerExecuted: true },
    ])
  })
})
