import type { JsonObject } from '../../../src/base/json/json-types.js'

const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: args } })
const asked = { role: 'user', content: 'hi' }
const looked = { role: 'assistant', content: '', tool_calls: [call('a')] }
const found = { role: 'tool', tool_call_id: 'a', content: 'x' }
const told = { role: 'assistant', content: 'so' }
const loop = (answer: JsonObject, model: string, more: JsonObject = {}): JsonObject => ({
  model,
  messages: [asked, { ...looked, ...answer }, found],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
  ...more,
})
const plain = (more: JsonObject, model = 'm'): JsonObject => ({ model, messages: [asked], ...more })
const content = (part: JsonObject, model = 'm'): JsonObject => ({
  model,
  messages: [{ role: 'user', content: [part] }],
})
const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
const file = { type: 'file', file: { file_id: 'file-1' } }
const parameters = (schema: JsonObject) =>
  plain({ tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] })

const answered = (properties: JsonObject) =>
  plain({
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'a', schema: { type: 'object', properties, required: ['a'] } },
    },
  })

/** A request that a vendor's rule rejects. */
export interface VendorCase {
  readonly rule: string
  readonly profile: string
  readonly refused: JsonObject
  readonly path: string
  /** The fixed request. If a fix is not possible: another body that is accepted. */
  readonly fixed?: JsonObject
  readonly taken?: readonly JsonObject[]
}

/** Requests that vendors reject, by profile, and requests that they accept. */
export const VENDOR_CASES: readonly VendorCase[] = [
  {
    rule: 'COMPAT-SCHEMA-01',
    profile: 'moonshot',
    refused: parameters({
      type: 'object',
      properties: { a: { type: 'string', anyOf: [{ minLength: 1 }, { maxLength: 9 }] }, b: { enum: ['c'] } },
    }),
    path: '/tools/0/function/parameters',
    fixed: parameters({
      type: 'object',
      properties: {
        a: {
          anyOf: [
            { type: 'string', minLength: 1 },
            { type: 'string', maxLength: 9 },
          ],
        },
        b: { enum: ['c'], type: 'string' },
      },
    }),
    taken: [parameters({ type: 'object', properties: { a: { type: 'string' } } })],
  },
  {
    rule: 'COMPAT-SCHEMA-01',
    profile: 'gemini-compat',
    refused: parameters({ type: 'object', properties: {}, additionalProperties: false }),
    path: '/tools/0/function/parameters',
    fixed: parameters({ type: 'object', properties: {} }),
  },
  {
    rule: 'COMPAT-OUTPUT-02',
    profile: 'cerebras',
    refused: answered({ a: { type: 'array', items: { type: 'string' }, minItems: 1 } }),
    path: '/response_format/json_schema/schema',
    fixed: answered({ a: { type: 'array', items: { type: 'string' }, description: '(minItems: 1)' } }),
    taken: [answered({ a: { type: 'string' } })],
  },
  {
    rule: 'COMPAT-OUTPUT-02',
    profile: 'cerebras',
    refused: answered({ a: { type: ['string', 'null'] } }),
    path: '/response_format/json_schema/schema',
    fixed: answered({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  },
  {
    rule: 'MOONSHOT-NAME-01',
    profile: 'moonshot',
    refused: plain({ tools: [{ type: 'function', function: { name: '21st' } }] }),
    path: '/tools/0/function/name',
    fixed: plain({ tools: [{ type: 'function', function: { name: '_21st_53221b02' } }] }),
  },
  {
    rule: 'DEEPSEEK-REASON-02',
    profile: 'deepseek',
    refused: { model: 'deepseek-r1', messages: [asked, { ...told, reasoning_content: 'r' }, asked] },
    path: '/messages/1/reasoning_content',
    fixed: { model: 'deepseek-r1', messages: [asked, told, asked] },
    taken: [{ model: 'deepseek-v3.2', messages: [asked, { ...told, reasoning_content: 'r' }, asked] }],
  },
  {
    rule: 'DEEPSEEK-REASON-03',
    profile: 'deepseek',
    refused: loop({}, 'deepseek-v4-pro'),
    path: '/messages/1',
    fixed: loop({ reasoning_content: '' }, 'deepseek-v4-pro'),
    taken: [
      loop({}, 'deepseek-v4-pro', { thinking: { type: 'disabled' } }),
      loop({}, 'deepseek-reasoner'),
      { model: 'deepseek-v4-pro', messages: [asked, told, asked] },
    ],
  },
  {
    rule: 'MOONSHOT-REASON-01',
    profile: 'moonshot',
    refused: loop({ reasoning_content: '' }, 'kimi-k2.6'),
    path: '/messages/1',
    fixed: loop({ reasoning_content: ' ' }, 'kimi-k2.6'),
    taken: [
      loop({}, 'kimi-k2-0905-preview'),
      loop({}, 'kimi-k3', { thinking: { type: 'disabled' } }),
      { model: 'kimi-k3', messages: [asked, told, asked] },
    ],
  },
  {
    rule: 'MOONSHOT-THINK-01',
    profile: 'moonshot',
    refused: plain({ reasoning_effort: 'none' }),
    path: '/reasoning_effort',
    fixed: plain({ thinking: { type: 'disabled' } }),
  },
  {
    rule: 'MOONSHOT-THINK-02',
    profile: 'moonshot',
    refused: plain({ thinking: { type: 'enabled', keep: 'all' } }, 'kimi-k2.5'),
    path: '/thinking/keep',
    fixed: plain({ thinking: { type: 'enabled' } }, 'kimi-k2.5'),
    taken: [plain({ thinking: { type: 'enabled', keep: 'all' } }, 'kimi-k2.6')],
  },
  {
    rule: 'MOONSHOT-TOOLS-01',
    profile: 'moonshot',
    refused: plain({ tool_choice: 'required' }),
    path: '/tool_choice',
    taken: [plain({ tool_choice: 'auto' })],
  },
  {
    rule: 'MOONSHOT-SCHEMA-01',
    profile: 'moonshot',
    refused: parameters({ properties: {} }),
    path: '/tools/0/function/parameters',
    fixed: parameters({ properties: {}, type: 'object' }),
  },
  {
    rule: 'ZAI-THINK-01',
    profile: 'zai',
    refused: plain({ thinking: { type: 'disabled' } }, 'glm-5.3'),
    path: '/thinking/type',
    taken: [
      plain({ thinking: { type: 'disabled' } }, 'glm-5.2'),
      plain({ reasoning_effort: 'low' }, 'glm-5.3'),
    ],
  },
  {
    rule: 'ZAI-THINK-01',
    profile: 'zai',
    refused: plain({ reasoning_effort: 'medium' }, 'glm-5.3'),
    path: '/reasoning_effort',
    taken: [plain({ reasoning_effort: 'medium' }, 'glm-5.2')],
  },
  {
    rule: 'XAI-REASON-01',
    profile: 'xai',
    refused: plain({ reasoning_effort: 'none' }, 'grok-4.5'),
    path: '/reasoning_effort',
    fixed: plain({}, 'grok-4.5'),
    taken: [
      plain({ reasoning_effort: 'none' }, 'grok-4.3'),
      plain({ reasoning_effort: 'xhigh' }, 'grok-4.6'),
      plain({ reasoning_effort: 'xhigh' }, 'nobody-knows'),
    ],
  },
  {
    rule: 'CEREBRAS-THINK-01',
    profile: 'cerebras',
    refused: plain({ disable_reasoning: true }, 'gpt-oss-120b'),
    path: '/disable_reasoning',
    fixed: plain({}, 'gpt-oss-120b'),
    taken: [plain({ disable_reasoning: true }, 'zai-glm-4.6')],
  },
  ...['frequency_penalty', 'presence_penalty', 'logit_bias', 'service_tier', 'parallel_tool_calls'].map(
    (name) => ({
      rule: 'COMPAT-FIELD-01',
      profile: 'cerebras',
      refused: plain({ [name]: 1 }),
      path: `/${name}`,
      fixed: plain({}),
    }),
  ),
  {
    rule: 'GROQ-FIELD-02',
    profile: 'groq',
    refused: plain({ n: 2 }),
    path: '/n',
    fixed: plain({}),
    taken: [plain({ n: 1 })],
  },
  ...['logprobs', 'top_logprobs', 'logit_bias'].map((name) => ({
    rule: 'COMPAT-FIELD-01',
    profile: 'groq',
    refused: plain({ [name]: 2 }),
    path: `/${name}`,
    fixed: plain({}),
  })),
  {
    rule: 'COMPAT-FIELD-02',
    profile: 'groq',
    refused: { messages: [{ ...asked, name: 'anna' }] },
    path: '/messages/0/name',
    fixed: { messages: [asked] },
  },
  {
    rule: 'AZURE-FIELD-01',
    profile: 'azure-mistral',
    refused: plain({ max_completion_tokens: 5 }),
    path: '/max_completion_tokens',
    fixed: plain({ max_tokens: 5 }),
  },
  {
    rule: 'AZURE-MEDIA-01',
    profile: 'azure',
    refused: content(file),
    path: '/messages/0/content/0',
    taken: [content(image)],
  },
  {
    rule: 'DEEPSEEK-MEDIA-01',
    profile: 'deepseek',
    refused: content(image, 'deepseek-v4-pro'),
    path: '/messages/0/content/0',
    taken: [content(image, 'deepseek-flash'), content({ type: 'text', text: 'hi' })],
  },
  {
    rule: 'LLAMACPP-TOOLS-01',
    profile: 'llama.cpp',
    refused: plain({ tool_choice: { type: 'function', function: { name: 'f' } } }),
    path: '/tool_choice',
    taken: [plain({ tool_choice: 'required' })],
  },
  {
    rule: 'TEMPLATE-ARG-01',
    profile: 'llama.cpp',
    refused: { messages: [asked, { ...looked, tool_calls: [call('a', '[1')] }, found] },
    path: '/messages/1/tool_calls/0/function/arguments',
    taken: [{ messages: [asked, looked, found] }],
  },
  {
    rule: 'TEMPLATE-ORDER-01',
    profile: 'vllm',
    refused: { messages: [asked, asked] },
    path: '/messages/1',
    taken: [{ messages: [{ role: 'system', content: 's' }, asked, looked, found, found, told, asked] }],
  },
  {
    rule: 'TEMPLATE-ORDER-01',
    profile: 'lmstudio',
    refused: { messages: [asked, looked, found, asked] },
    path: '/messages/3',
  },
  {
    rule: 'COMPAT-ROLE-01',
    profile: 'cerebras',
    refused: { messages: [{ role: 'developer', content: 's' }, asked] },
    path: '/messages/0/role',
    fixed: { messages: [{ role: 'system', content: 's' }, asked] },
  },
]
