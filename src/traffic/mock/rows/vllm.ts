import type { ErrorBodyForm, ServerRow } from '../server-row.js'
import { BLOCKS, modelList, onlyUserAndAssistant, PATHS } from './shared.js'

const SOURCE = 'vllm-project/vllm vllm/entrypoints/openai'
const MESSAGES = 'vllm-project/vllm vllm/entrypoints/anthropic'

const error: ErrorBodyForm = {
  body: { error: { message: '{message}', type: '{type}', param: '{param}', code: '{status}' } },
  types: { 400: 'BadRequestError' },
}

export const vllmServer: ServerRow = {
  title: 'vLLM',
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
          when: { kind: 'field', at: '/tools/*/type', not: ['function'] },
          status: 400,
          text: "('body', 'tools', {index}, 'type'): Input should be 'function'\n('body', 'tools', {index}, 'function'): Field required",
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'missing', at: '/tools/*/function' },
          status: 400,
          text: "('body', 'tools', {index}, 'function'): Field required",
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'field', at: '/tools', type: 'empty' },
          status: 400,
          text: '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'choice-without-tools' },
          status: 400,
          text: 'When using `tool_choice`, `tools` must be set.',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'choice', is: ['other'] },
          status: 400,
          text: 'Invalid value for `tool_choice`: {word}',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: {
            kind: 'missing',
            at: '/response_format/json_schema',
            where: { member: 'type', is: ['json_schema'] },
          },
          status: 400,
          text: null,
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: {
            kind: 'field',
            at: '/reasoning_effort',
            not: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', null],
          },
          status: 400,
          text: null,
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'field', at: '/stream_options', type: 'object' },
          unless: { at: '/stream', is: [true] },
          status: 400,
          text: 'Stream options can only be defined when `stream=True`.',
          source: `${SOURCE}/protocol.py`,
        },
        {
          when: { kind: 'too-long' },
          status: 400,
          text: "This model's maximum context length is {contextWindow}",
          source: 'vllm-project/vllm vllm/renderers/params.py',
        },
      ],
      template: { status: 400, text: '{sentence}', source: 'vllm-project/vllm#41114' },
      stream: {
        first: 'empty',
        finish: 'last-delta',
        finishMembers: { stop_reason: null },
        error: [
          { data: { error: { message: '{message}', type: '{type}', param: '{param}', code: '{status}' } } },
        ],
        isDoneAfterError: true,
      },
      callId: 'chatcmpl-tool-{hex:32}',
      reasoning: 'reasoning',
      finish: { named: 'stop' },
      firstCallOnly: true,
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function', 'custom'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'tool', is: ['namespace'] },
          models: /gpt-oss/i,
          status: 400,
          text: 'tool type namespace not supported',
          source: 'vllm-project/vllm#49493',
        },
        {
          when: {
            kind: 'tool',
            not: [
              ...['function', 'custom', 'namespace', 'tool_search', 'web_search', 'web_search_preview'],
              ...['file_search', 'code_interpreter', 'image_generation', 'computer_use_preview', 'computer'],
              ...['local_shell', 'shell', 'apply_patch', 'mcp'],
            ],
          },
          status: 400,
          text: "Input should be 'code_interpreter'",
          source: 'vllm-project/vllm#42475',
        },
        {
          when: { kind: 'choice', is: ['required', 'named'] },
          models: /gpt-oss/i,
          status: 400,
          text: "Only 'auto' or 'none' tool_choice is supported in response API with Harmony",
          source: `${SOURCE}/serving_responses.py`,
        },
        {
          when: { kind: 'field', at: '/input/*/encrypted_content', type: 'string' },
          status: 400,
          text: 'Encrypted content is not supported.',
          source: `${SOURCE}/serving_responses.py`,
        },
      ],
      template: { status: 400, text: '{sentence}', source: 'vllm-project/vllm#41114' },
      callId: 'chatcmpl-tool-{hex:32}',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        onlyUserAndAssistant({
          status: 400,
          text: "Input should be 'user' or 'assistant'",
          source: `${MESSAGES}/protocol.py`,
        }),
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', not: [...BLOCKS, 'tool_reference'] },
          status: 400,
          text: null,
          source: `${MESSAGES}/protocol.py`,
        },
        {
          when: { kind: 'missing', at: '/tools/*/input_schema' },
          status: 400,
          text: 'input_schema: Field required',
          source: `${MESSAGES}/protocol.py`,
        },
        { when: { kind: 'missing', at: '/max_tokens' }, status: 400, text: null, source: MESSAGES },
        { when: { kind: 'field', at: '/max_tokens', is: [0] }, status: 400, text: null, source: MESSAGES },
      ],
      template: { status: 400, text: '{sentence}', source: 'vllm-project/vllm#41114' },
      stream: {
        error: [
          {
            event: 'error',
            data: { type: 'error', error: { type: 'internal_error', message: '{message}' } },
          },
        ],
      },
      callId: 'chatcmpl-tool-{hex:32}',
      count: { path: PATHS.countMessages, answer: { input_tokens: '{tokens}' } },
    },
  ],
  models: modelList('vllm', { max_model_len: '{contextWindow}' }),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/vllm-project/vllm/tree/main/vllm/entrypoints'],
  date: '2026-05-24',
}
