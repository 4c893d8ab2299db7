import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Api } from '../../src/traffic/mock/request-view.js'
import { SCHEMA } from './native-requests.js'

const LONG_TEXT = [{ role: 'user', content: 'word '.repeat(120_000) }]

export interface RefusalCase {
  readonly server: string
  readonly api: Api
  /** Members in place of those of an accepted request. */
  readonly with: JsonObject
  readonly model?: string
  readonly status: number
  /** The words of the server, as reported by its users. */
  readonly words: string
  /** Further members of the body. */
  readonly body?: JsonObject | JsonObject[]
  readonly headers?: Readonly<Record<string, string>>
  /** Default: that of the API. */
  readonly path?: string
}

const HI = { role: 'user', content: 'hi' }
const LATE = [HI, { role: 'system', content: 'Be brief.' }]
const CUSTOM = [{ type: 'custom', custom: { name: 'apply_patch' } }]
const FLAT_CUSTOM = [{ type: 'custom', name: 'exec' }]
const NAMESPACE = [{ type: 'namespace', name: 'collaboration', tools: [] }]
const NAMED = { type: 'function', function: { name: 'read' } }
const CALL = { id: 'abcdefghi', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }
const UNANSWERED = [HI, { role: 'assistant', content: '', tool_calls: [CALL] }, HI]
const ORPHAN = [HI, { role: 'tool', tool_call_id: 'abcdefghi', content: 'x' }]

/** Empty descriptions of tools at Azure, by their place. */
const EMPTY = { type: 'function', name: 'read', description: '', parameters: SCHEMA }
const inNamespace = (description: string, tools: readonly JsonObject[]): JsonObject[] => [
  { type: 'namespace', name: 'functions', description, tools: [...tools] },
]
const added = (tools: JsonObject[]): JsonObject => ({
  input: [{ type: 'additional_tools', role: 'developer', tools }, HI],
})
const EMPTY_DESCRIPTIONS: readonly (readonly [place: string, body: JsonObject])[] = [
  ['tools[0]', { tools: [EMPTY] }],
  ['tools[0].tools[0]', { tools: inNamespace('Files.', [EMPTY]) }],
  ['input[0].tools[0]', added(inNamespace('', []))],
  ['input[0].tools[0].tools[0]', added(inNamespace('Files.', [EMPTY]))],
]

function withSchema(properties: JsonObject): JsonObject[] {
  const parameters: JsonObject = { type: 'object', properties }
  return [{ type: 'function', function: { name: 'read', parameters } }]
}

function called(text: string): JsonObject[] {
  const call = { ...CALL, function: { name: 'read', arguments: text } }
  return [
    HI,
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'abcdefghi', content: 'x' },
  ]
}

const cases: readonly RefusalCase[] = [
  // vLLM
  {
    server: 'vllm',
    api: 'chat',
    with: { tools: CUSTOM },
    status: 400,
    words: "Input should be 'function'",
    body: { error: { type: 'BadRequestError', code: 400 } },
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { tools: [{ type: 'function' }] },
    status: 400,
    words: "('body', 'tools', 0, 'function'): Field required",
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { tools: [] },
    status: 400,
    words: '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.',
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { messages: [HI], tools: null, tool_choice: 'auto' },
    status: 400,
    words: 'When using `tool_choice`, `tools` must be set.',
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { tool_choice: 'any-of-them' },
    status: 400,
    words: 'Invalid value for `tool_choice`',
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { stream_options: { include_usage: true } },
    status: 400,
    words: 'Stream options can only be defined when `stream=True`.',
  },
  {
    server: 'vllm',
    api: 'chat',
    with: { response_format: { type: 'json_schema' } },
    status: 400,
    words: 'text unknown',
  },
  { server: 'vllm', api: 'chat', with: { reasoning_effort: 'ultra' }, status: 400, words: 'text unknown' },
  {
    server: 'vllm',
    api: 'chat',
    with: { max_tokens: 200_000 },
    status: 400,
    words: "This model's maximum context length is 131072",
  },
  {
    server: 'vllm',
    api: 'chat',
    model: 'Qwen3.7-35B',
    with: { messages: LATE },
    status: 400,
    words: 'System message must be at the beginning.',
  },
  {
    server: 'vllm',
    api: 'chat',
    model: 'gemma-3-27b',
    with: { messages: [HI, HI] },
    status: 400,
    words: 'Conversation roles must alternate user/assistant/user/assistant/...',
  },
  {
    server: 'vllm',
    api: 'chat',
    model: 'Ministral-3-8B',
    with: { messages: [HI, HI] },
    status: 400,
    words: 'After the optional system message, conversation roles must alternate user and assistant roles',
  },
  {
    server: 'vllm',
    api: 'responses',
    with: { tools: [{ type: 'strange', name: 'x' }] },
    status: 400,
    words: "Input should be 'code_interpreter'",
  },
  {
    server: 'vllm',
    api: 'responses',
    model: 'gpt-oss-120b',
    with: { tools: NAMESPACE },
    status: 400,
    words: 'tool type namespace not supported',
  },
  {
    server: 'vllm',
    api: 'responses',
    model: 'gpt-oss-120b',
    with: { tool_choice: 'required' },
    status: 400,
    words: "Only 'auto' or 'none' tool_choice is supported in response API with Harmony",
  },
  {
    server: 'vllm',
    api: 'responses',
    with: { input: [HI, { type: 'reasoning', summary: [], encrypted_content: 'x' }] },
    status: 400,
    words: 'Encrypted content is not supported.',
  },
  {
    server: 'vllm',
    api: 'responses',
    model: 'qwen3.7',
    with: { input: [HI, { role: 'system', content: 'x' }] },
    status: 400,
    words: 'System message must be at the beginning.',
  },
  {
    server: 'vllm',
    api: 'messages',
    with: { messages: LATE },
    status: 400,
    words: "Input should be 'user' or 'assistant'",
    body: { error: { code: 400 } },
  },
  {
    server: 'vllm',
    api: 'messages',
    with: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    status: 400,
    words: 'Field required',
  },
  // SGLang
  {
    server: 'sglang',
    api: 'chat',
    with: { tools: CUSTOM },
    status: 400,
    words: 'Field required',
    body: { object: 'error', type: 'BadRequest', code: 400 },
  },
  {
    server: 'sglang',
    api: 'chat',
    with: { tool_choice: { type: 'function', function: { name: 'write' } } },
    status: 400,
    words: "Tool 'write' not found in tools list.",
  },
  {
    server: 'sglang',
    api: 'chat',
    with: { tools: [], tool_choice: 'required' },
    status: 400,
    words: 'Tools cannot be empty if tool choice is set to required.',
  },
  {
    server: 'sglang',
    api: 'chat',
    with: { messages: called('{"a') },
    status: 400,
    words: 'Assistant tool call function.arguments must be valid JSON.',
  },
  {
    server: 'sglang',
    api: 'chat',
    with: { messages: called('[1]') },
    status: 400,
    words: 'Assistant tool call function.arguments must be a JSON object.',
  },
  {
    server: 'sglang',
    api: 'chat',
    with: { messages: [{ role: 'moderator', content: 'x' }] },
    status: 400,
    words: "'role' must be one of",
  },
  {
    server: 'sglang',
    api: 'responses',
    with: { input: [HI, { type: 'custom_tool_call', call_id: 'c', name: 'exec', input: 'ls' }] },
    status: 400,
    words: "Unsupported Responses API input item type: 'custom_tool_call'",
  },
  {
    server: 'sglang',
    api: 'responses',
    with: { previous_response_id: 'resp_1' },
    status: 400,
    words: "Response with id 'resp_1' not found.",
  },
  {
    server: 'sglang',
    api: 'messages',
    with: { messages: [HI, { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] }] },
    status: 400,
    words: 'Anthropic redacted_thinking history is not supported',
    body: { type: 'error' },
  },
  // llama.cpp
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { tools: CUSTOM },
    status: 500,
    words: 'Failed to parse tools: Unsupported tool type: {"type":"custom"',
    body: { error: { code: 500, type: 'server_error' } },
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { tool_choice: 'any' + 'thing' },
    status: 400,
    words: 'Invalid tool_choice: anything',
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { messages: [{ role: 'user' }] },
    status: 400,
    words: "All non-assistant messages must contain 'content'",
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { messages: [HI, { role: 'assistant' }, HI] },
    status: 400,
    words: "Assistant message must contain either 'content' or 'tool_calls'!",
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { response_format: { type: 'grammar' } },
    status: 400,
    words: 'response_format type must be one of "text" or "json_object", but got: grammar',
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { stream: true, logprobs: true },
    status: 400,
    words: 'logprobs is not supported with tools + stream',
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    with: { messages: LONG_TEXT },
    status: 400,
    words: 'exceeds the available context size (131072 tokens), try increasing it',
    body: { error: { type: 'exceed_context_size_error', n_ctx: 131_072 } },
  },
  {
    server: 'llama.cpp',
    api: 'chat',
    model: 'Qwen3.6',
    with: { messages: LATE },
    status: 500,
    words: 'Jinja Exception: System message must be at the beginning.',
  },
  {
    server: 'llama.cpp',
    api: 'responses',
    with: { input: [HI, { type: 'custom_tool_call', call_id: 'c', name: 'e', input: '' }] },
    status: 400,
    words: "Cannot determine type of 'item'",
  },
  {
    server: 'llama.cpp',
    api: 'responses',
    with: { previous_response_id: 'r' },
    status: 400,
    words: "llama.cpp does not support 'previous_response_id'.",
  },
  {
    server: 'llama.cpp',
    api: 'responses',
    with: { input: [HI, { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image' }] }] },
    status: 400,
    words: "Output of tool call should be 'Input text'",
  },
  {
    server: 'llama.cpp',
    api: 'messages',
    model: 'qwen3.7',
    with: { messages: LATE },
    status: 500,
    words: 'System message must be at the beginning.',
  },
  // Ollama
  {
    server: 'ollama',
    api: 'chat',
    with: { messages: [] },
    status: 400,
    words: "[] is too short - 'messages'",
  },
  {
    server: 'ollama',
    api: 'chat',
    with: { messages: [{ role: 'user', content: null }] },
    status: 400,
    words: 'invalid message content type: <nil>',
  },
  {
    server: 'ollama',
    api: 'chat',
    with: {
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a/b' } }] }],
    },
    status: 400,
    words: 'image URLs are not currently supported, please use base64 encoded data instead',
  },
  {
    server: 'ollama',
    api: 'chat',
    with: { messages: called('x') },
    status: 400,
    words: 'invalid tool call arguments',
  },
  {
    server: 'ollama',
    api: 'chat',
    with: { reasoning_effort: 'huge' },
    status: 400,
    words: 'invalid reasoning value: "huge" (must be',
  },
  {
    server: 'ollama',
    api: 'chat',
    model: 'qwen3.8',
    with: { messages: LATE },
    status: 500,
    words: 'system message must be at the beginning',
  },
  {
    server: 'ollama',
    api: 'responses',
    with: { input: [HI, { type: 'custom_tool_call', call_id: 'c', name: 'e', input: '' }] },
    status: 400,
    words: 'input[1]: unknown input item type: "custom_tool_call"',
  },
  {
    server: 'ollama',
    api: 'messages',
    with: { max_tokens: 0 },
    status: 400,
    words: 'max_tokens is required and must be positive',
    body: { type: 'error' },
  },
  {
    server: 'ollama',
    api: 'messages',
    with: {
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://a' } }] }],
    },
    status: 400,
    words: 'invalid image source type: url. Only base64 images are supported.',
  },
  // LM Studio
  {
    server: 'lmstudio',
    api: 'chat',
    with: { tool_choice: NAMED },
    status: 400,
    words: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    body: { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" },
  },
  {
    server: 'lmstudio',
    api: 'chat',
    model: 'qwen3.7',
    with: { messages: LATE },
    status: 500,
    words: 'Error rendering prompt with jinja template: "System message must be at the beginning."',
  },
  {
    server: 'lmstudio',
    api: 'responses',
    with: { tools: NAMESPACE },
    status: 400,
    words: 'Invalid',
    body: {
      error: {
        message: 'Invalid',
        type: 'invalid_request_error',
        param: 'tools.0.type',
        code: 'invalid_string',
      },
    },
  },
  // DeepSeek
  {
    server: 'deepseek',
    api: 'chat',
    with: { tools: NAMESPACE },
    status: 400,
    words: 'tools[0].type: unknown variant `namespace`, expected `function` at line 1 column',
  },
  {
    server: 'deepseek',
    api: 'chat',
    with: { tools: [{ type: 'function' }] },
    status: 400,
    words: 'tools[0]: missing field `function`',
  },
  {
    server: 'deepseek',
    api: 'chat',
    with: { messages: [{ role: 'developer', content: 'x' }, HI] },
    status: 400,
    words: 'unknown variant `developer`',
  },
  {
    server: 'deepseek',
    api: 'chat',
    model: 'deepseek-v4-pro',
    with: { messages: [HI], tool_choice: 'required' },
    status: 400,
    words: 'Thinking mode does not support this tool_choice',
    body: { error: { type: 'invalid_request_error' } },
  },
  {
    server: 'deepseek',
    api: 'chat',
    with: { messages: UNANSWERED },
    status: 400,
    words: '(insufficient tool messages following tool_calls message)',
  },
  {
    server: 'deepseek',
    api: 'chat',
    model: 'deepseek-v4-flash',
    with: { messages: called('{}') },
    status: 400,
    words: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  },
  {
    server: 'deepseek',
    api: 'responses',
    with: { tools: FLAT_CUSTOM },
    status: 400,
    words: "Unsupported custom tool: 'exec'. Only 'apply_patch' is supported.",
  },
  {
    server: 'deepseek',
    api: 'messages',
    with: { messages: LATE },
    status: 400,
    words:
      'Failed to deserialize the JSON body into the target type: messages[1].role: unknown variant `system`, expected `user` or `assistant` at line 1',
  },
  // Groq
  {
    server: 'groq',
    api: 'chat',
    with: { thinking: {} },
    status: 400,
    words: "property 'thinking' is unsupported",
  },
  {
    server: 'groq',
    api: 'chat',
    with: { messages: [HI, { role: 'assistant', content: 'x', reasoning_content: 'y' }, HI] },
    status: 400,
    words:
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
  },
  {
    server: 'groq',
    api: 'chat',
    model: 'llama-3.3-70b',
    with: { messages: [HI, { role: 'assistant', content: 'x', reasoning: 'y' }, HI] },
    status: 400,
    words: 'messages[1].reasoning: reasoning is not supported with this model',
  },
  // OpenRouter
  {
    server: 'openrouter',
    api: 'responses',
    with: { tools: FLAT_CUSTOM },
    status: 400,
    words: 'Invalid Responses API request',
    body: { error: { code: 'invalid_prompt', message: 'Invalid Responses API request' } },
  },
  {
    server: 'openrouter',
    api: 'chat',
    with: { tools: CUSTOM },
    status: 400,
    words: 'Provider returned error',
    body: { error: { code: 400 } },
  },
  {
    server: 'openrouter',
    api: 'messages',
    with: { context_management: {} },
    status: 400,
    words:
      "No endpoints available that support Anthropic's context management features (context-management-2025-06-27).",
    body: { error: { code: 400 } },
  },
  // xAI
  {
    server: 'xai',
    api: 'chat',
    with: { tools: [{ type: 'x_search' }] },
    status: 422,
    words: 'tools[0].type: unknown variant `x_search`, expected `function` or `live_search`',
  },
  {
    server: 'xai',
    api: 'chat',
    with: { search_parameters: {} },
    status: 410,
    words: 'Live search is deprecated.',
  },
  {
    server: 'xai',
    api: 'responses',
    with: { tools: NAMESPACE },
    status: 422,
    words:
      'unknown variant `namespace`, expected one of `function`, `web_search`, `x_search`, `image_generation`, `collections_search`, `file_search`, `code_execution`, `code_interpreter`, `mcp`, `shell`',
  },
  {
    server: 'xai',
    api: 'responses',
    with: { tool_choice: { type: 'web_search' } },
    status: 422,
    words: 'tool_choice: data did not match any variant',
  },
  // Mistral
  {
    server: 'mistral',
    api: 'chat',
    with: { tools: [] },
    status: 422,
    words: 'Extra inputs are not permitted',
    body: { object: 'Error', code: 3001 },
  },
  {
    server: 'mistral',
    api: 'chat',
    with: { store: true },
    status: 422,
    words: 'Extra inputs are not permitted',
  },
  {
    server: 'mistral',
    api: 'chat',
    with: { messages: [HI, { role: 'assistant', content: 'x' }] },
    status: 400,
    words: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    body: { type: 'invalid_request_message_order', code: '3230' },
  },
  {
    server: 'mistral',
    api: 'chat',
    with: { messages: ORPHAN },
    status: 400,
    words: "Unexpected role 'tool' after role 'user'",
  },
  {
    server: 'mistral',
    api: 'chat',
    with: {
      messages: [HI, { role: 'assistant', content: '', tool_calls: [{ ...CALL, id: 'call_123' }] }, HI],
    },
    status: 400,
    words: 'Tool call id was call_123 but must be a-z, A-Z, 0-9, with a length of 9.',
  },
  // Moonshot, Z.ai, Alibaba, MiniMax
  {
    server: 'moonshot',
    api: 'chat',
    with: { messages: [HI], tool_choice: NAMED },
    status: 400,
    words: "tool_choice 'specified' is incompatible with thinking enabled",
  },
  {
    server: 'moonshot',
    api: 'chat',
    model: 'kimi-k2.5',
    with: { messages: [HI], tool_choice: 'required' },
    status: 400,
    words: "tool_choice 'required' is incompatible with thinking enabled",
  },
  {
    server: 'moonshot',
    api: 'chat',
    with: { messages: called('{}') },
    status: 400,
    words: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  },
  {
    server: 'moonshot',
    api: 'chat',
    with: { tools: withSchema({ a: { type: 'string', anyOf: [{ minLength: 1 }] } }) },
    status: 400,
    words: "details: <At path 'properties.a': when using anyOf, type should be defined in anyOf items",
  },
  {
    server: 'moonshot',
    api: 'chat',
    with: { tools: withSchema({ a: { $ref: '#/definitions/a' } }) },
    status: 400,
    words: "<At path 'properties.a.$ref': references must start with #/$defs/>",
  },
  {
    server: 'moonshot',
    api: 'chat',
    with: { tools: withSchema({ a: true }) },
    status: 400,
    words: "<At path 'properties': property schema for 'a' must be an object>",
  },
  {
    server: 'moonshot',
    api: 'chat',
    with: { tools: withSchema({ a: { enum: ['b'] } }) },
    status: 400,
    words: "<At path 'properties.a': type is not defined>",
  },
  {
    server: 'zai',
    api: 'chat',
    with: { tools: CUSTOM },
    status: 400,
    words: 'Invalid API parameter, please check the documentation.',
    body: { error: { code: '1210' } },
  },
  {
    server: 'zai',
    api: 'messages',
    with: { messages: LATE },
    status: 422,
    words: "Input should be 'user' or 'assistant'",
    body: { detail: [{ type: 'literal_error' }] },
  },
  {
    server: 'alibaba',
    api: 'chat',
    with: { tool_choice: 'required' },
    status: 400,
    words: 'The tool_choice parameter does not support being set to required or object in thinking mode',
  },
  {
    server: 'alibaba',
    api: 'chat',
    with: { messages: ORPHAN },
    status: 400,
    words: 'messages with role "tool" must be a response to a preceeding message with "tool_calls".',
  },
  {
    server: 'alibaba',
    api: 'chat',
    with: { messages: [{ role: 'developer', content: 'x' }] },
    status: 400,
    words:
      "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.[0].role'",
  },
  {
    server: 'minimax',
    api: 'chat',
    with: { messages: LATE },
    status: 400,
    words: 'invalid params, chat content has invalid message role: system (2013)',
    body: { type: 'error', error: { http_code: '400' } },
  },
  {
    server: 'minimax',
    api: 'chat',
    with: { messages: [{ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, HI] },
    status: 400,
    words: 'invalid params, invalid chat setting (2013)',
  },
  {
    server: 'minimax',
    api: 'chat',
    with: { messages: ORPHAN },
    status: 400,
    words: "tool result's tool id(abcdefghi) not found (2013)",
  },
  // Cerebras, Fireworks, NIM, Perplexity, Copilot
  {
    server: 'cerebras',
    api: 'chat',
    with: { messages: [HI, { role: 'assistant', content: 'x', reasoning_content: 'y' }, HI] },
    status: 400,
    words: "property 'reasoning_content' is unsupported",
    body: { code: 'wrong_api_format' },
  },
  {
    server: 'cerebras',
    api: 'chat',
    model: 'gpt-oss-120b',
    with: { tool_choice: NAMED },
    status: 400,
    words: "Unsupported tool_choice: type='function'",
    body: { param: 'tool_choice' },
  },
  {
    server: 'cerebras',
    api: 'chat',
    with: {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'a', schema: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      },
    },
    status: 400,
    words: "Unsupported JSON schema fields: {'minItems'}",
    body: { param: 'response_format' },
  },
  {
    server: 'fireworks',
    api: 'chat',
    with: { messages: [HI, HI, { role: 'assistant', content: 'x', refusal: null }] },
    status: 400,
    words: "Extra inputs are not permitted, field: 'messages[2].refusal', value: None",
  },
  {
    server: 'nim',
    api: 'chat',
    with: { prompt_cache_key: 'x' },
    status: 400,
    words: "'loc':('body','prompt_cache_key'),'msg':'Extra inputs are not permitted'",
  },
  {
    server: 'nim',
    api: 'chat',
    with: { reasoning: {} },
    status: 400,
    words: 'Unsupported parameter(s): reasoning',
  },
  {
    server: 'perplexity',
    api: 'chat',
    with: { messages: [HI, HI] },
    status: 400,
    words: 'user or tool message(s) should alternate with assistant message(s).',
    body: { error: { type: 'invalid_message', code: 400 } },
  },
  {
    server: 'copilot',
    api: 'chat',
    model: 'gpt-5.3-codex',
    with: {},
    status: 400,
    words: 'model "gpt-5.3-codex" is not accessible via the /chat/completions endpoint',
    body: { error: { code: 'unsupported_api_for_model' } },
  },
  {
    server: 'copilot',
    api: 'responses',
    with: { tools: [{ type: 'web_search' }] },
    status: 400,
    words: 'The use of the web search tool is not supported.',
    body: { error: { param: 'tools', type: 'invalid_request_error' } },
  },
  {
    server: 'copilot',
    api: 'messages',
    with: { context_management: {} },
    status: 400,
    words: 'context_management: Extra inputs are not permitted',
  },
  // OpenAI and Azure
  {
    server: 'openai',
    api: 'chat',
    with: { tools: [{ type: 'web_search' }] },
    status: 400,
    words: "Invalid value: 'web_search'. Supported values are: 'function' and 'custom'.",
    body: { error: { param: 'tools[0].type' } },
  },
  {
    server: 'openai',
    api: 'chat',
    model: 'gpt-5.6-terra',
    with: {},
    status: 400,
    words:
      "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  },
  {
    server: 'openai',
    api: 'chat',
    model: 'gpt-5.4',
    with: { reasoning_effort: 'low' },
    status: 400,
    words:
      'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    body: { error: { param: 'reasoning_effort', code: null } },
  },
  {
    server: 'openai',
    api: 'chat',
    model: 'gpt-4o',
    with: { web_search_options: {} },
    status: 400,
    words: 'Web search options not supported with this model.',
  },
  {
    server: 'openai',
    api: 'chat',
    model: 'gpt-5',
    with: { max_tokens: 5 },
    status: 400,
    words:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  },
  {
    server: 'openai',
    api: 'chat',
    with: { top_k: 1 },
    status: 400,
    words: 'Unrecognized request argument supplied: top_k',
  },
  {
    server: 'openai',
    api: 'chat',
    with: { messages: [HI, { role: 'assistant', content: null }, HI] },
    status: 400,
    words: "Invalid value for 'content': expected a string, got null.",
    body: { error: { param: 'messages.[1].content' } },
  },
  {
    server: 'openai',
    api: 'chat',
    with: { messages: UNANSWERED },
    status: 400,
    words: 'The following tool_call_ids did not have response messages: abcdefghi',
  },
  {
    server: 'openai',
    api: 'chat',
    with: { messages: ORPHAN },
    status: 400,
    words: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
  },
  {
    server: 'openai',
    api: 'chat',
    with: {
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', anyOf: [] } } }],
    },
    status: 400,
    words:
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    body: { error: { code: 'invalid_function_parameters', param: 'tools[0].function.parameters' } },
  },
  {
    server: 'openai',
    api: 'chat',
    model: 'gpt-5.5',
    with: { messages: [HI], tools: [{ type: 'custom', custom: { name: 'x' } }], temperature: 0.7 },
    status: 400,
    words: "Unsupported parameter: 'temperature' is not supported with this model.",
  },
  {
    server: 'openai',
    api: 'responses',
    with: { response_format: {} },
    status: 400,
    words:
      "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'.",
  },
  {
    server: 'openai',
    api: 'responses',
    with: { tools: NAMESPACE },
    headers: { 'x-openai-internal-codex-responses-lite': '1' },
    status: 400,
    words:
      'X-OpenAI-Internal-Codex-Responses-Lite only supports function tools, custom tools, and client-executed tool search.',
  },
  ...['metadata', 'internal_chat_message_metadata_passthrough'].map(
    (field): RefusalCase => ({
      server: 'azure',
      api: 'responses',
      with: { input: [HI, { ...HI, [field]: { turn_id: '1' } }] },
      status: 400,
      words: `Unknown parameter: 'input[1].${field}'.`,
      body: { error: { param: `input[1].${field}` } },
    }),
  ),
  ...EMPTY_DESCRIPTIONS.map(
    ([place, body]): RefusalCase => ({
      server: 'azure',
      api: 'responses',
      with: body,
      status: 400,
      words: `Invalid '${place}.description': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
      body: {
        error: { type: 'invalid_request_error', param: `${place}.description`, code: 'empty_string' },
      },
    }),
  ),
  {
    server: 'azure',
    api: 'chat',
    model: 'gpt-5.1-codex-max',
    with: {},
    status: 400,
    words: 'The chatCompletion operation does not work with the specified model, gpt-5.1-codex-max.',
    body: { error: { code: 'OperationNotSupported' } },
  },
  // Claude and its hosts
  {
    server: 'anthropic',
    api: 'messages',
    model: 'claude-opus-5',
    with: { temperature: 1 },
    headers: { 'anthropic-version': '2026-10-21' },
    status: 400,
    words: 'temperature: Extra inputs are not permitted',
    body: { type: 'error', error: { type: 'invalid_request_error' } },
  },
  {
    server: 'anthropic',
    api: 'messages',
    model: 'claude-opus-4-7',
    with: { messages: [HI, { role: 'system', content: 'x' }] },
    status: 400,
    words: "role 'system' is not supported on this model",
  },
  {
    server: 'anthropic',
    api: 'messages',
    model: 'claude-haiku-4-5',
    with: { messages: LATE },
    status: 400,
    words:
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message',
  },
  {
    server: 'anthropic',
    api: 'messages',
    model: 'claude-opus-5',
    with: { messages: [{ role: 'system', content: 'x' }, HI] },
    status: 400,
    words: "messages.0: use the top-level 'system' parameter for the initial system prompt",
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: { tools: [{ type: 'custom', name: 'exec', format: {} }] },
    status: 400,
    words: 'tools.0.custom.input_schema: Input does not match the expected shape.',
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: { tools: [{ name: 'x', input_schema: {} }] },
    status: 400,
    words: 'tools.0.custom.input_schema.type: Field required',
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: { tools: [{ name: 'x', input_schema: { type: 'object', oneOf: [] } }] },
    status: 400,
    words: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: { context_management: {} },
    status: 400,
    words: 'context_management: Extra inputs are not permitted',
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: { messages: [HI, { role: 'tool', content: 'x' }] },
    status: 400,
    words: 'messages: Unexpected role "tool". Allowed roles are "user" or "assistant".',
  },
  {
    server: 'anthropic',
    api: 'messages',
    with: {
      messages: [
        HI,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_9', name: 'read', input: {} }] },
        HI,
      ],
    },
    status: 400,
    words: '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_9',
  },
  {
    server: 'vertex',
    api: 'messages',
    with: { output_config: { effort: 'low' } },
    status: 400,
    words: 'output_config: Extra inputs are not permitted',
    body: { type: 'error' },
  },
  {
    server: 'bedrock',
    api: 'messages',
    with: { tools: [{ type: 'web_search_20260209', name: 'web_search' }] },
    status: 400,
    words: 'text unknown',
  },
  {
    server: 'bedrock',
    api: 'messages',
    with: { context_management: {} },
    status: 400,
    words: 'context_management: Extra inputs are not permitted',
  },
  {
    server: 'bedrock',
    api: 'converse',
    with: { toolConfig: null },
    status: 400,
    words: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  },
  {
    server: 'bedrock',
    api: 'converse',
    model: 'meta.llama4-maverick',
    with: {
      toolConfig: {
        tools: [{ toolSpec: { name: 'x', inputSchema: { json: SCHEMA } } }],
        toolChoice: { any: {} },
      },
    },
    status: 400,
    words:
      "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again",
  },
  {
    server: 'bedrock',
    api: 'converse',
    model: 'amazon.nova-pro',
    with: {
      toolConfig: {
        tools: [{ toolSpec: { name: 'x', inputSchema: { json: { ...SCHEMA, definitions: {} } } } }],
      },
    },
    status: 400,
    words:
      '#/toolConfig/tools/0/toolSpec/inputSchema/json: extraneous key [definitions] is not permitted, please reformat your input and try again.',
  },
  // Gemini
  {
    server: 'gemini',
    api: 'generate',
    with: { messages: [] },
    status: 400,
    words: 'Unknown name "messages": Cannot find field.',
    body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
  },
  {
    server: 'gemini',
    api: 'generate',
    with: {
      tools: [
        {
          functionDeclarations: [
            { name: 'f', parameters: { type: 'object', properties: { a: { anyOf: [{ const: 1 }] } } } },
          ],
        },
      ],
    },
    status: 400,
    words: `Invalid JSON payload received. Unknown name "const" at 'tools[0].function_declarations[0].parameters.properties[0].value.any_of[0]': Cannot find field.`,
  },
  {
    server: 'gemini',
    api: 'generate',
    model: 'gemini-3.1-pro',
    with: { tools: [{ functionDeclarations: [{ name: 'read', parameters: SCHEMA }] }, { googleSearch: {} }] },
    status: 400,
    words:
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
  },
  {
    server: 'gemini',
    api: 'generate',
    with: {
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'user', parts: [{ text: 'y' }] },
      ],
    },
    status: 400,
    words:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  },
  {
    server: 'gemini',
    api: 'generate',
    model: 'gemini-3-flash',
    with: {
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] },
      ],
    },
    status: 400,
    words: 'Function call is missing a thought_signature in functionCall parts.',
  },
  {
    server: 'gemini',
    api: 'chat',
    with: { frequency_penalty: 1 },
    status: 400,
    words: 'Invalid JSON payload received. Unknown name "frequency_penalty": Cannot find field.',
    body: [{ error: { code: 400, status: 'INVALID_ARGUMENT' } }],
  },
  {
    server: 'gemini',
    api: 'chat',
    with: { tools: [{ google_search: {} }] },
    status: 400,
    words: `Unknown name "google_search" at 'tools[0]': Cannot find field.`,
  },
  {
    server: 'vertex',
    api: 'generate',
    with: {
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ text: 'y' }] },
      ],
    },
    status: 400,
    words: 'Requests ending with a model turn are not supported.',
  },
  {
    server: 'vertex',
    api: 'generate',
    with: {
      tools: [
        {
          functionDeclarations: [
            { name: 'f', parameters: { type: 'OBJECT', properties: { data: { description: 'x' } } } },
          ],
        },
      ],
    },
    status: 400,
    words:
      "Unable to submit request because `f` functionDeclaration `parameters.data` schema didn't specify the schema type field.",
  },
]

/** `[server, api, members, words, further facts]`; the status is 400 by default. */
type ShortCase = readonly [
  server: string,
  api: Api,
  members: JsonObject,
  words: string,
  facts?: Partial<Pick<RefusalCase, 'model' | 'status' | 'headers' | 'path'>>,
]

const LONG = { max_tokens: 200_000 }
const FILE = [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }]
const USED = [
  { role: 'user', content: 'x' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
]
const TEXT_PART = [{ text: 'x' }]
const SPEC = { name: 'x', inputSchema: { json: SCHEMA } }

function parameters(schema: JsonObject): JsonObject {
  return { tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] }
}

const more: readonly ShortCase[] = [
  [
    'sglang',
    'chat',
    { response_format: { type: 'json_schema' } },
    'schema_ is required for json_schema response format request.',
  ],
  ['sglang', 'responses', { tools: [{ type: 'function' }] }, 'Function tools must include a name.'],
  [
    'sglang',
    'responses',
    { tool_choice: 'required' },
    "Only 'auto' tool_choice is supported in response API",
    { model: 'gpt-oss-20b' },
  ],
  ['llama.cpp', 'chat', { messages: FILE }, 'unsupported content[].type'],
  [
    'llama.cpp',
    'chat',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:x' } }] }] },
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    { model: 'gpt-oss-20b', status: 500 },
  ],
  [
    'llama.cpp',
    'chat',
    { messages: [HI, { role: 'assistant', tool_calls: [{ id: 'a', type: 'custom', custom: {} }] }, HI] },
    'Unsupported tool call type: {"id":"a"',
  ],
  [
    'llama.cpp',
    'responses',
    { input: [HI, { type: 'reasoning', summary: [] }] },
    "item['content'] is not an array",
  ],
  [
    'llama.cpp',
    'responses',
    { input: LONG_TEXT },
    'exceeds the available context size (131072 tokens), try increasing it',
  ],
  [
    'llama.cpp',
    'messages',
    { messages: LONG_TEXT },
    'exceeds the available context size (131072 tokens), try increasing it',
  ],
  ['ollama', 'chat', { messages: FILE }, 'invalid message format'],
  [
    'ollama',
    'responses',
    { input: [{ role: 'user', content: [{ type: 'input_file' }] }] },
    'file inputs are not currently supported',
  ],
  [
    'ollama',
    'responses',
    { input: LATE },
    'system message must be at the beginning',
    { model: 'qwen3.8', status: 500 },
  ],
  [
    'ollama',
    'messages',
    { messages: [HI, { role: 'assistant', content: [{ type: 'tool_use', name: 'x', input: {} }] }] },
    "tool_use block missing required 'id' field",
  ],
  [
    'ollama',
    'messages',
    { messages: LATE },
    'system message must be at the beginning',
    { model: 'qwen3.8', status: 500 },
  ],
  [
    'ollama',
    'native-chat',
    { messages: LATE },
    'system message must be at the beginning',
    { model: 'qwen3.8', status: 500 },
  ],
  [
    'lmstudio',
    'responses',
    { input: [HI, { role: 'developer', content: 'x' }] },
    'Error rendering prompt with jinja template: "System message must be at the beginning."',
    { model: 'qwen3.6', status: 500 },
  ],
  [
    'deepseek',
    'chat',
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    'unknown variant `image_url`, expected `text`',
  ],
  [
    'deepseek',
    'chat',
    { messages: [HI, { role: 'assistant', content: null }] },
    'Invalid assistant message: content or tool_calls must be set',
  ],
  ['groq', 'chat', LONG, 'Please reduce the length of the messages or completion'],
  [
    'openrouter',
    'chat',
    {},
    'No endpoints found that support tool use. To learn more about provider routing, visit:',
    { model: 'a/b:notools', status: 404 },
  ],
  [
    'openrouter',
    'chat',
    LONG,
    "This endpoint's maximum context length is 131072 tokens. However, you requested about",
  ],
  [
    'xai',
    'chat',
    { messages: LONG_TEXT },
    "This model's maximum prompt length is 131072 but the request contains",
  ],
  [
    'mistral',
    'chat',
    { messages: [...called('{}'), HI] },
    "Unexpected role 'user' after role 'tool'",
    { model: 'open-mistral-nemo' },
  ],
  ['mistral', 'chat', { messages: UNANSWERED }, 'Not the same number of function calls and responses'],
  ['mistral', 'chat', { messages: LONG_TEXT }, 'too large for model with 131072 maximum context length'],
  ['moonshot', 'chat', LONG, 'Your request exceeded model token limit: 131072 (requested:'],
  [
    'zai',
    'chat',
    { messages: [{ role: 'system', content: 'x' }] },
    'The messages parameter is illegal. Please check the documentation.',
  ],
  ['zai', 'chat', { reasoning_effort: 'medium' }, 'please use low, high, or max', { model: 'glm-5.3' }],
  [
    'alibaba',
    'chat',
    { messages: called('[]') },
    'The "function.arguments" parameter of the code model must be in JSON format.',
  ],
  [
    'alibaba',
    'chat',
    { enable_thinking: true },
    'parameter.enable_thinking must be set to false for non-streaming calls',
    { model: 'qwen-plus' },
  ],
  [
    'alibaba',
    'messages',
    { messages: LATE },
    'messages[1].role: unknown variant `system`, expected `user` or `assistant`',
  ],
  [
    'minimax',
    'chat',
    { messages: called('{') },
    'invalid params, invalid function arguments json string, tool_call_id: abcdefghi (2013)',
  ],
  [
    'minimax',
    'chat',
    { tool_choice: 'auto' },
    'invalid params, invalid chat setting (2013)',
    { model: 'MiniMax-M2.7' },
  ],
  ['minimax', 'chat', { messages: UNANSWERED }, 'tool call result does not follow tool call (2013)'],
  ['minimax', 'chat', LONG, 'invalid params, context window exceeds limit'],
  [
    'minimax',
    'messages',
    { messages: LATE },
    'invalid params, chat content has invalid message role: system (2013)',
  ],
  [
    'minimax',
    'messages',
    { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '' }] }] },
    "invalid params, tool result's tool id(x) not found (2013)",
  ],
  [
    'minimax',
    'messages',
    { messages: [...USED, HI] },
    'invalid params, tool call result does not follow tool call (2013)',
  ],
  ['minimax', 'messages', LONG, 'invalid params, context window exceeds limit'],
  [
    'nim',
    'chat',
    { messages: [...called('{}'), HI] },
    "Unexpected role 'user' after role 'tool'",
    { model: 'mistralai/mixtral' },
  ],
  [
    'perplexity',
    'chat',
    { messages: LATE },
    'After the (optional) system message(s), user and assistant roles should be alternating.',
  ],
  ['copilot', 'chat', { messages: LONG_TEXT }, 'exceeds the limit of 131072'],
  [
    'copilot',
    'responses',
    {},
    'model "gpt-4o" is not accessible via the /responses endpoint',
    { model: 'gpt-4o' },
  ],
  ['copilot', 'responses', { input: LONG_TEXT }, 'exceeds the limit of 131072'],
  ['copilot', 'messages', { messages: LONG_TEXT }, 'exceeds the limit of 131072'],
  [
    'copilot',
    'messages',
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    'The use of the web search tool is not supported.',
  ],
  [
    'copilot',
    'messages',
    { tools: [{ name: 'x', input_schema: SCHEMA, eager_input_streaming: true }] },
    'tools.0.custom.eager_input_streaming: Extra inputs are not permitted',
    { model: 'claude-haiku-4-5' },
  ],
  [
    'copilot',
    'messages',
    { system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral', scope: 'global' } }] },
    'system.0.cache_control.ephemeral.scope: Extra inputs are not permitted',
  ],
  [
    'openai',
    'chat',
    { messages: [{ ...HI, reasoning_content: 'x' }] },
    "Unknown parameter: 'messages[0].reasoning_content'.",
  ],
  ['openai', 'chat', { tools: [] }, "[] is too short - 'tools'"],
  [
    'openai',
    'chat',
    { tools: [{ type: 'function', function: { name: 'a.b', parameters: SCHEMA } }] },
    "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  ],
  [
    'openai',
    'chat',
    {
      tools: Array.from({ length: 129 }, (_, index) => ({
        type: 'function',
        function: { name: `f${index}`, parameters: SCHEMA },
      })),
    },
    "Invalid 'tools': array too long. Expected an array with maximum length 128",
  ],
  [
    'openai',
    'chat',
    { messages: [HI], tools: null, tool_choice: 'auto' },
    "'tool_choice' is only allowed when 'tools' are specified.",
  ],
  [
    'openai',
    'chat',
    { messages: [HI], tools: null, parallel_tool_calls: true },
    "'parallel_tool_calls' is only allowed when 'tools' are specified.",
  ],
  ['openai', 'chat', parameters({}), `schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`],
  [
    'openai',
    'chat',
    {},
    'This model is only supported in v1/responses and not in v1/chat/completions.',
    { model: 'gpt-5.2-pro' },
  ],
  ['openai', 'chat', {}, 'tools is not supported in this model.', { model: 'gpt-5-chat-latest' }],
  [
    'openai',
    'chat',
    { messages: [HI], tools: null, temperature: 1 },
    'Model incompatible request argument supplied: temperature',
    { model: 'gpt-4o-search-preview' },
  ],
  [
    'openai',
    'chat',
    { messages: [HI], tools: null, temperature: 0.7, reasoning_effort: 'low' },
    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    { model: 'gpt-5' },
  ],
  [
    'openai',
    'chat',
    {
      messages: [
        HI,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ ...CALL, function: { name: 'read', arguments: {} } }],
        },
      ],
    },
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
  ],
  ['openai', 'responses', { top_k: 1 }, "Unknown parameter: 'top_k'."],
  [
    'openai',
    'responses',
    { tools: [{ type: 'web_search_preview' }] },
    "Hosted tool 'web_search_preview' is not supported with gpt-4.1-2025-04-14.",
    { model: 'gpt-4.1-2025-04-14' },
  ],
  [
    'openai',
    'responses',
    { tools: [{ type: 'web_search_preview' }], tool_choice: 'required' },
    "Tool choices other than 'auto' are not supported with model 'gpt-5' and the following tool types: 'web_search_preview'.",
    { model: 'gpt-5' },
  ],
  [
    'openai',
    'responses',
    { temperature: 0.7, reasoning: { effort: 'low' } },
    "Unsupported value: 'temperature' does not support 0.7 with this model.",
    { model: 'o4-mini' },
  ],
  [
    'openai',
    'responses',
    { input: [HI, { type: 'function_call', call_id: 'call_9', name: 'read', arguments: '{}' }, HI] },
    'No tool output found for function call call_9.',
  ],
  [
    'openai',
    'responses',
    {
      input: [
        HI,
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'output_text', text: '' }] },
      ],
    },
    "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
  ],
  [
    'openai',
    'responses',
    { input: [HI, { type: 'web_search_call', id: 'w', action: { type: 'other' } }] },
    "Invalid value: 'other'. Supported values are: 'search', 'open_page', and 'find_in_page'.",
  ],
  [
    'anthropic',
    'messages',
    { tools: [{ name: 'a.b', input_schema: SCHEMA }] },
    "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  ],
  [
    'anthropic',
    'messages',
    { thinking: { type: 'enabled', budget_tokens: 1024 }, tool_choice: { type: 'any' } },
    'Thinking may not be enabled when tool_choice forces tool use.',
  ],
  [
    'anthropic',
    'messages',
    { messages: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }] }] },
    "messages.0.content.0: Input tag 'input_text' found using 'type' does not match any of the expected tags",
  ],
  [
    'anthropic',
    'messages',
    {
      messages: [
        HI,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a:0', name: 'read', input: {} }] },
      ],
    },
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    'anthropic',
    'messages',
    { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
    'messages: text content blocks must be non-empty',
  ],
  [
    'anthropic',
    'messages',
    {
      messages: [
        HI,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: '{}' }] },
      ],
    },
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  ],
  [
    'anthropic',
    'messages',
    { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '' }] }] },
    'messages.0: unexpected `tool_use_id` found in `tool_result` blocks: x. ',
  ],
  [
    'anthropic',
    'messages',
    { messages: [HI, { role: 'assistant', content: 'x' }] },
    'This model does not support assistant message prefill. The conversation must end with a user message.',
    { model: 'claude-opus-4-6' },
  ],
  ['anthropic', 'messages', { messages: LONG_TEXT }, 'tokens > 131072 maximum'],
  ['anthropic', 'messages', LONG, '+ 200000 > 131072, decrease input length or `max_tokens` and try again'],
  ['anthropic', 'messages', { tools: [{ name: 'x' }] }, 'tools.0.custom.input_schema: Field required'],
  [
    'anthropic',
    'messages',
    { tools: [{ name: 'x', input_schema: SCHEMA, defer_loading: true }] },
    'tools.0.custom.defer_loading: Extra inputs are not permitted',
  ],
  ['anthropic', 'messages', { foo: 1 }, 'foo: Extra inputs are not permitted'],
  ['vertex', 'messages', { model: 'claude' }, 'model: Extra inputs are not permitted'],
  [
    'vertex',
    'generate',
    { toolConfig: { includeServerSideToolInvocations: true } },
    'Unknown name "includeServerSideToolInvocations" at \'tool_config\': Cannot find field.',
  ],
  [
    'vertex',
    'generate',
    { tools: [{ functionDeclarations: [{ name: 'f', parameters: { properties: {} } }] }] },
    'Unable to submit request because f functionDeclaration parameters schema should be of type OBJECT',
  ],
  ['bedrock', 'converse', {}, "This model doesn't support tool use", { model: 'us.deepseek.r1-v1:0' }],
  [
    'bedrock',
    'converse',
    {},
    "This model doesn't support tool use in streaming mode.",
    { model: 'us.meta.llama4-scout', path: '/model/m/converse-stream' },
  ],
  [
    'bedrock',
    'converse',
    {},
    "This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
    { model: 'amazon.titan-text' },
  ],
  [
    'bedrock',
    'converse',
    { toolConfig: { tools: [{ toolSpec: { name: 'x', inputSchema: { json: { type: 'array' } } } }] } },
    'The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.',
  ],
  [
    'bedrock',
    'converse',
    { toolConfig: { tools: [{ toolSpec: { ...SPEC, name: 'a.b' } }] } },
    'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+',
  ],
  [
    'bedrock',
    'converse',
    { messages: [{ role: 'user', content: [] }] },
    'The content field in the Message object at messages.0 is empty.',
  ],
  [
    'bedrock',
    'converse',
    { messages: [{ role: 'user', content: [{ text: '' }] }] },
    'The text field in the ContentBlock object at messages.0.content.0 is blank.',
  ],
  [
    'bedrock',
    'converse',
    {
      messages: [
        { role: 'user', content: TEXT_PART },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'x', input: '{}' } }] },
      ],
    },
    'The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.',
  ],
  [
    'bedrock',
    'converse',
    {
      messages: [
        { role: 'user', content: TEXT_PART },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'x', input: {} } }] },
        { role: 'user', content: TEXT_PART },
      ],
    },
    'Expected toolResult blocks at messages.2.content for the following Ids: a',
  ],
  [
    'bedrock',
    'converse',
    { messages: [{ role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [] } }] }] },
    'The number of toolResult blocks at messages.0.content exceeds the number of toolUse blocks of previous turn.',
  ],
  [
    'bedrock',
    'converse',
    { messages: [{ role: 'assistant', content: TEXT_PART }] },
    'A conversation must start with a user message.',
  ],
  [
    'bedrock',
    'converse',
    {
      messages: [
        { role: 'user', content: TEXT_PART },
        { role: 'user', content: TEXT_PART },
      ],
    },
    'A conversation must alternate between user and assistant roles.',
  ],
  [
    'bedrock',
    'converse',
    { messages: [{ role: 'user', content: [{ text: 'word '.repeat(120_000) }] }] },
    'Input is too long for requested model',
  ],
  [
    'bedrock',
    'messages',
    { toolConfig: { tools: [] } },
    'Malformed input request: #/toolConfig/tools/0: extraneous key [toolSpec] is not permitted, please reformat your input and try again.',
  ],
  [
    'bedrock',
    'messages',
    { output_config: { effort: 'low' } },
    'output_config.effort: Extra inputs are not permitted',
    { model: 'anthropic.claude-sonnet-4-5' },
  ],
  [
    'bedrock',
    'messages',
    { tools: [{ name: 'x', input_schema: SCHEMA, eager_input_streaming: true }] },
    'tools.0.custom.eager_input_streaming: Extra inputs are not permitted',
  ],
  ['bedrock', 'messages', { messages: LONG_TEXT }, 'Input is too long for requested model'],
  ['gemini', 'generate', { contents: [] }, 'GenerateContentRequest.contents: contents is not specified'],
  [
    'gemini',
    'generate',
    { contents: [{ role: 'system', parts: TEXT_PART }] },
    'Please use a valid role: user, model.',
  ],
  [
    'gemini',
    'generate',
    { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'x', response: {} } }] }] },
    'Please ensure that function response turn comes immediately after a function call turn.',
  ],
  [
    'gemini',
    'generate',
    { contents: [{ role: 'user', parts: [{ text: 'word '.repeat(120_000) }] }] },
    'exceeds the maximum number of tokens allowed (131072)',
  ],
  [
    'gemini',
    'generate',
    { tools: [{ strangeTool: {} }] },
    'Unknown name "strangeTool" at \'tools[0]\': Cannot find field.',
  ],
  [
    'gemini',
    'chat',
    { messages: called('{}') },
    'Function call is missing a thought_signature in functionCall parts.',
    { model: 'gemini-3-pro' },
  ],
  ['anthropic', 'messages', { max_tokens: null }, 'max_tokens: Field required'],
  ['vertex', 'messages', { anthropic_version: null }, 'anthropic_version: Field required'],
  [
    'openai',
    'responses',
    { tools: [{ type: 'function', name: 'f', parameters: { type: 'object', not: {} } }] },
    "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
  ],
  [
    'openai',
    'responses',
    { tools: [{ type: 'function', name: 'f', parameters: {} }] },
    `schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
  ],
  [
    'openai',
    'responses',
    { top_p: 0.5 },
    "Unsupported parameter: 'top_p' is not supported with this model.",
    { model: 'gpt-5.5' },
  ],
  [
    'gemini',
    'chat',
    {
      tools: [
        {
          type: 'function',
          function: { name: 'f', parameters: { type: 'object', additionalProperties: false } },
        },
      ],
    },
    'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
  ],
]

/** Requests that servers refuse, with their words. Sources: the issues named in the rows. */
export const refusalCases: readonly RefusalCase[] = [
  ...cases,
  ...more.map(([server, api, members, words, facts]) => ({
    server,
    api,
    with: members,
    words,
    status: 400,
    ...facts,
  })),
]
