import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

const user = (...content: JsonValue[]) => ({ role: 'user', content })
const said = (...content: JsonValue[]) => ({ role: 'assistant', content })
const hi = user({ text: 'Hi' })
const use = (toolUseId: string, more: JsonObject = {}) => ({
  toolUse: { toolUseId, name: 'f', input: {}, ...more },
})
const result = (toolUseId: string, more: JsonObject = {}) => ({
  toolResult: { toolUseId, content: [{ text: 'ok' }], ...more },
})
const tool = (more: JsonObject = {}) => ({
  toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {} } }, ...more },
})
const says = (...messages: JsonValue[]): JsonObject => ({ messages, toolConfig: { tools: [tool()] } })
const thought = (more: JsonObject = {}): JsonObject => ({
  reasoningContent: { reasoningText: { text: 'Hm.', ...more } },
})
const declares = (...tools: JsonValue[]): JsonObject => ({ messages: [hi], toolConfig: { tools } })
const chooses = (toolChoice: JsonObject): JsonObject => ({
  messages: [hi],
  toolConfig: { tools: [tool()], toolChoice },
})
const counted = { anthropic_version: 'bedrock-2023-05-31', tools: [{ type: 'web_search_20250305' }] }
const document = (name: string) => ({ document: { name, format: 'txt', source: { text: 'x' } } })

const answersAs = (schema: JsonObject): JsonObject => ({
  messages: [hi],
  outputConfig: {
    textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema) } } },
  },
})

/** For each rule a request that breaks it. Rule ids are without the name of the wire. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject])[] = [
  ['ID-01', says(hi, said(use('a b')), user(result('a b')))],
  ['ID-03', says(hi, said(use('a'), use('a')), user(result('a'), result('a')))],
  ['PAIR-01', says(hi, said(use('a'), use('b')), user(result('a')))],
  ['PAIR-02', says(hi, said(use('a')), user(result('a'), result('b')))],
  ['PAIR-03', says(hi, said(use('a'), use('b')), user({ text: 'so' }, result('a'), result('b')))],
  ['MIX-01', says(hi, said(use('a')), user(result('a'), { text: 'so' }))],
  ['ROLE-01', says(hi, user({ text: 'Well?' }))],
  ['ROLE-02', says(said({ text: 'Hi' }), hi)],
  ['STATE-01', { messages: [] }],
  ['INPUT-01', says(hi, said(use('a', { input: '{"x":1}' })), user(result('a')))],
  ['INPUT-01', says(hi, said(use('a', { input: [1] })), user(result('a')))],
  ['OUT-01', says(hi, said(use('a')), user(result('a', { content: [{ json: [1] }] })))],
  ['CONTENT-01', says(hi, said(), user({ text: 'Well?' }))],
  ['CONTENT-02', says(user({ text: 'Hi' }, { text: '' }))],
  ['CONTENT-03', says(hi, said(use('a')), user(result('a', { status: 'error', content: [] })))],
  ['CONTENT-04', says(hi, said({ text: 'So ' }))],
  ['CONTENT-05', says(user(document('a')))],
  ['CONTENT-06', says(user({ text: 'Hi' }, document('a_b  c.txt')))],
  ['TOOLCFG-01', { messages: [hi, said(use('a')), user(result('a'))] }],
  ['TOOLCFG-02', declares()],
  ['TOOLCFG-02', declares(tool({ description: '' }))],
  ['TOOLCFG-03', chooses({ tool: { name: 'g' } })],
  ['TOOLCFG-04', chooses({ any: {} })],
  ['NAME-01', says(hi, said(use('a', { name: 'my tool' })), user(result('a')))],
  ['NAME-01', { ...chooses({ tool: { name: 'my tool' } }), ...declares(tool({ name: 'my tool' })) }],
  ['NAME-02', declares(tool(), tool())],
  ['SCHEMA-01', declares({ toolSpec: { ...tool().toolSpec, strict: true } })],
  ['SCHEMA-02', declares(tool({ inputSchema: { json: {} } }))],
  ['OUTPUT-01', answersAs({ type: 'object', properties: { next: { $ref: '#' } } })],
  ['OUTPUT-02', answersAs({ type: 'object', properties: { age: { type: 'integer', minimum: 0 } } })],
  [
    'OUTPUT-02',
    {
      ...says(hi),
      additionalModelRequestFields: {
        output_config: { format: { schema: { type: 'object', properties: {} } } },
      },
    },
  ],
  ['COUNT-01', { input: { invokeModel: { body: btoa(JSON.stringify(counted)) } } }],
  ['SHAPE-01', says(user({ type: 'tool_use', text: 'x' }))],
  ['SHAPE-02', says({ ...hi, tool_calls: [] })],
  ['VALUE-01', { ...says(hi), system: 'Be brief.' }],
  ['SHAPE-03', { ...says(hi), max_tokens: 9 }],
  ['SHAPE-04', says(user({ text: 'QUJD'.repeat(2000) }))],
  [
    'SHAPE-05',
    { ...says(hi), toolConfig: { tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }] } },
  ],
]

/** The same under the limits of a model family. */
export const BROKEN_FOR_VENDORS: readonly (readonly [profile: string, rule: string, request: JsonObject])[] =
  [
    ['mistral', 'ID-02', says(hi, said(use('call_1')), user(result('call_1')))],
    [
      'nova',
      'SCHEMA-04',
      {
        ...says(hi),
        toolConfig: {
          tools: [
            {
              toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {}, $defs: {} } } },
            },
          ],
        },
      },
    ],
    ['nova', 'REASON-01', says(hi, said(thought({ signature: 'x' })), hi)],
    ['claude', 'REASON-02', says(hi, said(thought()), hi)],
  ]

const thinks = (budget: number, more: JsonObject = {}): JsonObject => ({
  additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: budget } },
  ...more,
})
const CLAUDE = { modelId: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' }

/** The same for requests that name their model. */
export const BROKEN_FOR_MODELS: readonly (readonly [rule: string, request: JsonObject])[] = [
  [
    'ID-02',
    { modelId: 'mistral.mistral-large-2407-v1:0', ...says(hi, said(use('call_1')), user(result('call_1'))) },
  ],
  [
    'REASON-01',
    { modelId: 'us.amazon.nova-2-lite-v1:0', ...says(hi, said(thought({ signature: 'x' })), hi) },
  ],
  [
    'REASON-01',
    { modelId: 'cohere.command-r-plus-v1:0', ...says(hi, said(thought({ signature: 'x' })), hi) },
  ],
  ['REASON-02', { ...CLAUDE, ...says(hi, said(use('a')), user(result('a'))), ...thinks(1024) }],
  ['REASON-02', { ...CLAUDE, ...chooses({ any: {} }), ...thinks(1024) }],
  ['REASON-02', { ...CLAUDE, ...says(hi), ...thinks(1000) }],
  ['REASON-02', { ...CLAUDE, ...says(hi), ...thinks(2048, { inferenceConfig: { maxTokens: 2048 } }) }],
  [
    'STATUS-01',
    {
      modelId: 'writer.palmyra-x5-v1:0',
      ...says(hi, said(use('a')), user(result('a', { status: 'success' }))),
    },
  ],
  [
    'STATUS-01',
    {
      modelId: 'writer.palmyra-x5-v1:0',
      ...says(hi, said(use('a')), user(result('a', { status: 'error' }))),
    },
  ],
]

/** Requests that the same families accept, and requests without a known model. */
export const TAKEN_BY_MODELS: readonly JsonObject[] = [
  says(hi, said(thought({ signature: 'x' })), hi),
  says(hi, said(thought()), hi),
  says(hi, said(use('a')), user(result('a', { status: 'error' }))),
  { ...CLAUDE, ...says(hi, said(thought({ signature: 'x' }), use('a')), user(result('a'))), ...thinks(1024) },
  { ...CLAUDE, ...says(hi, said(use('a')), user(result('a', { status: 'success' }))) },
  { modelId: 'us.amazon.nova-pro-v1:0', ...says(hi, said(thought()), hi) },
]
