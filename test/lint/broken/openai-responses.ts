import type { JsonObject } from '../../../src/base/json/json-types.js'

const user = { role: 'user', content: 'Hello' }

function input(...items: JsonObject[]): JsonObject {
  return { model: 'gpt-5.4', input: items }
}

function functionCall(id: string, more: JsonObject = {}): JsonObject {
  return { type: 'function_call', call_id: id, name: 'look_up', arguments: '{}', ...more }
}

function output(id: string, text = 'ok'): JsonObject {
  return { type: 'function_call_output', call_id: id, output: text }
}

function withSchema(parameters: JsonObject, strict = false): JsonObject {
  return { ...input(user), tools: [{ type: 'function', name: 'f', parameters, strict }] }
}

const answersAs = (format: JsonObject) => ({
  ...input(user),
  text: { format: { type: 'json_schema', name: 'r', ...format } },
})

/** For each rule a request that breaks it. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['OPENAI-RESP-PAIR-01', input(functionCall('c'))],
  ['OPENAI-RESP-PAIR-02', input(user, output('c'))],
  ['OPENAI-RESP-PAIR-03', input(functionCall('c'), { ...output('c'), type: 'custom_tool_call_output' })],
  ['OPENAI-RESP-PAIR-04', input(functionCall('c'), functionCall('c'), output('c'))],
  ['OPENAI-RESP-PAIR-05', { ...input(functionCall('c', { id: 'fc_1' })), previous_response_id: 'r' }],
  [
    'OPENAI-RESP-PAIR-06',
    input(
      functionCall('c'),
      { role: 'assistant', content: 'x' },
      functionCall('d'),
      output('c'),
      output('d'),
    ),
  ],
  ['OPENAI-RESP-ID-01', input(functionCall('c'.repeat(65)), output('c'.repeat(65)))],
  ['OPENAI-RESP-ID-02', input(functionCall('c', { id: 'item_1' }), output('c'))],
  [
    'OPENAI-RESP-ID-03',
    input(functionCall('c', { id: 'fc_1' }), output('c'), functionCall('d', { id: 'fc_1' })),
  ],
  ['OPENAI-RESP-ID-04', { ...input({ type: 'item_reference', id: 'rs_1' }), store: false }],
  ['OPENAI-RESP-REASON-01', input({ type: 'reasoning', id: 'rs_1', summary: [] }, user)],
  ['OPENAI-RESP-REASON-03', { ...input({ type: 'reasoning', id: 'rs_1', summary: [] }), store: false }],
  ['OPENAI-RESP-ARG-01', input(functionCall('c', { arguments: {} }), output('c'))],
  ['OPENAI-RESP-OUT-01', input(functionCall('c'), { type: 'function_call_output', call_id: 'c' })],
  ['OPENAI-RESP-OUT-02', input({ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] })],
  ['OPENAI-RESP-MEDIA-01', input({ role: 'user', content: [{ type: 'input_file', file_data: 'AAAA' }] })],
  [
    'OPENAI-RESP-MEDIA-02',
    input({ role: 'user', content: [{ type: 'input_file', file_url: 'https://a/b.mp3' }] }),
  ],
  ['OPENAI-RESP-NAME-01', { ...input(user), tools: [{ type: 'function', name: 'a.b' }] }],
  ['OPENAI-RESP-NAME-02', { ...input(user), tools: [{ type: 'namespace', name: 'n', tools: [] }] }],
  [
    'OPENAI-RESP-NAME-03',
    {
      ...input(functionCall('c'), output('c')),
      tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'look_up' }] }],
    },
  ],
  ['OPENAI-RESP-NAME-04', { ...input(user), tools: [{ type: 'function', name: 'a'.repeat(65) }] }],
  ['OPENAI-RESP-NAME-05', input(functionCall('c', { name: 'a b' }), output('c'))],
  ['OPENAI-RESP-TOOLS-01', { ...input(user), tools: Array(129).fill({ type: 'function', name: 'a' }) }],
  ['OPENAI-RESP-TOOLS-02', { ...input(user), tools: [{ type: 'function', name: 'a', defer_loading: true }] }],
  ['OPENAI-RESP-TOOLS-03', { ...input(user), tools: [{ type: 'tool_search', execution: 'client' }] }],
  ['OPENAI-RESP-TOOLS-04', { ...input(user), tool_choice: { type: 'function', name: 'a' } }],
  [
    'OPENAI-RESP-TOOLS-05',
    { ...input(user), tools: [{ type: 'function', name: 'a', allowed_callers: ['programmatic'] }] },
  ],
  ['OPENAI-RESP-SCHEMA-01', withSchema({ type: 'array', items: {} })],
  ['OPENAI-RESP-SCHEMA-02', withSchema({ type: 'object' })],
  ['OPENAI-RESP-SCHEMA-03', withSchema({ type: 'object', properties: { a: { type: ['array', 'null'] } } })],
  ['OPENAI-RESP-SCHEMA-04', withSchema({ type: 'object', properties: {} }, true)],
  ['OPENAI-RESP-SCHEMA-05', withSchema({ type: 'object', properties: { a: {} } }, true)],
  [
    'OPENAI-RESP-SCHEMA-07',
    withSchema({
      type: 'object',
      properties: {},
      oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
    }),
  ],
  ['OPENAI-RESP-STATE-01', { ...input(user), previous_response_id: 'r', conversation: 'c' }],
  ['OPENAI-RESP-STATE-02', input()],
  ['OPENAI-RESP-FORMAT-01', { ...input(user), text: { format: { type: 'json_object' } } }],
  ['OPENAI-RESP-OUTPUT-01', answersAs({ schema: { type: 'array', items: { type: 'string' } } })],
  ['OPENAI-RESP-OUTPUT-02', answersAs({ strict: true, schema: { type: 'object', properties: {} } })],
  [
    'OPENAI-RESP-OUTPUT-02',
    answersAs({
      strict: true,
      schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    }),
  ],
  ['OPENAI-RESP-STATUS-01', input(functionCall('c', { status: 'completed' }), output('c'))],
  ['OPENAI-RESP-SHAPE-01', input({ role: 'user', content: [{ type: 'tool_result' }] })],
  ['OPENAI-RESP-SHAPE-02', input({ ...user, parts: [] })],
  ['OPENAI-RESP-VALUE-01', { ...input(user), reasoning: 'high' }],
  ['OPENAI-RESP-VALUE-01', input({ role: 'tool', content: 'x' })],
  ['OPENAI-RESP-SHAPE-03', { ...input(user), messages: [] }],
  ['OPENAI-RESP-SHAPE-04', input({ role: 'user', content: 'QUJD'.repeat(2000) })],
  [
    'OPENAI-RESP-SHAPE-05',
    {
      ...input(user),
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    },
  ],
]
