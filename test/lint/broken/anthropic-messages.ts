import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

export const hi = { role: 'user', content: 'Hi' }
export const user = (...content: JsonValue[]) => ({ role: 'user', content })
export const say = (...content: JsonValue[]) => ({ role: 'assistant', content })
export const text = (value: string, more: JsonObject = {}) => ({ type: 'text', text: value, ...more })
export const use = (id: string, more: JsonObject = {}) => ({
  type: 'tool_use',
  id,
  name: 'f',
  input: {},
  ...more,
})
export const result = (id: string, more: JsonObject = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...more,
})
export const server = (id: string, name = 'web_search') => ({ type: 'server_tool_use', id, name, input: {} })
export const answer = (id: string, type = 'web_search_tool_result') => ({
  type,
  tool_use_id: id,
  content: [],
})
export const schema = { type: 'object', properties: {} }
export const f = { name: 'f', input_schema: schema }
export const thought = { type: 'thinking', thinking: 'x', signature: 's' }
export const thinking = { type: 'enabled', budget_tokens: 1024 }
export const cached = { cache_control: { type: 'ephemeral' } }

export const messages = (...list: JsonValue[]): JsonObject => ({
  max_tokens: 4096,
  tools: [f],
  messages: list,
})
export const tools = (...list: JsonValue[]): JsonObject => ({ max_tokens: 4096, tools: list, messages: [hi] })
export const turn = (call: JsonObject, ...results: JsonValue[]) => messages(hi, say(call), user(...results))

const recursive = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false }
const bounded = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 0 } },
  required: ['age'],
  additionalProperties: false,
}
const answersAs = (schema: JsonObject) => ({
  ...messages(hi),
  output_config: { format: { type: 'json_schema', schema } },
})

/** For each rule a request that breaks it, and the reported path. */
export const BROKEN: readonly (readonly [rule: string, request: JsonObject, path: string])[] = [
  ['ID-01', turn(use('call.1'), result('call.1')), '/messages/1/content/0/id'],
  ['ID-02', messages(hi, say(use('a'), use('a')), user(result('a'))), '/messages/1/content/1/id'],
  ['ID-03', messages(hi, say(server('search_1'), answer('search_1'))), '/messages/1/content/0/id'],
  ['NAME-01', tools({ name: 'my.tool', input_schema: schema }), '/tools/0/name'],
  ['NAME-02', tools(f, f), '/tools/1/name'],
  ['NAME-03', tools({ name: 'x'.repeat(65), input_schema: schema }), '/tools/0/name'],
  ['PAIR-01', messages(hi, say(use('a'), use('b')), user(result('a'))), '/messages/1/content/1'],
  [
    'PAIR-02',
    messages(hi, say(use('a')), user(result('a'), result('b'))),
    '/messages/2/content/1/tool_use_id',
  ],
  ['PAIR-03', messages(hi, say(use('a')), user(result('a'), result('a'))), '/messages/2/content/1'],
  ['PAIR-04', messages(hi, say(use('a')), user(text('x'), result('a'))), '/messages/2/content/1'],
  ['PAIR-05', messages(hi, say(answer('srvtoolu_1'))), '/messages/1/content/0/tool_use_id'],
  ['PAIR-06', messages(hi, say(server('srvtoolu_1')), hi, say(text('x')), hi), '/messages/1/content/0'],
  [
    'FALLBACK-01',
    messages(hi, say(thought, { type: 'fallback', from: { model: 'm' }, to: { model: 'n' } }, text('x')), hi),
    '/messages/1/content/0',
  ],
  [
    'PAIR-07',
    messages(
      hi,
      say(
        server('srvtoolu_1', 'code_execution'),
        use('a', { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }),
      ),
      user(result('a')),
    ),
    '/container',
  ],
  ['INPUT-01', turn(use('a', { input: [] }), result('a')), '/messages/1/content/0/input'],
  ['CONTENT-01', messages(user(text(''))), '/messages/0/content/0'],
  ['CONTENT-02', { ...messages(hi), system: ' ' }, '/system'],
  ['CONTENT-03', messages(user({ type: 'image_url' })), '/messages/0/content/0/type'],
  [
    'CONTENT-04',
    turn(use('a'), result('a', { is_error: true, content: [{ type: 'image' }] })),
    '/messages/2/content/0/content/0',
  ],
  ['CONTENT-05', turn(use('a'), result('a', { content: [] })), '/messages/2/content/0/content'],
  ['CONTENT-06', messages(user()), '/messages/0/content'],
  ['CONTENT-07', messages(hi, say(text('x '))), '/messages/1/content/0'],
  ['ROLE-01', messages(hi, say(text('x'))), '/messages/1'],
  ['ROLE-02', messages({ role: 'tool', content: 'x' }), '/messages/0/role'],
  ['ROLE-03', messages(...Array.from({ length: 100_001 }, () => hi)), '/messages'],
  [
    'CACHE-01',
    { ...tools({ ...f, ...cached }), system: [1, 2, 3, 4].map((n) => ({ ...text(`${n}`), ...cached })) },
    '/system/3/cache_control',
  ],
  [
    'COMPACT-01',
    messages(
      hi,
      say({ type: 'compaction', content: 'x' }),
      hi,
      say({ type: 'compaction', content: 'y' }),
      hi,
    ),
    '/messages/3/content/0',
  ],
  ['THINK-01', { ...turn(use('a'), result('a')), thinking }, '/messages/1/content/0'],
  [
    'THINK-01',
    {
      ...messages(hi, say(use('a')), user(result('a')), say(thought, use('b')), user(result('b'))),
      thinking,
    },
    '/messages/1/content/0',
  ],
  [
    'CONTENT-08',
    turn(use('a'), result('a', { is_error: true, content: '' })),
    '/messages/2/content/0/content',
  ],
  [
    'THINK-03',
    messages(hi, say({ type: 'thinking', thinking: 'x', signature: '' }), hi),
    '/messages/1/content/0/signature',
  ],
  [
    'THINK-04',
    { ...messages(hi, say({ type: 'redacted_thinking', data: 'x' })), thinking: { type: 'disabled' } },
    '/messages/1/content/0',
  ],
  ['THINK-05', { ...tools(f), thinking, tool_choice: { type: 'any' } }, '/tool_choice'],
  [
    'THINK-06',
    { ...tools(f), thinking: { type: 'enabled', budget_tokens: 4096 } },
    '/thinking/budget_tokens',
  ],
  [
    'THINK-07',
    messages(hi, say({ type: 'redacted_thinking', data: 'x', ...cached }), hi),
    '/messages/1/content/0/cache_control',
  ],
  ['SCHEMA-01', tools({ name: 'f', input_schema: {} }), '/tools/0/input_schema'],
  [
    'SCHEMA-02',
    tools({ name: 'f', input_schema: { type: 'object', anyOf: [] } }),
    '/tools/0/input_schema/anyOf',
  ],
  [
    'SCHEMA-03',
    tools({
      name: 'f',
      strict: true,
      input_schema: {
        ...schema,
        additionalProperties: false,
        properties: { a: { type: 'array', items: schema } },
      },
    }),
    '/tools/0/input_schema/properties/a/items',
  ],
  [
    'SCHEMA-04',
    tools(
      ...Array.from({ length: 21 }, (_, n) => ({
        name: `f${n}`,
        strict: true,
        input_schema: { ...schema, additionalProperties: false },
      })),
    ),
    '/tools/20/strict',
  ],
  [
    'SCHEMA-05',
    tools({
      name: 'f',
      strict: true,
      input_schema: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`p${n}`, {}])),
      },
    }),
    '/tools',
  ],
  ['OUTPUT-01', answersAs(recursive), '/output_config/format/schema'],
  [
    'OUTPUT-01',
    answersAs({ type: 'object', additionalProperties: { type: 'string' } }),
    '/output_config/format/schema',
  ],
  ['OUTPUT-02', answersAs(bounded), '/output_config/format/schema'],
  [
    'OUTPUT-02',
    { ...messages(hi), output_format: { type: 'json_schema', schema: { type: 'object', properties: {} } } },
    '/output_format/schema',
  ],
  ['TOOLS-01', { ...turn(use('a'), result('a')), tools: [] }, '/tools'],
  ['TOOLS-02', tools({ ...f, defer_loading: true }), '/tools'],
  ['TOOLS-03', tools(f, { ...f, name: 'g', defer_loading: true, ...cached }), '/tools/1/cache_control'],
  [
    'TOOLS-04',
    messages(
      hi,
      say(server('srvtoolu_1', 'tool_search_tool_bm25'), {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { tool_references: [{ type: 'tool_reference', tool_name: 'g' }] },
      }),
    ),
    '/messages/1/content/1/content/tool_references/0/tool_name',
  ],
  [
    'TOOLS-05',
    messages(hi, {
      role: 'system',
      content: [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'g' } }],
    }),
    '/messages/1/content/0/tool/name',
  ],
  [
    'TOOLS-06',
    messages(hi, say(server('srvtoolu_1', 'advisor'), answer('srvtoolu_1', 'advisor_tool_result'))),
    '/messages/1/content/0',
  ],
  [
    'TOOLS-07',
    tools({ type: 'computer_toolset_20260801', configs: { navigate: {} } }),
    '/tools/0/configs/navigate',
  ],
  ['TOOLS-08', { ...tools(f), tool_choice: { type: 'tool', name: 'g' } }, '/tool_choice/name'],
  [
    'TOOLS-09',
    {
      ...tools({ type: 'web_search_20250305', name: 'g' }),
      messages: [
        hi,
        {
          role: 'system',
          content: [
            {
              type: 'tool_addition',
              tool: { type: 'tool_definition', definition: { name: 'g', input_schema: { type: 'object' } } },
            },
          ],
        },
      ],
    },
    '/messages/1/content/0/tool/definition/name',
  ],
  [
    'COUNT-01',
    { messages: [hi], tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    '/tools/0/type',
  ],
  [
    'PLATFORM-01',
    {
      ...tools({ type: 'web_search_20250305', name: 'web_search' }),
      anthropic_version: 'bedrock-2023-05-31',
    },
    '/tools/0/type',
  ],
  ['SHAPE-01', messages(user({ type: 'input_text', text: 'x' })), '/messages/0/content/0/type'],
  ['SHAPE-02', messages(hi, { role: 'assistant', content: 'x', tool_calls: [{}] }), '/messages/1/tool_calls'],
  ['VALUE-01', { ...messages(hi), tool_choice: 'auto' }, '/tool_choice'],
  ['VALUE-01', { ...messages(hi), tool_choice: { type: 'required' } }, '/tool_choice/type'],
  ['VALUE-01', turn(use('a'), result('a', { is_error: 'false' })), '/messages/2/content/0/is_error'],
  ['VALUE-01', turn(use('a'), result('a', { content: { ok: 1 } })), '/messages/2/content/0/content'],
  ['VALUE-02', turn(use('a', { index: 0 }), result('a')), '/messages/1/content/0/index'],
  ['VALUE-02', turn(use('a'), result('a', { name: 'f' })), '/messages/2/content/0/name'],
  ['SHAPE-03', { ...messages(hi), toolChoice: { type: 'auto' } }, '/toolChoice'],
  ['SHAPE-04', messages({ role: 'user', content: 'QUJD'.repeat(2000) }), '/messages/0/content'],
  [
    'SHAPE-05',
    {
      ...messages(hi),
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    },
    '/tools/0/function',
  ],
  ['VERSION-01', { ...messages(hi), temperature: 1 }, '/temperature'],
  ['VERSION-01', { ...messages(hi), top_k: 4 }, '/top_k'],
  [
    'VERSION-02',
    messages(
      hi,
      say({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }),
      hi,
    ),
    '/messages/1/content/0',
  ],
  [
    'VERSION-03',
    messages(user(text('x', { citations: [{ type: 'char_location', cited_text: 'x' }] }))),
    '/messages/0/content/0/citations',
  ],
  [
    'VERSION-03',
    messages(
      user({
        ...{ type: 'search_result', source: 'x', title: 'x' },
        content: [text('x', { citations: [{ type: 'char_location', cited_text: 'x' }] })],
      }),
    ),
    '/messages/0/content/0/content/0/citations',
  ],
]

const claude: JsonObject = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }

/** The same for Claude on other platforms. */
export const BROKEN_FOR_PLATFORMS: readonly (readonly [
  platform: string,
  rule: string,
  request: JsonObject,
])[] = [
  ['foundry', 'PLATFORM-FIELD-01', { ...claude, context_management: { edits: [] } }],
  ['bedrock-claude-4.6', 'PLATFORM-FIELD-02', { ...claude, context_management: { edits: [] } }],
  ['vertex', 'VERTEX-ANTHROPIC-01', claude],
  [
    'vertex',
    'VERTEX-ANTHROPIC-02',
    {
      ...claude,
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
        },
      ],
    },
  ],
]
