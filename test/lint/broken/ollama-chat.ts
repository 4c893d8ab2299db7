import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const hi = { role: 'user', content: 'Hi' }
const call = (more: JsonObject = {}) => ({ function: { name: 'f', arguments: {}, ...more } })
const said = (...calls: JsonValue[]) => ({ role: 'assistant', content: '', tool_calls: calls })
const result = (more: JsonObject = {}) => ({ role: 'tool', content: 'ok', tool_name: 'f', ...more })
const says = (...messages: JsonValue[]): JsonObject => ({ model: 'm', messages })
const declares = (parameters: JsonObject): JsonObject => ({
  ...says(hi),
  tools: [{ type: 'function', function: { name: 'f', parameters } }],
})
const typed = (type: JsonValue) => declares({ type: 'object', properties: { a: { type } } })
const nameless = { role: 'tool', content: 'ok' }

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['ARG-01', says(hi, said(call({ arguments: '{"a":1}' })), result())],
  ['ARG-01', says(hi, said(call({ arguments: [1] })), result())],
  ['CONTENT-01', says({ role: 'user', content: [{ type: 'text', text: 'Hi' }] })],
  ['CONTENT-01', says({ role: 'user', content: [{ type: 'image_url', image_url: 'x' }] })],
  ['CONTENT-03', says({ ...hi, images: ['data:image/png;base64,iVBORw0KGgo='] })],
  ['CONTENT-03', says({ ...hi, images: ['https://example.com/a.png'] })],
  ['MEDIA-01', says(hi, said(call()), result({ images: ['iVBORw0KGgo='] }))],
  ['PAIR-01', { ...says(hi, said(call(), call()), result()), model: 'gpt-oss:120b-cloud' }],
  ['NAME-01', says(hi, said(call()), nameless)],
  ['NAME-01', says(hi, said({ id: 'a', ...call() }), { ...nameless, tool_call_id: 'a' })],
  ['NAME-01', says(hi, nameless)],
  ['FIELD-01', { messages: [hi] }],
  ['FIELD-02', { ...says(hi), logprobs: true, top_logprobs: 21 }],
  ['FIELD-02', { ...says(hi), top_logprobs: 'all' }],
  ['THINK-02', { ...says(hi), think: 'xhigh' }],
  ['THINK-02', { ...says(hi), think: 3 }],
  ['FORMAT-01', { ...says(hi), model: 'qwen3-coder:480b-cloud', format: 'json' }],
  ['SCHEMA-01', typed({ type: 'string' })],
  ['SCHEMA-01', typed(['string', 1])],
  ['SCHEMA-01', declares({ type: ['object'] })],
  ['SCHEMA-01', declares({ type: 'object', properties: { a: true } })],
  ['SCHEMA-01', declares({ type: 'object', properties: { a: { anyOf: ['string'] } } })],
  ['SCHEMA-02', declares({ type: 'object', properties: { a: { type: 'string', pattern: '^a' } } })],
  ['SCHEMA-02', declares({ type: 'object', anyOf: [{ required: ['a'] }] })],
  ['SHAPE-01', says({ role: 'user', content: [{ type: 'input_text', text: 'x' }] })],
  ['SHAPE-02', says({ ...hi, providerMetadata: {} })],
  ['VALUE-01', { ...says(hi), format: 1 }],
  ['SHAPE-03', { ...says(hi), tool_choice: 'auto' }],
  ['SHAPE-04', says({ role: 'user', content: 'QUJD'.repeat(2000) })],
  [
    'SHAPE-05',
    {
      ...says({ role: 'user', content: 'Hi' }),
      tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
    },
  ],
]
