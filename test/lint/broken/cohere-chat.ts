import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const hi = { role: 'user', content: 'Hi' }
const call = (id: string, more: JsonObject = {}) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{}' },
  ...more,
})
const said = (...calls: JsonValue[]) => ({ role: 'assistant', tool_plan: 'I will ask.', tool_calls: calls })
const result = (id: string, more: JsonObject = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content: 'ok',
  ...more,
})
const tool = (parameters: JsonValue, more: JsonObject = {}) => ({
  type: 'function',
  function: { name: 'f', parameters, ...more },
})
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const declared = tool(city)
const says = (...messages: JsonValue[]): JsonObject => ({ model: 'm', messages, tools: [declared] })
const asks = (more: JsonObject): JsonObject => ({ ...says(hi), ...more })
const fields = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, { type: 'string' }]))

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['PAIR-01', says(hi, said(call('a'), call('b')), result('a'))],
  ['PAIR-01', says(hi, said(call('a')), hi, result('a'))],
  ['PAIR-02', says(hi, said(call('a')), result('a'), result('b'))],
  ['ID-01', says(hi, said(call('a')), { role: 'tool', content: 'ok' })],
  ['ID-02', says(hi, said(call('a'), call('a')), result('a'), result('a'))],
  ['NAME-01', asks({ tools: [tool(city, { name: '1 f' })] })],
  ['ROLE-01', says(hi, { role: 'system', content: 'Be brief.' })],
  ['CONTENT-01', says(hi, { role: 'assistant', content: '', tool_calls: [] }, hi)],
  ['CONTENT-01', says({ role: 'user', content: [] })],
  ['ARG-01', says(hi, said(call('a', { function: { name: 'f', arguments: { city: 'x' } } })), result('a'))],
  ['ARG-01', says(hi, said(call('a', { function: { name: 'f', arguments: '[1]' } })), result('a'))],
  ['TOOLS-01', asks({ tools: [], tool_choice: 'REQUIRED' })],
  ['TOOLS-01', asks({ tool_choice: 'auto' })],
  ['TOOLS-01', asks({ tool_choice: 'any' })],
  ['TOOLS-02', asks({ tools: [{ type: 'function', function: { name: 'f' } }] })],
  ['TOOLS-03', asks({ tools: [{ function: { name: 'f', parameters: city } }] })],
  ['TOOLS-04', asks({ tools: [] })],
  ['TOOLS-05', asks({ model: 'command-light' })],
  ['SCHEMA-01', asks({ tools: [tool({ ...city, required: ['town'] })] })],
  ['SCHEMA-01', asks({ tools: [tool({ type: 'object', properties: { city: {} } })] })],
  ['STRICT-01', asks({ strict_tools: true, tools: [tool({ type: 'object', properties: {} })] })],
  [
    'STRICT-01',
    asks({ strict_tools: true, tools: [tool({ type: 'object', properties: fields, required: ['f0'] })] }),
  ],
  ['FIELD-01', asks({ tools: [tool(city, { strict: true })] })],
  ['FIELD-01', says({ ...hi, name: 'Ann' })],
  ['FIELD-01', says(hi, said(call('a', { index: 0 })), result('a', { name: 'f' }))],
  ['FIELD-01', asks({ user: 'u' })],
  ['FIELD-02', asks({ response_format: { type: 'json_object' } })],
  ['SAMPLING-01', asks({ frequency_penalty: 0.5, presence_penalty: 0.5 })],
  ['SHAPE-01', says({ role: 'user', content: [{ type: 'input_text', text: 'x' }] })],
  ['SHAPE-02', says({ ...hi, providerMetadata: {} })],
  ['VALUE-01', asks({ response_format: 'text' })],
  ['SHAPE-03', asks({ system: 'x' })],
  ['SHAPE-04', says({ role: 'user', content: 'QUJD'.repeat(2000) })],
  ['SHAPE-05', asks({ tools: [{ name: 'f', input_schema: city }] })],
]
