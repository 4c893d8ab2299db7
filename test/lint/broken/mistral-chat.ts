import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const hi = { role: 'user', content: 'Hi' }
const call = (id: string, more: JsonObject = {}) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{}' },
  ...more,
})
const said = (...calls: JsonValue[]) => ({ role: 'assistant', content: '', tool_calls: calls })
const result = (id: string, more: JsonObject = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content: 'ok',
  ...more,
})
const declared = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }
const says = (...messages: JsonValue[]): JsonObject => ({ model: 'm', messages, tools: [declared] })
const [one, two] = ['aaaaaaaa1', 'aaaaaaaa2']

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['ID-01', says(hi, said(call('call_1')), result('call_1'))],
  ['ID-02', says(hi, said(call('null')), result('null'))],
  ['ID-03', says(hi, said(call(one), call(one)), result(one), result(one))],
  [
    'NAME-01',
    says(hi, said(call(one, { function: { name: 'a b', arguments: '{}' } })), result(one, { name: 'a b' })),
  ],
  ['PAIR-01', says(hi, said(call(one), call(two)), result(one))],
  ['PAIR-02', says(hi, said(call(one)), result(one), result(two))],
  ['PAIR-03', says(hi, said(call(one)), result(two))],
  ['ORDER-01', says(hi, result(one))],
  ['ORDER-02', says(hi, said(call(one)), result(one), hi)],
  ['ORDER-03', says(hi, { role: 'assistant', content: 'So' })],
  ['ORDER-04', says({ role: 'assistant', content: 'So' }, hi)],
  ['ORDER-05', says(hi, { role: 'assistant', content: 'So', prefix: true }, hi)],
  ['CONTENT-01', says(hi, { role: 'assistant', content: '' }, hi)],
  ['CONTENT-02', says({ role: 'system', content: '' }, hi)],
  [
    'CONTENT-03',
    says(hi, said(call(one)), result(one, { content: [{ type: 'image_url', image_url: 'x' }] })),
  ],
  ['FIELD-01', says({ ...hi, name: 'Ann' })],
  ['FIELD-02', { ...says(hi), enable_thinking: true }],
  ['SCHEMA-01', { ...says(hi), tools: [{ type: 'function', function: { name: 'f' } }] }],
  ['TOOLS-01', { ...says(hi), tool_choice: { type: 'function', function: { name: 'f' } } }],
  ['TOOLS-02', { ...says(hi), tool_choice: 'none' }],
  ['SHAPE-01', says({ role: 'user', content: [{ type: 'input_text', text: 'x' }] })],
  ['SHAPE-02', says({ ...hi, providerMetadata: {} })],
  ['VALUE-01', { ...says(hi), response_format: 'json_object' }],
  ['SHAPE-03', { ...says(hi), system: 'x' }],
  ['SHAPE-04', says({ role: 'user', content: 'QUJD'.repeat(2000) })],
  ['SHAPE-05', { ...says(hi), tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }] }],
]
