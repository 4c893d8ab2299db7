import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const hi = { type: 'user_input', content: [{ type: 'text', text: 'Hi' }] }
const call = { type: 'function_call', id: 'aaaaaaa1', name: 'f', arguments: {} }
const result = { type: 'function_result', call_id: 'aaaaaaa1', name: 'f', result: 'ok' }
const declared = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }
const says = (...input: JsonValue[]): JsonObject => ({ model: 'm', input, tools: [declared] })
const { call_id: _id, ...withoutId } = result
const { name: _name, ...nameless } = result

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['PAIR-01', says(hi, call, hi, result)],
  ['PAIR-01', says(hi, call)],
  ['PAIR-02', { ...says(call, result), previous_interaction_id: 'v1_before' }],
  ['PAIR-03', says(hi, call, withoutId, result)],
  ['PAIR-03', says(hi, call, { ...withoutId, id: 'aaaaaaa1' })],
  ['NAME-01', { ...says(hi), tools: [{ ...declared, name: '1 f' }] }],
  ['NAME-01', says(hi, { ...call, name: 'a b' }, { ...result, name: 'a b' })],
  ['NAME-02', says(hi, call, nameless)],
  ['NAME-02', says(hi, call, { type: 'user_input', content: [nameless] })],
  ['FIELD-01', says(hi, { ...call, call_id: 'aaaaaaa1' }, result)],
  ['FIELD-01', says(hi, { type: 'function_call', call_id: 'aaaaaaa1', name: 'f', arguments: {} }, result)],
  ['FIELD-01', says(hi, call, { ...result, id: 'aaaaaaa1' })],
  ['FIELD-01', says(hi, call, { ...result, status: 'completed' })],
  ['REVISION-01', { ...says(hi), response_mime_type: 'application/json' }],
  [
    'REVISION-01',
    {
      ...says(hi),
      response_mime_type: 'application/json',
      response_format: { type: 'object', properties: {} },
    },
  ],
  ['REVISION-02', { ...says(hi), generation_config: { image_config: { aspect_ratio: '1:1' } } }],
  ['STATE-01', { ...says(hi), previous_interaction_id: 'v1_before', store: false }],
  [
    'SIG-02',
    says(hi, { type: 'thought', summary: [{ type: 'text', text: 'So' }], signature: '' }, call, result),
  ],
  ['ARG-01', says(hi, { ...call, arguments: '{"a":1}' }, result)],
  [
    'SCHEMA-01',
    {
      ...says(hi),
      tools: [
        { ...declared, parameters: { type: 'object', properties: { a: { type: 'string', minLength: 3 } } } },
      ],
    },
  ],
  ['FORM-01', says({ role: 'user', content: 'Hi' })],
  [
    'FORM-01',
    says(
      hi,
      { role: 'model', content: [{ type: 'text', text: 'So' }, call, { type: 'text', text: 'Well' }] },
      result,
    ),
  ],
  ['STATUS-01', { ...says(hi), continuation_token: 'token' }],
  ['SHAPE-01', says({ type: 'user_input', content: [{ type: 'input_text', text: 'Hi' }] })],
  ['SHAPE-02', says({ ...hi, tool_calls: [] })],
  ['SHAPE-03', { ...says(hi), instructions: 'Be brief.' }],
  [
    'SHAPE-04',
    says({
      type: 'user_input',
      content: [{ type: 'text', text: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2000)}` }],
    }),
  ],
  ['SHAPE-05', { ...says(hi), tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }] }],
]
