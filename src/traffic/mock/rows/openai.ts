import type { RefusalRow, ServerRow, ServerWords, StreamHabits } from '../server-row.js'
import { CHAT_FIELDS, CHAT_MESSAGE_FIELDS, RESPONSES_FIELDS } from './fields.js'
import { modelList, NESTED_FORM, PATHS } from './shared.js'

const REASONS = /^(o\d|gpt-[5-9](?!.*chat))/i
/** Models that reason only on request: their accepted settings depend on `reasoning_effort`. */
const ON_REQUEST = /^gpt-5\.[1-4]/i
const ALWAYS = /^(o\d|gpt-5(?!\.)(?!.*chat)|gpt-5\.[56])/i
const NONE = { at: '/reasoning_effort', is: ['none'] }

function toolsWithEffort(version: RegExp, words: string): RefusalRow {
  return {
    when: { kind: 'tool', is: ['function'] },
    models: version,
    unless: NONE,
    status: 400,
    text: `Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. ${words}`,
    param: 'reasoning_effort',
    source: 'pipecat-ai/pipecat#4043, BerriAI/litellm#34569',
  }
}

const ONLY_RESPONSES = 'Please use /v1/responses instead.'

const byFamily: readonly RefusalRow[] = [
  {
    when: { kind: 'field', at: '/model' },
    models: /-pro$|codex/i,
    status: 400,
    text: 'This model is only supported in v1/responses and not in v1/chat/completions.',
    param: 'model',
    source: 'egoist/chatwise-releases#1122',
  },
  {
    when: { kind: 'tool' },
    models: /^gpt-5-chat/i,
    status: 400,
    text: 'tools is not supported in this model. For a list of supported models, refer to https://platform.openai.com/docs/guides/function-calling#models-supporting-function-calling.',
    source: 'julep-ai/julep#1542',
  },
  { ...toolsWithEffort(/^gpt-5\.[24](?!.*chat)/i, ONLY_RESPONSES), given: [{ at: '/reasoning_effort' }] },
  toolsWithEffort(/^gpt-5\.5/i, ONLY_RESPONSES),
  toolsWithEffort(
    /^gpt-5\.6/i,
    "To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
  ),
  {
    when: { kind: 'field', at: '/web_search_options' },
    models: /^(?!.*search).*$/i,
    status: 400,
    text: 'Web search options not supported with this model.',
    source: 'cpbotha/obsidian-ai-chat-as-md#5',
  },
  {
    when: { kind: 'field', at: '/temperature' },
    models: /search-preview/i,
    status: 400,
    text: 'Model incompatible request argument supplied: temperature',
    source: 'vercel/ai#5647',
  },
  {
    when: { kind: 'field', at: '/max_tokens', not: [null] },
    models: REASONS,
    status: 400,
    text: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param: 'max_tokens',
    code: 'unsupported_parameter',
    source: 'microsoft/sample-app-aoai-chatGPT#1514',
  },
]

/** Creates the refusals of sampling settings, for both APIs. The effort `none` is without reasoning. */
function sampling(unless: RefusalRow['unless'], effort: string): readonly RefusalRow[] {
  const words: Omit<ServerWords, 'param'> = {
    status: 400,
    text: "Unsupported parameter: '{field}' is not supported with this model.",
    code: null,
    source: 'OpenHands/software-agent-sdk#1837',
  }
  return ['temperature', 'top_p', 'logprobs'].flatMap((field) => [
    {
      when: { kind: 'field', at: `/${field}`, not: [null, 1, false] },
      models: /^(o\d|gpt-5(?!\.)(?!.*chat)|gpt-5\.1)/i,
      given: [{ at: effort }],
      ...(unless && { unless }),
      ...words,
      text: `Unsupported value: '{field}' does not support {value} with this model. Only the default (1) value is supported.`,
      param: field,
      code: 'unsupported_value',
    },
    {
      when: { kind: 'field', at: `/${field}`, not: [null, 1, false] },
      models: ALWAYS,
      ...(unless && { unless }),
      ...words,
      param: field,
    },
    {
      when: { kind: 'field', at: `/${field}`, not: [null, 1, false] },
      models: ON_REQUEST,
      given: [{ at: effort }],
      ...(unless && { unless }),
      ...words,
      param: field,
    },
  ])
}

/** Creates the refusals of tools and their schemas. */
function schemas(param: string): readonly RefusalRow[] {
  const words = { status: 400, param, code: 'invalid_function_parameters', source: '0xPlaygrounds/rig#552' }
  return [
    {
      when: { kind: 'schema', keywords: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'], within: 'root' },
      ...words,
      text: "Invalid schema for function '{name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    },
    {
      when: { kind: 'untyped-schema', within: 'root' },
      ...words,
      text: `Invalid schema for function '{name}': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
      source: 'elie222/inbox-zero#2231',
    },
  ]
}

/** The refusals of Chat Completions, without those of its host. */
export const openaiChatRefusals: readonly RefusalRow[] = [
  {
    when: { kind: 'unknown', at: '', known: CHAT_FIELDS },
    status: 400,
    text: 'Unrecognized request argument supplied: {field}',
    source: 'openai-node types and issues',
  },
  {
    when: { kind: 'unknown', at: '/messages/*', known: CHAT_MESSAGE_FIELDS },
    status: 400,
    text: "Unknown parameter: 'messages[{index}].{field}'.",
    param: 'messages[{index}].{field}',
    source: 'openai-node types and issues',
  },
  {
    when: { kind: 'field', at: '/tools', type: 'empty' },
    status: 400,
    text: "[] is too short - 'tools'",
    source: 'baptisteArno/typebot.io#1205',
  },
  {
    when: { kind: 'field', at: '/tools/*/type', not: ['function', 'custom'] },
    status: 400,
    text: "Invalid value: '{value}'. Supported values are: 'function' and 'custom'.",
    param: 'tools[{index}].type',
    source: 'langchain-ai/langchain-litellm#197',
  },
  {
    when: { kind: 'field', at: '/tools/*/function/name', matches: /[^\w-]/ },
    status: 400,
    text: "Invalid 'tools[{index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    param: 'tools[{index}].function.name',
    source: 'mcp-use/mcp-use#90',
  },
  {
    when: { kind: 'field', at: '/tools/128' },
    status: 400,
    text: "Invalid 'tools': array too long. Expected an array with maximum length 128",
    param: 'tools',
    code: 'array_above_max_length',
    source: 'zed-industries/zed#32946',
  },
  {
    when: { kind: 'choice-without-tools' },
    status: 400,
    text: "'tool_choice' is only allowed when 'tools' are specified.",
    param: 'tool_choice',
    source: 'openai-node issues',
  },
  {
    when: { kind: 'field', at: '/parallel_tool_calls' },
    unless: { at: '/tools/0' },
    status: 400,
    text: "'parallel_tool_calls' is only allowed when 'tools' are specified.",
    param: 'parallel_tool_calls',
    source: 'openai-node issues',
  },
  ...schemas('tools[{index}].function.parameters'),
  ...byFamily,
  ...sampling(NONE, '/reasoning_effort'),
  {
    when: {
      kind: 'field',
      at: '/messages/*/content',
      type: 'null',
      where: { member: 'tool_calls', is: [null, []] },
    },
    status: 400,
    text: "Invalid value for 'content': expected a string, got null.",
    param: 'messages.[{index}].content',
    source: 'livekit/agents#1297',
  },
  {
    when: { kind: 'field', at: '/messages/*/tool_calls/*/function/arguments', type: 'object' },
    status: 400,
    text: "Invalid type for 'messages[{index}].tool_calls[{part}].function.arguments': expected a string, but got an object instead.",
    param: 'messages[{index}].tool_calls[{part}].function.arguments',
    source: 'openai-node issues',
  },
  {
    when: { kind: 'unanswered-calls' },
    status: 400,
    text: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
    param: 'messages',
    source: 'openai/codex#8638',
  },
  {
    when: { kind: 'result-without-call' },
    status: 400,
    text: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: 'messages.[{index}].role',
    source: 'miurla/morphic#136',
  },
]

const HOSTED = ['web_search', 'web_search_preview', 'code_interpreter', 'file_search']

export const openaiResponsesRefusals: readonly RefusalRow[] = [
  {
    when: { kind: 'field', at: '/response_format' },
    status: 400,
    text: "Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'.",
    param: 'response_format',
    code: 'unsupported_parameter',
    source: 'Azure/azure-sdk-for-python#46146',
  },
  {
    when: { kind: 'unknown', at: '', known: RESPONSES_FIELDS },
    status: 400,
    text: "Unknown parameter: '{field}'.",
    param: '{field}',
    source: 'openai-node types and issues',
  },
  {
    when: {
      kind: 'tool',
      not: [
        ...['function', 'custom', 'namespace', 'web_search', 'web_search_preview', 'file_search', 'mcp'],
        ...['web_search_2025_08_26', 'web_search_preview_2025_03_11', 'code_interpreter', 'computer'],
        ...['computer_use_preview', 'image_generation', 'shell', 'apply_patch', 'local_shell', 'tool_search'],
      ],
    },
    status: 400,
    text: null,
    param: 'tools[{index}].type',
    source: 'none',
  },
  {
    when: { kind: 'tool', is: ['web_search_preview'] },
    models: /^gpt-4\.1-2025-04-14/i,
    status: 400,
    text: "Hosted tool '{type}' is not supported with {model}.",
    param: 'tools',
    code: null,
    source: 'QuantumNous/new-api#1586',
  },
  {
    when: { kind: 'tool', is: ['tool_search'] },
    models: /^(?!gpt-(5\.[4-9]|[6-9])).*$/i,
    status: 400,
    text: null,
    param: 'tools',
    source: 'pydantic/pydantic-ai profiles/openai.py',
  },
  {
    when: { kind: 'choice', is: ['required', 'named'] },
    models: /^gpt-5(-mini)?$/i,
    given: [{ at: '/tools/*/type', is: HOSTED }],
    status: 400,
    text: "Tool choices other than 'auto' are not supported with model '{model}' and the following tool types: 'web_search_preview'.",
    source: 'openai/openai-python#2537',
  },
  {
    when: { kind: 'tool', not: ['function', 'custom', 'tool_search'] },
    header: ['x-openai-internal-codex-responses-lite', /./],
    status: 400,
    text: 'X-OpenAI-Internal-Codex-Responses-Lite only supports function tools, custom tools, and client-executed tool search.',
    param: 'tools',
    code: 'unsupported_value',
    source: 'openai/codex#31882',
  },
  ...schemas('tools[{index}].parameters'),
  {
    when: { kind: 'field', at: '/input/*/output/*/type', is: ['output_text'] },
    status: 400,
    text: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    param: 'input[{index}].output[{part}]',
    source: 'BerriAI/litellm#18212',
  },
  {
    when: { kind: 'field', at: '/input/*/action/type', is: ['other'] },
    status: 400,
    text: "Invalid value: 'other'. Supported values are: 'search', 'open_page', and 'find_in_page'.",
    param: 'input[{index}].action.type',
    source: 'openai/codex#7073',
  },
  ...sampling({ at: '/reasoning/effort', is: ['none'] }, '/reasoning/effort'),
  {
    when: { kind: 'unanswered-calls' },
    unless: { at: '/previous_response_id' },
    status: 400,
    text: 'No tool output found for function call {id}.',
    param: 'input',
    source: 'openai-node issues',
  },
]

const stream: StreamHabits = {
  error: [{ data: { error: { message: '{message}', type: '{type}', param: '{param}', code: '{code}' } } }],
}

export const openaiServer: ServerRow = {
  title: 'OpenAI',
  error: { ...NESTED_FORM, types: { ...NESTED_FORM.types, 500: 'server_error' } },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function', 'custom'],
      unknownTool: 'refuse',
      refusals: openaiChatRefusals,
      stream,
      reasoning: null,
      finish: { named: 'stop' },
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function', 'custom', 'namespace'],
      encryptsReasoning: true,
      unknownTool: 'refuse',
      refusals: openaiResponsesRefusals,
      count: {
        path: /\/responses\/input_tokens$/,
        answer: { object: 'response.input_tokens', input_tokens: '{tokens}' },
      },
    },
  ],
  models: modelList('openai'),
  rateLimit: {
    status: 429,
    text: null,
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: {
      'retry-after': '1',
      'retry-after-ms': '200',
      'x-should-retry': 'true',
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '120ms',
    },
    source: 'openai-node retry headers',
  },
  source: [
    'https://github.com/BerriAI/litellm/issues/34569',
    'https://github.com/langchain-ai/langchain-litellm/issues/197',
  ],
  date: '2026-11-28',
}
