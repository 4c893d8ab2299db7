import type { ErrorBodyForm, ServerRow } from '../server-row.js'
import { ENVELOPE_FORM, modelList, NESTED_FORM, PATHS } from './shared.js'

const SOURCE = 'sgl-project/sglang python/sglang/srt/entrypoints/openai'
const MESSAGES = 'sgl-project/sglang python/sglang/srt/entrypoints/anthropic'

const flat = {
  object: 'error',
  message: '{message}',
  type: '{type}',
  param: '{param}',
  code: '{status}',
}
const error: ErrorBodyForm = { body: flat, types: { 400: 'BadRequest' } }

export const sglangServer: ServerRow = {
  title: 'SGLang',
  error,
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'missing', at: '/tools/*/function' },
          status: 400,
          text: 'Field required',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'field', at: '/tools', type: 'empty' },
          given: [{ at: '/tool_choice', is: ['required'] }],
          status: 400,
          text: 'Tools cannot be empty if tool choice is set to required.',
          source: `${SOURCE}/serving_chat.py`,
        },
        {
          when: { kind: 'choice-of-unknown-tool' },
          status: 400,
          text: "Tool '{name}' not found in tools list.",
          source: `${SOURCE}/serving_chat.py`,
        },
        {
          when: {
            kind: 'missing',
            at: '/response_format/json_schema',
            where: { member: 'type', is: ['json_schema'] },
          },
          status: 400,
          text: 'schema_ is required for json_schema response format request.',
          source: `${SOURCE}/serving_chat.py`,
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/role',
            not: ['system', 'assistant', 'tool', 'function', 'developer', 'latest_reminder', 'user'],
          },
          status: 400,
          text: "'role' must be one of 'system', 'assistant', 'tool', 'function', 'developer', 'latest_reminder', 'user' (case-insensitive).",
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/content',
            type: 'null',
            where: { member: 'role', is: ['user'] },
          },
          status: 400,
          text: null,
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'call-arguments', are: 'not-json' },
          status: 400,
          text: 'Assistant tool call function.arguments must be valid JSON.',
          source: `${SOURCE}/serving_chat.py`,
        },
        {
          when: { kind: 'call-arguments', are: 'not-object' },
          status: 400,
          text: 'Assistant tool call function.arguments must be a JSON object.',
          source: `${SOURCE}/serving_chat.py`,
        },
      ],
      template: { status: 400, text: '{sentence}', source: `${SOURCE}/serving_base.py` },
      stream: {
        first: 'empty',
        finishMembers: { matched_stop: null },
        error: [{ data: { error: flat } }],
        isDoneAfterError: true,
      },
      callId: 'call_{hex:24}',
      reasoning: 'reasoning_content',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      error: NESTED_FORM,
      tools: ['function', 'namespace'],
      unknownTool: 'drop',
      refusals: [
        {
          when: {
            kind: 'tool',
            not: [
              ...['function', 'web_search', 'web_search_preview', 'code_interpreter', 'file_search'],
              ...['image_generation', 'computer_use_preview', 'local_shell', 'mcp', 'custom', 'namespace'],
              'tool_search',
            ],
          },
          status: 400,
          text: null,
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'missing', at: '/tools/*/name', where: { member: 'type', is: ['function'] } },
          status: 400,
          text: 'Function tools must include a name.',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'field', at: '/input/*/type', is: ['custom_tool_call', 'custom_tool_call_output'] },
          status: 400,
          text: "Unsupported Responses API input item type: '{value}'",
          source: 'sgl-project/sglang#35216',
        },
        {
          when: { kind: 'field', at: '/previous_response_id', type: 'string' },
          status: 400,
          text: "Response with id '{value}' not found.",
          source: `${SOURCE}/serving_responses.py`,
        },
        {
          when: { kind: 'choice', is: ['required', 'named', 'none'] },
          models: /gpt-oss/i,
          status: 400,
          text: "Only 'auto' tool_choice is supported in response API",
          source: `${SOURCE}/serving_responses.py`,
        },
      ],
      template: { status: 400, text: '{sentence}', source: `${SOURCE}/serving_base.py` },
      callId: 'call_{hex:24}',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      error: ENVELOPE_FORM,
      tools: ['custom'],
      unknownTool: 'drop',
      refusals: [
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', is: ['redacted_thinking'] },
          status: 400,
          text: 'Anthropic redacted_thinking history is not supported',
          source: `${MESSAGES}/serving.py`,
        },
        { when: { kind: 'missing', at: '/max_tokens' }, status: 400, text: null, source: MESSAGES },
        { when: { kind: 'field', at: '/max_tokens', is: [0] }, status: 400, text: null, source: MESSAGES },
      ],
      stream: {
        error: [
          { event: 'error', data: { type: 'error', error: { type: 'api_error', message: '{message}' } } },
        ],
      },
      callId: 'call_{hex:24}',
      count: { path: PATHS.countMessages, answer: { input_tokens: '{tokens}' } },
    },
  ],
  models: modelList('sglang'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/sgl-project/sglang/tree/main/python/sglang/srt/entrypoints'],
  date: '2026-08-22',
}
