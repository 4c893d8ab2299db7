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

describe('truncated values', () => {
  const text = String(output([{ type: 'text', content: 'I pay.' }, call])['gen_ai.output.messages'])

  test('never become a complete call, at any position of the truncation', () => {
    for (let length = 0; length < text.length; length += 1) {
      const calls = toolCalls({
        'gen_ai.request.model': 'm',
        'gen_ai.output.messages': text.slice(0, length),
      })
      for (const { status } of calls) expect(status, `${length} characters`).toBe('truncated')
    }
    expect(toolCalls({ 'gen_ai.output.messages': text })).toMatchObject([{ status: 'complete' }])
  })

  test('of single fields are not calls', () => {
    const span = {
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.id': 'call_1',
      'gen_ai.completion.0.tool_calls.0.name': 'pay',
      'gen_ai.completion.0.tool_calls.0.arguments': '{"amount":12',
    }
    expect(toolCalls(span)).toMatchObject([{ status: 'truncated', rawArguments: '{"amount":12' }])
  })
})

test('missing arguments are not decoded as an empty object', () => {
  expect(toolCalls(output([{ type: 'tool_call', id: 'call_1', name: 'pay' }]))).toMatchObject([
    { status: 'truncated' },
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

test('a recorded conversation continues with a provider', () => {
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

test('a span without a model is rejected, and not recognized', () => {
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
})
