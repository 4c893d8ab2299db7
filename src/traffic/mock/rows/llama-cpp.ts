import type { ErrorBodyForm, RefusalRow, ServerRow } from '../server-row.js'
import { PATHS } from './shared.js'

const SOURCE = 'ggml-org/llama.cpp tools/server'

const error: ErrorBodyForm = {
  body: { error: { code: '{status}', message: '{message}', type: '{type}' } },
  types: {
    400: 'invalid_request_error',
    401: 'authentication_error',
    500: 'server_error',
    501: 'not_supported_error',
    503: 'unavailable_error',
  },
}

const tooLong: RefusalRow = {
  when: { kind: 'too-long', part: 'prompt' },
  status: 400,
  text: 'request ({tokens} tokens) exceeds the available context size ({contextWindow} tokens), try increasing it',
  type: 'exceed_context_size_error',
  body: {
    error: {
      code: '{status}',
      message: '{message}',
      type: '{type}',
      n_prompt_tokens: '{tokens}',
      n_ctx: '{contextWindow}',
    },
  },
  source: `${SOURCE}/server-context.cpp`,
}

const template = {
  status: 500,
  text: 'Jinja Exception: {sentence}',
  type: 'server_error',
  source: 'nathaninline/ajean#26',
}

export const llamaCppServer: ServerRow = {
  title: 'llama.cpp',
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
          status: 500,
          text: 'Failed to parse tools: Unsupported tool type: {parent}; tools = [{parent}]',
          source: 'ggml-org/llama.cpp common/chat.cpp',
        },
        {
          when: { kind: 'choice', is: ['other'], form: 'text' },
          status: 400,
          text: 'Invalid tool_choice: {word}',
          source: `${SOURCE}/server-chat.cpp`,
        },
        {
          when: { kind: 'field', at: '/response_format/type', not: ['text', 'json_object', 'json_schema'] },
          status: 400,
          text: 'response_format type must be one of "text" or "json_object", but got: {value}',
          source: `${SOURCE}/server-common.cpp`,
        },
        {
          when: { kind: 'missing', at: '/messages/*/content', where: { member: 'role', not: ['assistant'] } },
          status: 400,
          text: "All non-assistant messages must contain 'content'",
          source: `${SOURCE}/server-common.cpp`,
        },
        {
          when: {
            kind: 'missing',
            at: '/messages/*/content',
            or: ['tool_calls'],
            where: { member: 'role', is: ['assistant'] },
          },
          status: 400,
          text: "Assistant message must contain either 'content' or 'tool_calls'!",
          source: `${SOURCE}/server-common.cpp`,
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', is: ['file', 'refusal'] },
          status: 400,
          text: 'unsupported content[].type',
          source: `${SOURCE}/server-common.cpp`,
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', is: ['image_url'] },
          status: 500,
          text: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
          models: /gpt-oss/i,
          source: `${SOURCE}/server-common.cpp`,
        },
        {
          when: { kind: 'field', at: '/messages/*/tool_calls/*/type', not: ['function'] },
          status: 400,
          text: 'Unsupported tool call type: {parent}',
          source: 'ggml-org/llama.cpp common/chat.cpp',
        },
        {
          when: { kind: 'call-arguments', are: 'not-json' },
          status: 500,
          text: null,
          source: 'can1357/oh-my-pi#3909',
        },
        {
          when: { kind: 'field', at: '/logprobs', is: [true] },
          given: [{ at: '/stream', is: [true] }, { at: '/tools/0' }],
          status: 400,
          text: 'logprobs is not supported with tools + stream',
          source: `${SOURCE}/server-common.cpp`,
        },
        tooLong,
      ],
      template,
      stream: {
        first: 'null',
        error: [{ data: { error: { code: '{status}', message: '{message}', type: '{type}' } } }],
      },
      callId: '{alnum:32}',
      reasoning: 'reasoning_content',
      count: { path: /\/chat\/completions\/input_tokens$/, answer: { input_tokens: '{tokens}' } },
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function'],
      unknownTool: 'drop',
      refusals: [
        {
          when: { kind: 'field', at: '/previous_response_id', type: 'string' },
          status: 400,
          text: "llama.cpp does not support 'previous_response_id'.",
          source: `${SOURCE}/server-chat.cpp`,
        },
        {
          when: {
            kind: 'field',
            at: '/input/*/type',
            not: ['message', 'function_call', 'function_call_output', 'reasoning'],
          },
          status: 400,
          text: "Cannot determine type of 'item'",
          source: `${SOURCE}/server-chat.cpp`,
        },
        {
          when: { kind: 'field', at: '/input/*/output/*/type', not: ['input_text'] },
          status: 400,
          text: "Output of tool call should be 'Input text'",
          source: `${SOURCE}/server-chat.cpp`,
        },
        {
          when: { kind: 'missing', at: '/input/*/content', where: { member: 'type', is: ['reasoning'] } },
          status: 400,
          text: "item['content'] is not an array",
          source: `${SOURCE}/server-chat.cpp`,
        },
        tooLong,
      ],
      template,
      stream: { error: [{ data: { error: { code: '{status}', message: '{message}', type: '{type}' } } }] },
      callId: '{alnum:32}',
      count: { path: /\/responses\/input_tokens$/, answer: { input_tokens: '{tokens}' } },
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/v1\/messages$/,
      tools: ['custom'],
      unknownTool: 'spoil',
      refusals: [tooLong],
      template,
      stream: {
        error: [{ event: 'error', data: { code: '{status}', message: '{message}', type: '{type}' } }],
      },
      callId: '{alnum:32}',
      count: { path: PATHS.countMessages, answer: { input_tokens: '{tokens}' } },
    },
  ],
  models: {
    path: PATHS.models,
    body: { object: 'list', data: '{models}', models: [{ name: '{model}', model: '{model}' }] },
    item: { id: '{model}', object: 'model', created: 0, owned_by: 'llamacpp' },
  },
  rateLimit: { status: 503, text: null, type: 'unavailable_error', source: `${SOURCE}/server-common.cpp` },
  source: ['https://github.com/ggml-org/llama.cpp/tree/master/tools/server'],
  date: '2026-08-18',
}
