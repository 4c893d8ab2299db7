import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'

/** A field of another wire that the provider of a wire refuses or ignores. */
export interface ForeignField {
  /** The path of the field. */
  readonly path: string
  readonly request: JsonObject
  /** The value at another path after the fix. */
  readonly becomes?: readonly [path: string, value: JsonValue]
  /** Words of the provider, where known. */
  readonly error?: string
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } }
const CHAT_FORMAT = { type: 'json_schema', json_schema: { name: 'place', schema: SCHEMA } }

/** Requests of one wire. */
interface Requests {
  /** Creates the case of a field of the request. */
  request(field: string, value: JsonValue, becomes?: ForeignField['becomes'], error?: string): ForeignField
  /** Creates the case of a field of the only message of the user. */
  entry(field: string, value: JsonValue): ForeignField
  /** Creates the case of a field of its text. */
  part(field: string, value: JsonValue): ForeignField
  /** Creates the case of a field of the only function. */
  tool(field: string, value: JsonValue, becomes?: ForeignField['becomes']): ForeignField
}

interface Bodies {
  readonly body: JsonObject
  readonly historyField: string
  /** The message of the user without its content, and the name of its content. */
  readonly entry: readonly [entry: JsonObject, contentField: string]
  readonly text: JsonObject
  /** The field of the list of tools, inside of objects, and the path from a tool to its function. */
  readonly tools: readonly [path: readonly string[], inner: readonly (string | number)[]]
  readonly definition: JsonObject
}

function requestsOf({ body, historyField, entry, text, tools, definition }: Bodies): Requests {
  const [message, contentField] = entry
  const said = (more: JsonObject, part: JsonObject): JsonObject => ({
    ...body,
    [historyField]: [{ ...message, [contentField]: [{ ...text, ...part }], ...more }],
  })
  const request = said({}, {})
  return {
    request: (field, value, becomes, error) => ({
      path: `/${field}`,
      request: { ...request, [field]: value },
      ...(becomes !== undefined && { becomes }),
      ...(error !== undefined && { error }),
    }),
    entry: (field, value) => ({ path: `/${historyField}/0/${field}`, request: said({ [field]: value }, {}) }),
    part: (field, value) => ({
      path: `/${historyField}/0/${contentField}/0/${field}`,
      request: said({}, { [field]: value }),
    }),
    tool(field, value, becomes) {
      const [outer, inner] = tools
      const tool = [...inner]
        .reverse()
        .reduce<JsonValue>((held, key) => (typeof key === 'number' ? [held] : wrap(inner, key, held)), {
          ...definition,
          [field]: value,
        })
      const list: JsonArray = [tool]
      const field0 = outer.toReversed().reduce<JsonValue>((held, key) => ({ [key]: held }), list)
      const path = `/${[...outer, 0, ...inner, field].join('/')}`
      return {
        path,
        request: { ...request, ...(isMembers(field0) ? field0 : {}) },
        ...(becomes !== undefined && { becomes }),
      }
    },
  }
}

function wrap(inner: readonly (string | number)[], key: string, held: JsonValue): JsonObject {
  return key === 'function' && inner.length === 1 ? { type: 'function', [key]: held } : { [key]: held }
}

function isMembers(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const function_ = { name: 'look', description: 'Looks.', parameters: SCHEMA }

const anthropic = requestsOf({
  body: { model: 'claude-sonnet-4-5', max_tokens: 100 },
  historyField: 'messages',
  entry: [{ role: 'user' }, 'content'],
  text: { type: 'text', text: 'Hi' },
  tools: [['tools'], []],
  definition: { name: 'look', description: 'Looks.', input_schema: SCHEMA },
})
const chat = requestsOf({
  body: { model: 'gpt-4o' },
  historyField: 'messages',
  entry: [{ role: 'user' }, 'content'],
  text: { type: 'text', text: 'Hi' },
  tools: [['tools'], ['function']],
  definition: function_,
})
const responses = requestsOf({
  body: { model: 'gpt-5' },
  historyField: 'input',
  entry: [{ role: 'user' }, 'content'],
  text: { type: 'input_text', text: 'Hi' },
  tools: [['tools'], []],
  definition: { type: 'function', ...function_ },
})
const gemini = requestsOf({
  body: {},
  historyField: 'contents',
  entry: [{ role: 'user' }, 'parts'],
  text: { text: 'Hi' },
  tools: [['tools'], ['functionDeclarations', 0]],
  definition: { name: 'look', description: 'Looks.', parametersJsonSchema: SCHEMA },
})
const interactions = requestsOf({
  body: { model: 'gemini-3-flash' },
  historyField: 'input',
  entry: [{ type: 'user_input' }, 'content'],
  text: { type: 'text', text: 'Hi' },
  tools: [['tools'], []],
  definition: { type: 'function', ...function_ },
})
const bedrock = requestsOf({
  body: {},
  historyField: 'messages',
  entry: [{ role: 'user' }, 'content'],
  text: { text: 'Hi' },
  tools: [['toolConfig', 'tools'], ['toolSpec']],
  definition: { name: 'look', description: 'Looks.', inputSchema: { json: SCHEMA } },
})
const mistral = requestsOf({
  body: { model: 'mistral-large-latest' },
  historyField: 'messages',
  entry: [{ role: 'user' }, 'content'],
  text: { type: 'text', text: 'Hi' },
  tools: [['tools'], ['function']],
  definition: function_,
})
const cohere = requestsOf({
  body: { model: 'command-a-03-2025' },
  historyField: 'messages',
  entry: [{ role: 'user' }, 'content'],
  text: { type: 'text', text: 'Hi' },
  tools: [['tools'], ['function']],
  definition: function_,
})
const xai = requestsOf({
  body: { model: 'grok-4' },
  historyField: 'messages',
  entry: [{ role: 'ROLE_USER' }, 'content'],
  text: { text: 'Hi' },
  tools: [['tools'], ['function']],
  definition: { name: 'look', description: 'Looks.', parameters: JSON.stringify(SCHEMA) },
})

/** Ollama has no parts: its content is a text. */
const OLLAMA: JsonObject = { model: 'qwen3', messages: [{ role: 'user', content: 'Hi' }] }
const ollama = (field: string, value: JsonValue, becomes?: ForeignField['becomes']): ForeignField => ({
  path: `/${field}`,
  request: { ...OLLAMA, [field]: value },
  ...(becomes !== undefined && { becomes }),
})

const extra = (field: string) => `${field}: Extra inputs are not permitted`
const unknownName = (field: string) =>
  `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`
const unknownParameter = (field: string) => `Unknown parameter: '${field}'.`
const forbidden = 'extra_forbidden'

/**
 * Fields of other wires by the wire that is asked. Sources of the errors: openai/openai-node (types), googleapis/js-genai
 * (types), https://docs.cohere.com/reference/errors, Azure/azure-sdk-for-python#46146, anthropics/claude-code#21612.
 */
export const FOREIGN_FIELDS: Readonly<Record<string, readonly ForeignField[]>> = {
  'anthropic-messages': [
    anthropic.request(
      'response_format',
      CHAT_FORMAT,
      ['/output_config/format/type', 'json_schema'],
      extra('response_format'),
    ),
    anthropic.request('stop', ['END'], ['/stop_sequences', ['END']], extra('stop')),
    anthropic.request('seed', 7, undefined, extra('seed')),
    anthropic.request('frequency_penalty', 0.5, undefined, extra('frequency_penalty')),
    anthropic.request('presence_penalty', 0.5, undefined, extra('presence_penalty')),
    anthropic.request('logprobs', true, undefined, extra('logprobs')),
    anthropic.request('reasoning_effort', 'low', ['/output_config/effort', 'low'], extra('reasoning_effort')),
    anthropic.request('parallel_tool_calls', false, undefined, extra('parallel_tool_calls')),
    anthropic.request('user', 'u1', ['/metadata/user_id', 'u1'], extra('user')),
    anthropic.request('functions', [function_], ['/tools/0/input_schema', SCHEMA], extra('functions')),
    anthropic.request('max_completion_tokens', 100, ['/max_tokens', 100], extra('max_completion_tokens')),
    anthropic.request('generationConfig', { topK: 5 }, ['/top_k', 5], extra('generationConfig')),
    anthropic.request('inferenceConfig', { topP: 0.5 }, ['/top_p', 0.5], extra('inferenceConfig')),
    anthropic.request('instructions', 'Be brief.', ['/system/0/text', 'Be brief.'], extra('instructions')),
    anthropic.entry('id', 'msg_1'),
    anthropic.entry('name', 'Ann'),
    anthropic.part('thoughtSignature', 'x'),
    anthropic.tool('parameters', SCHEMA),
  ],
  'openai-chat': [
    chat.request(
      'system',
      'Be brief.',
      ['/messages/0', { role: 'system', content: 'Be brief.' }],
      unknownParameter('system'),
    ),
    chat.request(
      'instructions',
      'Be brief.',
      ['/messages/0/role', 'system'],
      unknownParameter('instructions'),
    ),
    chat.request(
      'generationConfig',
      { maxOutputTokens: 9, temperature: 1 },
      ['/max_completion_tokens', 9],
      unknownParameter('generationConfig'),
    ),
    chat.request(
      'inferenceConfig',
      { maxTokens: 9 },
      ['/max_completion_tokens', 9],
      unknownParameter('inferenceConfig'),
    ),
    chat.request('stop_sequences', ['END'], ['/stop', ['END']], unknownParameter('stop_sequences')),
    chat.request(
      'max_output_tokens',
      9,
      ['/max_completion_tokens', 9],
      unknownParameter('max_output_tokens'),
    ),
    chat.request(
      'text',
      { format: { type: 'json_object' } },
      ['/response_format', { type: 'json_object' }],
      unknownParameter('text'),
    ),
    chat.request(
      'output_config',
      { effort: 'low' },
      ['/reasoning_effort', 'low'],
      unknownParameter('output_config'),
    ),
    chat.request('think', true, undefined, unknownParameter('think')),
    chat.request('options', { num_predict: 9 }, ['/max_completion_tokens', 9], unknownParameter('options')),
    chat.request(
      'toolConfig',
      { toolChoice: { any: {} }, tools: [{ toolSpec: { name: 'look', inputSchema: { json: SCHEMA } } }] },
      ['/tool_choice', 'required'],
      unknownParameter('toolConfig'),
    ),
    chat.entry('tool_name', 'look'),
    chat.part('thoughtSignature', 'x'),
    chat.tool('input_schema', SCHEMA),
  ],
  'openai-responses': [
    responses.request('stop', ['END'], undefined, unknownParameter('stop')),
    responses.request(
      'max_tokens',
      100,
      ['/max_output_tokens', 100],
      "Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has moved to 'max_output_tokens'.",
    ),
    responses.request(
      'response_format',
      CHAT_FORMAT,
      ['/text/format/schema', SCHEMA],
      "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'.",
    ),
    responses.request(
      'reasoning_effort',
      'low',
      ['/reasoning/effort', 'low'],
      "Unsupported parameter: 'reasoning_effort'. In the Responses API, this parameter has moved to 'reasoning.effort'.",
    ),
    responses.request('verbosity', 'low', ['/text/verbosity', 'low'], "Unsupported parameter: 'verbosity'."),
    responses.request('seed', 7, undefined, unknownParameter('seed')),
    responses.request('frequency_penalty', 0.5, undefined, unknownParameter('frequency_penalty')),
    responses.request('presence_penalty', 0.5, undefined, unknownParameter('presence_penalty')),
    responses.request('logprobs', true, undefined, unknownParameter('logprobs')),
    responses.request('system', 'Be brief.', ['/input/0/role', 'system'], unknownParameter('system')),
    responses.request('functions', [function_], ['/tools/0/name', 'look'], unknownParameter('functions')),
    responses.request('function_call', { name: 'look' }, undefined, unknownParameter('function_call')),
    responses.request(
      'generationConfig',
      { temperature: 1 },
      ['/temperature', 1],
      unknownParameter('generationConfig'),
    ),
    responses.part('cache_control', { type: 'ephemeral' }),
    responses.tool('input_schema', SCHEMA),
  ],
  'google-generate-content': [
    gemini.request('temperature', 0.5, ['/generationConfig/temperature', 0.5], unknownName('temperature')),
    gemini.request('max_tokens', 9, ['/generationConfig/maxOutputTokens', 9], unknownName('max_tokens')),
    gemini.request('top_p', 0.5, ['/generationConfig/topP', 0.5], unknownName('top_p')),
    gemini.request('top_k', 5, ['/generationConfig/topK', 5], unknownName('top_k')),
    gemini.request('stop', 'END', ['/generationConfig/stopSequences', ['END']], unknownName('stop')),
    gemini.request(
      'stop_sequences',
      ['END'],
      ['/generationConfig/stopSequences', ['END']],
      unknownName('stop_sequences'),
    ),
    gemini.request('stream', true, undefined, unknownName('stream')),
    gemini.request(
      'response_format',
      CHAT_FORMAT,
      ['/generationConfig/responseJsonSchema', SCHEMA],
      unknownName('response_format'),
    ),
    gemini.request('seed', 7, ['/generationConfig/seed', 7], unknownName('seed')),
    gemini.request(
      'reasoning_effort',
      'low',
      ['/generationConfig/thinkingConfig/thinkingLevel', 'LOW'],
      unknownName('reasoning_effort'),
    ),
    gemini.request(
      'thinking',
      { type: 'enabled', budget_tokens: 2000 },
      ['/generationConfig/thinkingConfig/thinkingBudget', 2000],
      unknownName('thinking'),
    ),
    gemini.request(
      'inferenceConfig',
      { maxTokens: 9 },
      ['/generationConfig/maxOutputTokens', 9],
      unknownName('inferenceConfig'),
    ),
    gemini.request('metadata', { a: 'b' }, undefined, unknownName('metadata')),
    gemini.request('user', 'u1', undefined, unknownName('user')),
    gemini.part('cache_control', { type: 'ephemeral' }),
    gemini.tool('strict', true),
    inGroup('generationConfig', 'max_tokens', 9, ['/generationConfig/maxOutputTokens', 9]),
    inGroup('generationConfig', 'stop', ['END'], ['/generationConfig/stopSequences', ['END']]),
    gemini.tool('input_schema', SCHEMA),
  ],
  'google-interactions': [
    interactions.request('temperature', 0.5, ['/generation_config/temperature', 0.5]),
    interactions.request('generationConfig', { maxOutputTokens: 9 }, [
      '/generation_config/max_output_tokens',
      9,
    ]),
    interactions.request('max_tokens', 9, ['/generation_config/max_output_tokens', 9]),
    interactions.request('stop', ['END'], ['/generation_config/stop_sequences', ['END']]),
    interactions.request('instructions', 'Be brief.', ['/system_instruction', 'Be brief.']),
    interactions.request('metadata', { a: 'b' }),
    interactions.part('cache_control', { type: 'ephemeral' }),
  ],
  'bedrock-converse': [
    bedrock.request('max_tokens', 9, ['/inferenceConfig/maxTokens', 9]),
    bedrock.request('temperature', 0.5, ['/inferenceConfig/temperature', 0.5]),
    bedrock.request('top_p', 0.5, ['/inferenceConfig/topP', 0.5]),
    bedrock.request('top_k', 5),
    bedrock.request('stop', ['END'], ['/inferenceConfig/stopSequences', ['END']]),
    bedrock.request('stop_sequences', ['END'], ['/inferenceConfig/stopSequences', ['END']]),
    bedrock.request('generationConfig', { temperature: 0.5 }, ['/inferenceConfig/temperature', 0.5]),
    bedrock.request('response_format', CHAT_FORMAT, ['/outputConfig/textFormat/type', 'json_schema']),
    bedrock.request('stream', true),
    bedrock.request('thinking', { type: 'enabled', budget_tokens: 2000 }),
    bedrock.request('metadata', { user_id: 'u1' }),
    bedrock.part('cache_control', { type: 'ephemeral' }),
    bedrock.tool('input_schema', SCHEMA),
  ],
  'mistral-chat': [
    mistral.request('max_completion_tokens', 9, ['/max_tokens', 9], forbidden),
    mistral.request('seed', 7, ['/random_seed', 7], forbidden),
    mistral.request('user', 'u1', undefined, forbidden),
    mistral.request('top_k', 5, undefined, forbidden),
    mistral.request('logprobs', true, undefined, forbidden),
    mistral.request('verbosity', 'low', undefined, forbidden),
    mistral.request('functions', [function_], ['/tools/0/function/name', 'look'], forbidden),
    mistral.request('generationConfig', { maxOutputTokens: 9 }, ['/max_tokens', 9], forbidden),
    mistral.request('stop_sequences', ['END'], ['/stop', ['END']], forbidden),
    mistral.part('cache_control', { type: 'ephemeral' }),
  ],
  'cohere-chat': [
    cohere.request('top_p', 0.5, ['/p', 0.5], "unknown field: parameter 'top_p' is not a valid field."),
    cohere.request('top_k', 5, ['/k', 5]),
    cohere.request('stop', ['END'], ['/stop_sequences', ['END']]),
    cohere.request('reasoning_effort', 'low'),
    cohere.request('max_completion_tokens', 9, ['/max_tokens', 9]),
    cohere.request('user', 'u1'),
    cohere.request('metadata', { a: 'b' }),
    cohere.request('system', 'Be brief.', ['/messages/0/role', 'system']),
    cohere.part('cache_control', { type: 'ephemeral' }),
    cohere.tool('strict', true),
  ],
  'ollama-chat': [
    ollama('temperature', 0.5, ['/options/temperature', 0.5]),
    ollama('max_tokens', 9, ['/options/num_predict', 9]),
    ollama('top_k', 5, ['/options/top_k', 5]),
    ollama('stop', ['END'], ['/options/stop', ['END']]),
    ollama('seed', 7, ['/options/seed', 7]),
    ollama('response_format', CHAT_FORMAT, ['/format', SCHEMA]),
    ollama('reasoning_effort', 'low', ['/think', 'low']),
    ollama('thinking', { type: 'enabled', budget_tokens: 2000 }),
    ollama('tool_choice', 'auto'),
    ollama('user', 'u1'),
  ],
  'xai-grpc': [
    xai.request('max_completion_tokens', 9, ['/max_tokens', 9]),
    xai.request('stop_sequences', ['END'], ['/stop', ['END']]),
    xai.request('generationConfig', { temperature: 0.5 }, ['/temperature', 0.5]),
    xai.request('top_k', 5),
    xai.request('thinking', { type: 'enabled' }),
    xai.part('cache_control', { type: 'ephemeral' }),
  ],
  'openai-realtime': [
    session('openai-realtime', 'stop', ['END']),
    session('openai-realtime', 'response_format', { type: 'json_object' }),
    session('openai-realtime', 'max_tokens', 9),
  ],
  'google-live': [
    session('google-live', 'stop', ['END']),
    session('google-live', 'max_tokens', 9),
    session('google-live', 'temperature', 0.5),
  ],
}

/**
 * Creates the case of a field in the object that opens a session. Events have no fix but to leave a setting
 * out.
 */
function session(wire: 'openai-realtime' | 'google-live', field: string, value: JsonValue): ForeignField {
  const isLive = wire === 'google-live'
  const event: JsonObject = isLive
    ? { setup: { model: 'models/gemini-live', [field]: value } }
    : { type: 'session.update', session: { type: 'realtime', [field]: value } }
  return {
    path: `/clientEvents/0/${isLive ? 'setup' : 'session'}/${field}`,
    request: { clientEvents: [event] },
  }
}

const NAMED = { type: 'function', function: { name: 'look' } }
const CHAT_TOOLS = { tools: [{ type: 'function', function: function_ }] }

/** A choice of tools in the form of another wire, and the wire's own. */
export const FOREIGN_CHOICES: readonly (readonly [
  wire: string,
  request: JsonObject,
  path: string,
  becomes: JsonValue | undefined,
])[] = [
  ...[
    ['auto', { type: 'auto' }],
    ['required', { type: 'any' }],
    [NAMED, { type: 'tool', name: 'look' }],
  ].map(([given = null, becomes]): [string, JsonObject, string, JsonValue | undefined] => [
    'anthropic-messages',
    { ...anthropic.tool('strict', true).request, tool_choice: given },
    '/tool_choice',
    becomes,
  ]),
  [
    'openai-chat',
    { ...chat.request('n', 1).request, ...CHAT_TOOLS, tool_choice: { type: 'any' } },
    '/tool_choice',
    'required',
  ],
  [
    'openai-chat',
    { ...chat.request('n', 1).request, ...CHAT_TOOLS, tool_choice: { type: 'tool', name: 'look' } },
    '/tool_choice',
    NAMED,
  ],
  [
    'openai-responses',
    { ...responses.tool('strict', true).request, tool_choice: { type: 'any' } },
    '/tool_choice',
    'required',
  ],
  [
    'openai-responses',
    { ...responses.tool('strict', true).request, tool_choice: NAMED },
    '/tool_choice',
    { type: 'function', name: 'look' },
  ],
  [
    'mistral-chat',
    { ...mistral.request('n', 1).request, ...CHAT_TOOLS, tool_choice: { type: 'any' } },
    '/tool_choice',
    'any',
  ],
  [
    'cohere-chat',
    { ...cohere.request('k', 1).request, ...CHAT_TOOLS, tool_choice: 'required' },
    '/tool_choice',
    'REQUIRED',
  ],
  [
    'bedrock-converse',
    {
      ...bedrock.request('system', []).request,
      toolConfig: {
        tools: [{ toolSpec: { name: 'look', inputSchema: { json: SCHEMA } } }],
        toolChoice: { type: 'auto' },
      },
    },
    '/toolConfig/toolChoice',
    { auto: {} },
  ],
]

/** Creates the case of a setting of another wire inside a group of Gemini's. */
function inGroup(
  group: string,
  field: string,
  value: JsonValue,
  becomes: readonly [path: string, value: JsonValue],
): ForeignField {
  const { request } = gemini.request(group, { [field]: value, candidateCount: 1 })
  return { path: `/${group}/${field}`, request, becomes }
}
