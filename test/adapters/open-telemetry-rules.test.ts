import { expect, test } from 'vitest'
import { rules } from '../../adapters/open-telemetry/rules.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'

const ask: JsonObject = { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] }
const call: JsonObject = { type: 'tool_call', id: 'a', name: 'look', arguments: { city: 'Oslo' } }
const answer: JsonObject = { type: 'tool_call_response', id: 'a', response: 'rain' }
const said = (...parts: JsonArray): JsonObject => ({ role: 'assistant', parts })
const told = (...parts: JsonArray): JsonObject => ({ role: 'tool', parts })

function span(input: JsonValue, more: JsonObject = {}): JsonObject {
  return { name: 'chat m', attributes: { 'gen_ai.input.messages': input, ...more } }
}

function broken(request: JsonObject): string[] {
  return lint(rules, request).map(({ rule, path }) => `${rule} ${path}`)
}

test('spans that follow the conventions break no rule, structured or as a text', () => {
  const messages = [ask, said(call), told(answer), said({ type: 'reasoning', content: 'Hm.' })]
  const definitions = [{ type: 'function', name: 'look', parameters: null }]
  const more = {
    'gen_ai.output.messages': [said({ type: 'text', content: 'Rain.' })],
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
    'gen_ai.tool.definitions': JSON.stringify(definitions),
  }
  expect(broken(span(messages, more))).toEqual([])
  expect(broken(span(JSON.stringify(messages), more))).toEqual([])
  // Without ids, only the order links calls and results.
  expect(broken(span([said({ ...call, id: null }), told({ ...answer, id: null })]))).toEqual([])
  expect(broken({})).toEqual([])
  expect(broken({ attributes: 1, events: [{}] })).toEqual([])
})

const INPUT = '/attributes/gen_ai.input.messages'

test.each<[string, string, JsonObject]>([
  ['messages that are not a list', `OTEL-FORMAT-01 ${INPUT}`, span({ role: 'user' })],
  ['the text of no list', `OTEL-FORMAT-01 ${INPUT}`, span('{"role":"user"}')],
  ['a message without parts', `OTEL-FORMAT-02 ${INPUT}/0`, span([{ role: 'user', content: 'Hi' }])],
  ['a part without a type', `OTEL-FORMAT-02 ${INPUT}/0/parts/0`, span([said({ content: 'Hi' })])],
  ['a text in `text`', `OTEL-CONTENT-01 ${INPUT}/0/parts/0`, span([said({ type: 'text', text: 'Hi' })])],
  ['a result of no call', `OTEL-PAIR-01 ${INPUT}/0/parts/0`, span([told(answer)])],
  [
    'a result in `result`',
    `OTEL-RESULT-01 ${INPUT}/1/parts/0`,
    span([said(call), told({ type: 'tool_call_response', id: 'a', result: 'rain' })]),
  ],
  ['arguments as a text', `OTEL-ARG-01 ${INPUT}/0/parts/0`, span([said({ ...call, arguments: '{}' })])],
  [
    'a call of the provider without its object',
    `OTEL-SERVER-01 ${INPUT}/0/parts/0`,
    span([said({ type: 'server_tool_call', id: 's', name: 'search', server_tool_call: {} })]),
  ],
  [
    'media without a modality',
    `OTEL-MEDIA-01 ${INPUT}/0/parts/0`,
    span([{ role: 'user', parts: [{ type: 'blob', content: 'AAAA' }] }]),
  ],
  [
    'data in a URI',
    `OTEL-MEDIA-01 ${INPUT}/0/parts/0`,
    span([{ role: 'user', parts: [{ type: 'uri', modality: 'image', uri: 'data:image/png;base64,AAAA' }] }]),
  ],
  [
    'a schema elsewhere',
    'OTEL-TOOLS-01 /attributes/gen_ai.tool.definitions/0',
    span([ask], { 'gen_ai.tool.definitions': [{ type: 'function', name: 'look', inputSchema: {} }] }),
  ],
  [
    'fewer reasons than choices',
    'OTEL-FINISH-01 /attributes/gen_ai.response.finish_reasons',
    span([ask], {
      'gen_ai.output.messages': [said(), said()],
      'gen_ai.response.finish_reasons': ['stop'],
    }),
  ],
  ['a text that was cut', `OTEL-PLATFORM-01 ${INPUT}`, span('[{"role":"user","parts":[{"type":"te')],
])('%s', (_what, expected, request) => {
  expect(broken(request)).toEqual([expected])
})

test('violations in a text, a list of attributes or a document have their path', () => {
  const text = JSON.stringify([told(answer)])
  expect(broken(span(text))).toEqual([`OTEL-PAIR-01 ${INPUT}`])
  expect(broken({ 'gen_ai.input.messages': text })).toEqual(['OTEL-PAIR-01 /gen_ai.input.messages'])
  const attributes = [{ key: 'gen_ai.input.messages', value: { stringValue: text } }]
  expect(broken({ name: 'chat m', attributes })).toEqual(['OTEL-PAIR-01 /attributes/0/value'])
  const document = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'chat m', attributes }] }] }] }
  expect(broken(document)).toEqual(['OTEL-PAIR-01 '])
  const event = {
    name: 'gen_ai.client.inference.operation.details',
    attributes: { 'gen_ai.input.messages': text },
  }
  expect(broken({ name: 'chat m', attributes: {}, events: [event] })).toEqual(['OTEL-PAIR-01 '])
})

test('every rule has a case above that breaks it', () => {
  expect(rules.map(({ id }) => id)).toHaveLength(11)
  for (const { id, severity } of rules) expect(['warning', 'info'], id).toContain(severity)
})
