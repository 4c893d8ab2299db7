import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const user = { role: 'ROLE_USER', content: [{ text: 'Hi' }] }
const call = (id: string, more: JsonObject = {}) => ({
  ...{ id, type: 'TOOL_CALL_TYPE_CLIENT_SIDE_TOOL', status: 'TOOL_CALL_STATUS_COMPLETED' },
  function: { name: 'f', arguments: '{}', ...more },
})
const asked = (...calls: JsonValue[]) => ({
  role: 'ROLE_ASSISTANT',
  content: [{ text: '' }],
  tool_calls: calls,
})
const result = (id: string, ...content: JsonValue[]) => ({
  ...{ role: 'ROLE_TOOL', tool_call_id: id },
  content: content.length === 0 ? [{ text: 'ok' }] : content,
})
const tools = [{ function: { name: 'f', parameters: '{"type":"object"}' } }]
const body = (messages: JsonValue[], more: JsonObject = {}): JsonObject => ({
  ...{ model: 'grok-4.3', messages, tools },
  ...more,
})
const search = (web_search: JsonObject) => body([user], { tools: [{ web_search }] })

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['ROLE-01', body([{ ...user, role: 'user' }])],
  ['CONTENT-01', body([user, { role: 'ROLE_ASSISTANT', tool_calls: [call('a')] }, result('a')])],
  ['CONTENT-02', body([{ ...user, content: 'Hi' }])],
  ['CONTENT-03', body([{ ...user, content: [{ text: 'Hi', file: { file_id: 'file_1' } }] }])],
  ['ARG-01', body([user, asked(call('a', { arguments: {} })), result('a')])],
  ['SCHEMA-01', body([user], { tools: [{ function: { name: 'f', parameters: { type: 'object' } } }] })],
  ['NAME-01', body([user], { tools: [{ function: { name: 'a.b', parameters: '{}' } }] })],
  ['FIELD-01', body([user, { ...asked(call('a')), name: 'me' }, result('a')])],
  ['FIELD-02', body([user], { stop: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] })],
  ['PAIR-01', body([user, asked(call('a')), user])],
  ['PAIR-02', body([user, asked(call('a')), result('a'), result('b')])],
  ['ORDER-01', body([user, asked(call('a'), call('b')), result('b'), result('a')])],
  [
    'MEDIA-01',
    body([user, asked(call('a')), result('a', { image_url: { image_url: 'https://example.com/a.png' } })]),
  ],
  ['TOOLS-01', body([user], { tools: [], tool_choice: { mode: 'TOOL_MODE_AUTO' } })],
  ['TOOLS-02', search({ allowed_domains: ['a.example'], excluded_domains: ['b.example'] })],
  [
    'STREAM-01',
    body([user], { tools: [{ code_execution: {} }], include: ['INCLUDE_OPTION_TOOL_CALL_STREAMING'] }),
  ],
  ['SHAPE-01', body([{ ...user, content: [{ type: 'input_text', text: 'Hi' }] }])],
  ['SHAPE-02', body([{ role: 'ROLE_USER', parts: [{ text: 'Hi' }] }])],
  ['SHAPE-03', body([user], { max_completion_tokens: 5 })],
  [
    'SHAPE-04',
    body([{ ...user, content: [{ text: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2000)}` }] }]),
  ],
  ['SHAPE-05', body([user], { tools: [{ name: 'f', input_schema: { type: 'object' } }] })],
]
