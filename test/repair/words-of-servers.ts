import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'

const hi = { role: 'user', content: 'Hi' }
const object = { type: 'object', properties: {} }
const fn = (more: JsonObject = {}) => ({
  type: 'function',
  function: { name: 'f', parameters: object, ...more },
})
const chat = (more: JsonObject = {}): JsonObject => ({ model: 'm', messages: [hi], ...more })
const called = (args: JsonValue = '{}', ...after: JsonValue[]): JsonObject =>
  chat({
    messages: [
      hi,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: args } }],
      },
      ...after,
    ],
    tools: [fn()],
  })
const done = { role: 'tool', tool_call_id: 'a', content: 'ok' }
const claude = (more: JsonObject = {}): JsonObject => ({ model: 'm', max_tokens: 9, messages: [hi], ...more })
const tool = { name: 'f', input_schema: object }
const use = (more: JsonObject = {}) => ({ type: 'tool_use', id: 'a', name: 'f', input: {}, ...more })
const result = (more: JsonObject = {}) => ({ type: 'tool_result', tool_use_id: 'a', content: 'ok', ...more })
const turns = (call: JsonObject, ...content: JsonValue[]): JsonObject =>
  claude({
    tools: [tool],
    messages: [
      hi,
      { role: 'assistant', content: [call] },
      ...(content.length ? [{ role: 'user', content }] : []),
    ],
  })
const ask = { role: 'user', parts: [{ text: 'Hi' }] }
const google = (more: JsonObject = {}): JsonObject => ({ contents: [ask], ...more })
const declares = (parameters: JsonObject) =>
  google({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] })
const bedrock = (...content: JsonValue[]): JsonObject => ({
  messages: [{ role: 'user', content: content.length ? content : [{ text: 'Hi' }] }],
})
const specs = (json: JsonObject, more: JsonObject = {}) => ({
  ...bedrock(),
  toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json } } }], ...more },
})
const bUse = (input: JsonValue = {}, id = 'a') => ({
  role: 'assistant',
  content: [{ toolUse: { toolUseId: id, name: 'f', input } }],
})
const bRes = (more: JsonObject = {}) => ({
  role: 'user',
  content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'ok' }], ...more } }],
})
const bHist = (...messages: JsonValue[]): JsonObject => ({
  messages: [{ role: 'user', content: [{ text: 'Hi' }] }, ...messages],
  toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: object } } }] },
})
const resp = (more: JsonObject = {}): JsonObject => ({ model: 'm', input: [hi], ...more })

/**
 * Sentences of servers, quoted from issues and source code, with a request that they refuse: the rule, and
 * `fixed` or the path of a reason without a fix.
 */
export const WORDS: [wire: string, rule: string, outcome: string, words: string, request: JsonObject][] = [
  // OpenAI and Azure
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-MAX-TOKENS-NAME',
    'fixed',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    chat({ max_tokens: 9 }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-FIELD',
    'fixed',
    "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'.",
    resp({ response_format: { type: 'json_object' } }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-TOOLS-WITH-EFFORT',
    'fixed',
    'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    chat({ tools: [fn()], reasoning_effort: 'high' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-FIELD-01',
    'fixed',
    'Web search options not supported with this model.',
    chat({ web_search_options: {} }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "Unknown parameter: 'web_search_options'.",
    chat({ web_search_options: {} }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-SCHEMA-07',
    'fixed',
    "Invalid schema for function 'f': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    chat({
      tools: [fn({ parameters: { type: 'object', anyOf: [{ properties: { a: { type: 'string' } } }] } })],
    }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-SCHEMA-01',
    'fixed',
    "Invalid schema for function 'f': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.",
    chat({ tools: [fn({ parameters: { type: 'None' } })] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-PAIR-01',
    'fixed',
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a",
    called('{}', hi),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    'Unrecognized request argument supplied: foo',
    chat({ foo: 1 }),
  ],
  ['openai-chat', 'OPENAI-CHAT-REFUSED-FIELD', 'fixed', "Unknown parameter: 'foo'.", chat({ foo: 1 })],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-SAMPLING',
    'fixed',
    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    chat({ temperature: 0.7 }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "Unsupported parameter: 'temperature' is not supported with this model.",
    chat({ temperature: 0.7 }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-HOSTED',
    '/tools/0',
    "Hosted tool 'web_search_preview' is not supported with gpt-4.1-2025-04-14.",
    resp({ tools: [{ type: 'web_search_preview' }] }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-CHOICE',
    'fixed',
    "Tool choices other than 'auto' are not supported with model 'gpt-5' and the following tool types: 'web_search_preview'.",
    resp({ tools: [{ type: 'web_search_preview' }], tool_choice: 'required' }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-PART',
    'fixed',
    "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    resp({ input: [{ role: 'user', content: [{ type: 'output_text', text: 'Hi' }] }] }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-OUT-02',
    'fixed',
    "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    resp({ input: [hi, { role: 'assistant', content: [{ type: 'input_text', text: 'Hi' }] }] }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REASON-01',
    'fixed',
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    resp({ input: [hi, { type: 'reasoning', id: 'rs_1', summary: [] }] }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-REASONING-MISSING',
    'fixed',
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    resp({
      tools: [{ type: 'function', name: 'f', parameters: object }],
      input: [
        hi,
        { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'ok' },
      ],
    }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REASON-03',
    'fixed',
    "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
    resp({
      store: false,
      input: [hi, { type: 'reasoning', id: 'rs_1', summary: [] }, { role: 'assistant', content: 'x' }],
    }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-TOOLS-04',
    '/tool_choice',
    "Tool choice 'function' not found in 'tools' parameter.",
    resp({
      tools: [{ type: 'function', name: 'f', parameters: object }],
      tool_choice: { type: 'function', name: 'g' },
    }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-ID-01',
    'fixed',
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 46 instead.",
    {
      ...called('{}', done),
      messages: [
        hi,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'x'.repeat(46), type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'x'.repeat(46), content: 'ok' },
      ],
    },
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-NAME-03',
    'fixed',
    "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    chat({ tools: [fn({ name: 'my.tool' })] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-TOOLS-01',
    '/tools',
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
    chat({ tools: Array.from({ length: 129 }, (_, i) => fn({ name: `f${i}` })) }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-TOOLS-03',
    'fixed',
    "'tool_choice' is only allowed when 'tools' are specified.",
    chat({ tool_choice: 'auto' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-TOOLS-04',
    'fixed',
    "'parallel_tool_calls' is only allowed when 'tools' are specified.",
    chat({ parallel_tool_calls: true }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-TOOLS-05',
    'fixed',
    "Tool choice function(name='g') not found in 'tools' parameter",
    chat({ tools: [fn()], tool_choice: { type: 'function', function: { name: 'g' } } }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-ARG-01',
    'fixed',
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    called({}, done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-SCHEMA-02',
    'fixed',
    "Invalid schema for function 'f': In context=(), object schema missing properties",
    chat({ tools: [fn({ parameters: { type: 'object' } })] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-SCHEMA-04',
    'fixed',
    "Invalid schema for function 'f': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    chat({ tools: [fn({ strict: true })] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-SIGNATURE',
    'fixed',
    'Function call is missing a thought_signature in functionCall parts.',
    called('{}', done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-TOOLS',
    '/tools',
    'tools is not supported in this model. For a list of supported models, refer to https://platform.openai.com/docs/guides/function-calling#models-supporting-function-calling.',
    chat({ tools: [fn()] }),
  ],
  // Hosts of Claude, and other servers of Anthropic's API
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'tools.0.custom.defer_loading: Extra inputs are not permitted',
    claude({
      tools: [
        { ...tool, defer_loading: true },
        { name: 'g', input_schema: object },
      ],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'tools.0.custom.eager_input_streaming: Extra inputs are not permitted',
    claude({ tools: [{ ...tool, eager_input_streaming: true }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'output_config: Extra inputs are not permitted',
    claude({ output_config: { effort: 'low' } }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'output_config.effort: Extra inputs are not permitted',
    claude({ output_config: { effort: 'low' } }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'context_management: Extra inputs are not permitted',
    claude({ context_management: { edits: [] } }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-FIELD',
    'fixed',
    'system.1.cache_control.ephemeral.scope: Extra inputs are not permitted',
    claude({
      system: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', cache_control: { type: 'ephemeral', scope: 'global' } },
      ],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-VALUE-02',
    'fixed',
    'messages.1.content.0.tool_use.text: Extra inputs are not permitted',
    turns(use({ text: 'x' }), result()),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-VALUE-02',
    'fixed',
    'The model returned the following errors: messages.1.content.0.tool_use.text: Extra inputs are not permitted',
    turns(use({ text: 'x' }), result()),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-SYSTEM-ROLE',
    'fixed',
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    claude({ messages: [{ role: 'system', content: 'Be brief.' }, hi] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-SYSTEM-ROLE',
    'fixed',
    "role 'system' is not supported on this model",
    claude({ messages: [hi, { role: 'system', content: 'Be brief.' }, { role: 'user', content: 'x' }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-TOOL-ROLE',
    'fixed',
    'messages: Unexpected role "tool". Allowed roles are "user" or "assistant". For instructions on how to use tools, see',
    claude({
      tools: [tool],
      messages: [hi, { role: 'assistant', content: [use()] }, { role: 'tool', content: [result()] }],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-SCHEMA-02',
    'fixed',
    'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    claude({
      tools: [
        { name: 'f', input_schema: { type: 'object', anyOf: [{ properties: { a: { type: 'string' } } }] } },
      ],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-SCHEMA-01',
    'fixed',
    'tools.0.custom.input_schema.type: Field required',
    claude({ tools: [{ name: 'f', input_schema: { properties: {} } }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-HOSTED',
    '/tools/0',
    'The use of the web search tool is not supported.',
    claude({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-THINKING-TYPE',
    'fixed',
    'invalid thinking: only type=enabled is allowed for this model',
    claude({ thinking: { type: 'adaptive' } }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-PAIR-01',
    'fixed',
    'invalid params, tool call result does not follow tool call (2013)',
    claude({
      tools: [tool],
      messages: [hi, { role: 'assistant', content: [use()] }, { role: 'user', content: 'x' }],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-PAIR-02',
    '/messages/0/content/0/tool_use_id',
    "invalid params, tool result's tool id(a) not found (2013)",
    claude({ tools: [tool], messages: [{ role: 'user', content: [result()] }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-SYSTEM-ROLE',
    'fixed',
    'messages[0].role: unknown variant `system`, expected `user` or `assistant`',
    claude({ messages: [{ role: 'system', content: 'Be brief.' }, hi] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-SYSTEM-ROLE',
    'fixed',
    "[{'type': 'literal_error', 'loc': ('body', 'messages', 0, 'role'), 'msg': \"Input should be 'user' or 'assistant'\", 'input': 'system'}]",
    claude({ messages: [{ role: 'system', content: 'Be brief.' }, hi] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-ID-01',
    'fixed',
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    turns(use({ id: 'a.b' }), result({ tool_use_id: 'a.b' })),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-INPUT-01',
    'fixed',
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    turns(use({ input: '{}' }), result()),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-NAME-02',
    'fixed',
    'tools: Tool names must be unique.',
    claude({ tools: [tool, tool] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-CONTENT-01',
    'fixed',
    'messages: text content blocks must be non-empty',
    claude({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'Hi' },
          ],
        },
      ],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-CONTENT-07',
    'fixed',
    'messages: final assistant content cannot end with trailing whitespace',
    claude({ messages: [hi, { role: 'assistant', content: 'x ' }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-ROLE-01',
    '/messages/1',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
    claude({ messages: [hi, { role: 'assistant', content: 'x' }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-TOOLS-02',
    '/tools',
    'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    claude({ tools: [{ ...tool, defer_loading: true }] }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-VALUE-01',
    'fixed',
    'tool_choice: Input should be a valid dictionary or object to extract fields from',
    claude({ tools: [tool], tool_choice: 'auto' }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-IMAGE-ADDRESS',
    'fixed',
    'invalid image source type: url. Only base64 images are supported.',
    claude({
      messages: [
        { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://x.test/i.png' } }] },
      ],
    }),
  ],
  [
    'anthropic-messages',
    'ANTHROPIC-REFUSED-THINKING',
    'fixed',
    'Anthropic redacted_thinking history is not supported',
    claude({
      messages: [
        hi,
        {
          role: 'assistant',
          content: [
            { type: 'redacted_thinking', data: 'x' },
            { type: 'text', text: 'y' },
          ],
        },
        hi,
      ],
    }),
  ],
  // Clouds and servers of OpenAI's API
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CHOICE',
    'fixed',
    'Thinking mode does not support this tool_choice',
    chat({ tools: [fn()], tool_choice: 'required' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-PAIR-01',
    'fixed',
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    called('{}', hi),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CONTENT-MISSING',
    'fixed',
    'Invalid assistant message: content or tool_calls must be set',
    chat({ messages: [hi, { role: 'assistant', content: null, reasoning_content: 'x' }, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-IMAGE',
    'fixed',
    'unknown variant `image_url`, expected `text`',
    chat({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type: 'image_url', image_url: { url: 'https://x.test/i.png' } },
          ],
        },
      ],
    }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "property 'user' is unsupported",
    chat({ user: 'x' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    chat({ messages: [hi, { role: 'assistant', content: 'x', reasoning_content: 'y' }, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CHOICE',
    'fixed',
    "tool_choice 'required' is incompatible with thinking enabled",
    chat({ tools: [fn()], tool_choice: 'required' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CHOICE',
    'fixed',
    '<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode',
    chat({ tools: [fn()], tool_choice: 'required' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-REASONING-MISSING',
    'fixed',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    called('{}', done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ARGUMENTS',
    'fixed',
    'The "function.arguments" parameter of the code model must be in JSON format.',
    called('{a', done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ARGUMENTS',
    'fixed',
    'invalid function arguments json string, tool_call_id: a (2013)',
    called('{a', done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-PAIR-02',
    '/messages/1',
    "invalid params, tool result's tool id(b) not found (2013)",
    chat({ messages: [hi, { role: 'tool', tool_call_id: 'b', content: 'x' }] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-THINKING-UNSTREAMED',
    'fixed',
    'parameter.enable_thinking must be set to false for non-streaming calls',
    chat({ enable_thinking: true }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CHOICE',
    'fixed',
    "Unsupported tool_choice: type='function' … Expected 'auto' or 'none'.",
    chat({ tools: [fn()], tool_choice: { type: 'function', function: { name: 'f' } } }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-KEYWORD',
    'fixed',
    "Unsupported JSON schema fields: {'minItems'}",
    chat({
      tools: [
        fn({ parameters: { type: 'object', properties: { a: { type: 'array', items: {}, minItems: 1 } } } }),
      ],
    }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "Extra inputs are not permitted, field: 'messages[1].refusal', value: None",
    chat({ messages: [hi, { role: 'assistant', content: 'x', refusal: null }, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-FIELD',
    'fixed',
    "[{'type':'extra_forbidden','loc':('body','prompt_cache_key'),'msg':'Extra inputs are not permitted'}]",
    chat({ prompt_cache_key: 'x' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ALTERNATION',
    'fixed',
    'After the (optional) system message(s), user and assistant roles should be alternating.',
    chat({ messages: [hi, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ALTERNATION',
    'fixed',
    'user or tool message(s) should alternate with assistant message(s).',
    chat({ messages: [hi, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-SYSTEM-PLACE',
    'fixed',
    'System message must be at the beginning.',
    chat({ messages: [hi, { role: 'system', content: 'x' }] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ALTERNATION',
    'fixed',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    chat({ messages: [hi, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-STREAM-OPTIONS',
    'fixed',
    'Stream options can only be defined when `stream=True`.',
    chat({ stream_options: { include_usage: true } }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-NO-TOOLS',
    'fixed',
    'When using `tool_choice`, `tools` must be set.',
    chat({ tool_choice: 'auto' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-NO-TOOLS',
    'fixed',
    '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.',
    chat({ tools: [] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ARGUMENTS',
    'fixed',
    'Assistant tool call function.arguments must be valid JSON.',
    called('{a', done),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CONTENT-MISSING',
    'fixed',
    "All non-assistant messages must contain 'content'",
    called('{}', { role: 'tool', tool_call_id: 'a' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CONTENT-MISSING',
    'fixed',
    "Assistant message must contain either 'content' or 'tool_calls'!",
    chat({ messages: [hi, { role: 'assistant', content: null }, hi] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-MAX-TOKENS',
    'fixed',
    'max_completion_tokens is too large: 9000. This model supports at most 4096 completion tokens.',
    chat({ max_completion_tokens: 9000 }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ALTERNATION',
    'fixed',
    'Cannot have 2 or more assistant messages at the end of the list.',
    chat({ messages: [hi, { role: 'assistant', content: 'a' }, { role: 'assistant', content: 'b' }] }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-CHOICE',
    'fixed',
    "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    chat({ tools: [fn()], tool_choice: { type: 'function', function: { name: 'f' } } }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-IMAGE',
    'fixed',
    "Only 'text' content type is supported.",
    chat({
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.test/i.png' } }] },
      ],
    }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-EFFORT',
    'fixed',
    "This model does not support 'reasoning_effort' value 'none'",
    chat({ reasoning_effort: 'none' }),
  ],
  [
    'openai-chat',
    'OPENAI-CHAT-REFUSED-ROLE',
    'fixed',
    'messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`',
    chat({ messages: [{ role: 'developer', content: 'x' }, hi] }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-CHOICE',
    'fixed',
    "Only 'auto' tool_choice is supported in response API",
    resp({ tools: [{ type: 'function', name: 'f', parameters: object }], tool_choice: 'required' }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-STATE',
    '/previous_response_id',
    "llama.cpp does not support 'previous_response_id'.",
    resp({ previous_response_id: 'resp_1' }),
  ],
  [
    'openai-responses',
    'OPENAI-RESP-REFUSED-REASONING-ITEM',
    'fixed',
    "Unsupported Responses API input item type: 'reasoning'",
    resp({
      input: [hi, { type: 'reasoning', id: 'rs_1', summary: [] }, { role: 'assistant', content: 'x' }, hi],
    }),
  ],
  // Gemini
  [
    'google-generate-content',
    'GOOGLE-SCHEMA-03',
    'fixed',
    'Invalid JSON payload received. Unknown name "const" at \'tools[0].function_declarations[0].parameters.properties[0].value.any_of[0]\': Cannot find field.',
    declares({ type: 'object', properties: { a: { anyOf: [{ const: 'x' }, { type: 'string' }] } } }),
  ],
  [
    'google-generate-content',
    'GOOGLE-SCHEMA-04',
    'fixed',
    "Invalid value at 'tools[0].function_declarations[0].parameters.properties[0].value.enum[0]' (TYPE_STRING), 1",
    declares({ type: 'object', properties: { a: { type: 'integer', enum: [1, 2] } } }),
  ],
  [
    'google-generate-content',
    'GOOGLE-REFUSED-FIELD',
    '/messages',
    'Unknown name "messages": Cannot find field.',
    google({ messages: [] }),
  ],
  [
    'google-generate-content',
    'GOOGLE-REFUSED-PREFILL',
    '/contents/1',
    'Requests ending with a model turn are not supported.',
    google({ contents: [ask, { role: 'model', parts: [{ text: 'x' }] }] }),
  ],
  [
    'google-generate-content',
    'GOOGLE-SIG-01',
    'fixed',
    'Function call is missing a thought_signature in functionCall parts.',
    google({
      contents: [
        ask,
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
      ],
    }),
  ],
  [
    'google-generate-content',
    'GOOGLE-VALUE-01',
    'fixed',
    'Invalid value at \'system_instruction\' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content), "x"',
    google({ systemInstruction: 'x' }),
  ],
  [
    'google-generate-content',
    'GOOGLE-CONTENT-01',
    '/contents/0',
    '* GenerateContentRequest.contents[0].parts: contents.parts must not be empty; must include at least one parts field',
    google({ contents: [{ role: 'user', parts: [] }, ask] }),
  ],
  [
    'google-generate-content',
    'GOOGLE-SCHEMA-02',
    'fixed',
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a].items: missing field.',
    declares({ type: 'object', properties: { a: { type: 'array' } } }),
  ],
  [
    'google-generate-content',
    'GOOGLE-SCHEMA-06',
    'fixed',
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.required[0]: property is not defined',
    declares({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }),
  ],
  [
    'google-generate-content',
    'GOOGLE-REFUSED-FIELD',
    'fixed',
    'Invalid JSON payload received. Unknown name "frequency_penalty": Cannot find field.',
    google({ frequency_penalty: 0 }),
  ],
  [
    'google-generate-content',
    'GOOGLE-REFUSED-ANYOF',
    'fixed',
    'schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
    declares({
      type: 'object',
      properties: { a: { type: 'string', anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    }),
  ],
  [
    'google-generate-content',
    'GOOGLE-REFUSED-TOOLS-TOGETHER',
    '/tools',
    'Multiple tools are supported only when they are all search tools.',
    google({ tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }] }),
  ],
  // Bedrock
  [
    'bedrock-converse',
    'BEDROCK-REFUSED-FIELD',
    'fixed',
    'The model returned the following errors: Malformed input request: #/toolConfig/tools/0/toolSpec/inputSchema/json: extraneous key [definitions] is not permitted, please reformat your input and try again.',
    specs({ ...object, definitions: {} }),
  ],
  [
    'bedrock-converse',
    'BEDROCK-MIX-01',
    '/messages/2',
    'Conversation blocks and tool use blocks cannot be provided in the same turn.',
    bHist(bUse(), {
      role: 'user',
      content: [{ text: 'x' }, { toolResult: { toolUseId: 'a', content: [{ text: 'ok' }] } }],
    }),
  ],
  [
    'bedrock-converse',
    'BEDROCK-TOOLCFG-01',
    'fixed',
    'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    { messages: [{ role: 'user', content: [{ text: 'Hi' }] }, bUse(), bRes()] },
  ],
  [
    'bedrock-converse',
    'BEDROCK-ID-01',
    'fixed',
    "1 validation error detected: Value at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    bHist(bUse({}, 'a b'), bRes({ toolUseId: 'a b' })),
  ],
  [
    'bedrock-converse',
    'BEDROCK-PAIR-01',
    'fixed',
    'Expected toolResult blocks at messages.2.content for the following Ids: a',
    bHist(bUse(), { role: 'user', content: [{ text: 'x' }] }),
  ],
  [
    'bedrock-converse',
    'BEDROCK-ROLE-01',
    'fixed',
    'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    {
      messages: [
        { role: 'user', content: [{ text: 'a' }] },
        { role: 'user', content: [{ text: 'b' }] },
      ],
    },
  ],
  [
    'bedrock-converse',
    'BEDROCK-ROLE-02',
    '/messages/0',
    'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    {
      messages: [
        { role: 'assistant', content: [{ text: 'a' }] },
        { role: 'user', content: [{ text: 'b' }] },
      ],
    },
  ],
  [
    'bedrock-converse',
    'BEDROCK-INPUT-01',
    'fixed',
    'The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.',
    bHist(bUse('x'), bRes()),
  ],
  [
    'bedrock-converse',
    'BEDROCK-OUT-01',
    'fixed',
    'The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the field and try again.',
    bHist(bUse(), bRes({ content: [{ json: [1] }] })),
  ],
  [
    'bedrock-converse',
    'BEDROCK-SCHEMA-02',
    'fixed',
    'The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.',
    specs({ properties: {} }),
  ],
  [
    'bedrock-converse',
    'BEDROCK-CONTENT-03',
    'fixed',
    'The content field at messages.2.content.0.toolResult cannot be empty when status value is error.',
    bHist(bUse(), bRes({ content: [], status: 'error' })),
  ],
  [
    'bedrock-converse',
    'BEDROCK-VALUE-01',
    'fixed',
    "1 validation error detected: Value 'ok' at 'messages.3.member.content.1.member.toolResult.status' failed to satisfy constraint: Member must satisfy enum value set: [success, error]",
    bHist(bUse(), bRes({ status: 'ok' })),
  ],
  // Mistral
  [
    'mistral-chat',
    'MISTRAL-ID-01',
    'fixed',
    'Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.',
    {
      ...called('{}'),
      messages: [
        hi,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'call_0fypS1hVX', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_0fypS1hVX', content: 'x' },
      ],
    },
  ],
  [
    'mistral-chat',
    'MISTRAL-NAME-01',
    'fixed',
    'Function name was my.tool but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    chat({ tools: [fn({ name: 'my.tool' })] }),
  ],
  [
    'mistral-chat',
    'MISTRAL-ORDER-02',
    '/messages/3',
    "Unexpected role 'user' after role 'tool'",
    {
      ...called('{}', done, hi),
      messages: [
        hi,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'aaaaaaaaa', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'aaaaaaaaa', content: 'x' },
        hi,
      ],
    },
  ],
  [
    'mistral-chat',
    'MISTRAL-ORDER-03',
    'fixed',
    'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    chat({ messages: [hi, { role: 'assistant', content: 'x' }] }),
  ],
  [
    'mistral-chat',
    'MISTRAL-CONTENT-02',
    '/messages/0',
    'System prompt must have content',
    chat({ messages: [{ role: 'system', content: '' }, hi] }),
  ],
  [
    'mistral-chat',
    'MISTRAL-REFUSED-FIELD',
    'fixed',
    "[{'type':'extra_forbidden','loc':['body','max_completion_tokens'],'msg':'Extra inputs are not permitted'}]",
    chat({ max_completion_tokens: 9 }),
  ],
  // Cohere
  [
    'cohere-chat',
    'COHERE-PAIR-01',
    'fixed',
    "invalid request: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    called('{}', hi),
  ],
  [
    'cohere-chat',
    'COHERE-NAME-01',
    'fixed',
    "invalid request: tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit (provided name: 'my.tool').",
    chat({ tools: [fn({ name: 'my.tool' })] }),
  ],
  [
    'cohere-chat',
    'COHERE-FIELD-01',
    'fixed',
    "unknown field: parameter 'requires_confirmation' is not a valid field.",
    chat({ requires_confirmation: true }),
  ],
  [
    'cohere-chat',
    'COHERE-REFUSED-RANGE',
    'fixed',
    'invalid request: temperature must be between 0 and 1.0 inclusive.',
    chat({ temperature: 1.5 }),
  ],
  [
    'cohere-chat',
    'COHERE-SAMPLING-01',
    'fixed',
    "only one of 'presence_penalty' and 'frequency_penalty' can be specified for this model.",
    chat({ presence_penalty: 0.1, frequency_penalty: 0.1 }),
  ],
  [
    'cohere-chat',
    'COHERE-ROLE-01',
    'fixed',
    'invalid request: system turn must be the first in the list',
    chat({ messages: [hi, { role: 'system', content: 'x' }] }),
  ],
  // Ollama
  [
    'ollama-chat',
    'OLLAMA-ARG-01',
    'fixed',
    'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
    {
      model: 'm',
      messages: [
        hi,
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', content: 'x', tool_name: 'f' },
      ],
      tools: [fn()],
    },
  ],
  [
    'ollama-chat',
    'OLLAMA-THINK-02',
    '/think',
    'think must be a boolean or string ("high", "medium", "low", true, or false)',
    { model: 'm', messages: [hi], think: 1 },
  ],
  [
    'ollama-chat',
    'OLLAMA-REFUSED-THINK',
    'fixed',
    '"m" does not support thinking',
    { model: 'm', messages: [hi], think: true },
  ],
  [
    'ollama-chat',
    'OLLAMA-REFUSED-TOOLS',
    '/tools',
    'registry.ollama.ai/library/m:latest does not support tools',
    { model: 'm', messages: [hi], tools: [fn()] },
  ],
  [
    'ollama-chat',
    'OLLAMA-CONTENT-01',
    'fixed',
    'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
  ],
  [
    'ollama-chat',
    'OLLAMA-FIELD-02',
    'fixed',
    'top_logprobs must be between 0 and 20',
    { model: 'm', messages: [hi], logprobs: true, top_logprobs: 21 },
  ],
]
