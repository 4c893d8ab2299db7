import type { JsonArray, JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const weather = { name: 'get_weather', parameters: { type: 'object', properties: {} } }

function call(id: string, args: JsonValue = '{}', name = 'get_weather'): JsonObject {
  return { id, type: 'function', function: { name, arguments: args } }
}

function history(...messages: JsonArray): JsonObject {
  return { model: 'm', messages, tools: [{ type: 'function', function: weather }] }
}

const tools = (parameters: JsonObject, more: JsonObject = {}) => ({
  messages: [],
  tools: [{ type: 'function', function: { name: 'f', parameters, ...more } }],
})

const answersAs = (format: JsonObject) => ({
  messages: [{ role: 'user', content: 'Hi' }],
  response_format: { type: 'json_schema', json_schema: { name: 'r', ...format } },
})

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['PAIR-01', history({ role: 'assistant', tool_calls: [call('a')] }, { role: 'user', content: 'Hi' })],
  ['PAIR-01', history({ role: 'assistant', tool_calls: [call('a')] })],
  ['PAIR-02', history({ role: 'tool', tool_call_id: 'a', content: '' })],
  ['PAIR-02', history({ role: 'assistant', content: 'x' }, { role: 'tool', tool_call_id: 'a', content: '' })],
  [
    'PAIR-03',
    history(
      { role: 'assistant', tool_calls: [call('a'), call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '' },
    ),
  ],
  [
    'PAIR-03',
    history(
      { role: 'assistant', tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'tool', tool_call_id: 'a', content: '' },
    ),
  ],
  ['ID-01', history({ role: 'assistant', tool_calls: [call('a'.repeat(41))] })],
  ['ID-02', history({ role: 'assistant', tool_calls: [call('a'.repeat(65))] })],
  ['ARG-01', history({ role: 'assistant', tool_calls: [call('a', {})] })],
  ['ARG-02', history({ role: 'assistant', tool_calls: [call('a', 'nope')] })],
  ['CONTENT-01', history({ role: 'assistant', content: null })],
  ['CONTENT-02', history({ role: 'tool', tool_call_id: 'a' })],
  ['CONTENT-03', history({ role: 'system', content: [{ type: 'image_url' }] })],
  ['CONTENT-04', history({ role: 'assistant', content: [{ type: 'text', text: 'x' }] })],
  ['CONTENT-05', history({ role: 'user', content: [] })],
  ['ROLE-01', history({ role: 'critic', content: '' })],
  ['MEDIA-01', history({ role: 'user', content: [{ type: 'input_audio' }] })],
  ['NAME-01', history({ role: 'assistant', tool_calls: [call('a', '{}', 'get weather')] })],
  ['NAME-02', { messages: [], tools: [{ type: 'custom', custom: { name: 'a'.repeat(65) } }] }],
  ['NAME-03', { messages: [], tools: [{ type: 'function', function: { name: 'a.b' } }] }],
  [
    'TOOLS-01',
    {
      messages: [],
      tools: Array.from({ length: 129 }, (_, i) => ({ type: 'function', function: { name: `f${i}` } })),
    },
  ],
  ['TOOLS-02', { messages: [], tools: [] }],
  ['TOOLS-03', { messages: [], tool_choice: 'auto' }],
  ['TOOLS-04', { messages: [], parallel_tool_calls: true }],
  ['TOOLS-05', { ...history(), tool_choice: { type: 'function', function: { name: 'g' } } }],
  ['TOOLS-06', { messages: [{ role: 'assistant', tool_calls: [call('a')] }] }],
  ['FIELD-01', { messages: [], web_search_options: {} }],
  ['SCHEMA-01', tools({ properties: {} })],
  ['SCHEMA-02', tools({ type: 'object' })],
  ['SCHEMA-03', tools({ type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'] }] } } })],
  ['SCHEMA-04', tools({ type: 'object', properties: {} }, { strict: true })],
  [
    'SCHEMA-05',
    tools({ type: 'object', properties: { a: {} }, additionalProperties: false }, { strict: true }),
  ],
  [
    'SCHEMA-07',
    tools({
      ...{ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }),
  ],
  ['SCHEMA-07', tools({ type: 'object', properties: {}, not: { required: ['a'] } })],
  ['OUTPUT-01', answersAs({ schema: { type: 'array', items: { type: 'string' } } })],
  ['OUTPUT-02', answersAs({ strict: true, schema: { type: 'object', properties: {} } })],
  ['SCHEMA-06', tools({ type: 'object', properties: {} }, { description: 'x'.repeat(1025) })],
  [
    'SHAPE-01',
    history(
      { role: 'assistant', tool_calls: [call('a')] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
    ),
  ],
  ['SHAPE-02', history({ role: 'user', content: 'x', parts: [] })],
  ['VALUE-01', { ...history(), tool_choice: 'any' }],
  ['VALUE-01', { ...history(), response_format: 'json_object' }],
  ['SHAPE-03', { ...history(), system: 'x' }],
  ['SHAPE-04', history({ role: 'user', content: `See ${'QUJD'.repeat(2000)}` })],
  ['SHAPE-05', { ...history(), tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }] }],
]

/** The same under the limits of a vendor. */
export const BROKEN_FOR_VENDORS: readonly (readonly [vendor: string, rule: string, request: JsonObject])[] = [
  ['xai', 'COMPAT-ROLE-01', history({ role: 'developer', content: '' })],
  [
    'deepseek',
    'DEEPSEEK-REASON-01',
    history({ role: 'assistant', content: '', reasoning_content: 'x' }, { role: 'assistant', content: '' }),
  ],
  ['deepseek', 'DEEPSEEK-TOOLS-01', { ...history(), tool_choice: 'required' }],
  ['gemini-compat', 'GEMINI-COMPAT-SIG-01', history({ role: 'assistant', tool_calls: [call('a')] })],
  ['groq', 'COMPAT-FIELD-02', history({ role: 'assistant', content: '', reasoning_content: '' })],
  [
    'mistral',
    'MISTRAL-COMPAT-ID-01',
    history(
      { role: 'assistant', tool_calls: [call('call_1')] },
      { role: 'tool', tool_call_id: 'call_1', content: '' },
    ),
  ],
  ['cerebras', 'COMPAT-FIELD-01', { ...history(), enable_thinking: true }],
  ['alibaba', 'TOOLS-02', { messages: [], tools: [] }],
]
