import type { ServerRow } from '../server-row.js'
import { CHAT_FIELDS } from './fields.js'
import { modelList, PATHS } from './shared.js'

/** Fields of OpenAI that the client does not have, or that the documentation excludes. */
const MISSING =
  /^(audio|frequency_penalty|function|logit_bias|metadata|modalities|moderation|parallel_tool_calls|presence_penalty|prompt_cache_[or]|safety_identifier|service_tier|store|verbosity|web_search_options)/
const FIELDS = [
  ...CHAT_FIELDS.filter((field) => !MISSING.test(field)),
  ...['clear_thinking', 'disable_reasoning', 'min_completion_tokens', 'min_tokens', 'model_parameters'],
  'reasoning_format',
]
const MESSAGE_FIELDS = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'reasoning'],
]

const CLOSED = {
  status: 400,
  text: "property '{field}' is unsupported",
  source: 'proxysoul/Empryo#209, vercel/ai#15042',
}

export const cerebrasServer: ServerRow = {
  title: 'Cerebras',
  error: {
    body: { message: '{message}', type: '{type}', param: '{param}', code: '{code}' },
    types: { 400: 'invalid_request_error', 429: 'too_many_requests_error' },
    codes: { 400: 'wrong_api_format' },
  },
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
          text: null,
          param: 'validation_error',
          source: 'none',
        },
        {
          when: { kind: 'unknown', at: '', known: FIELDS },
          param: 'validation_error',
          ...CLOSED,
        },
        {
          when: { kind: 'unknown', at: '/messages/*', known: MESSAGE_FIELDS },
          param: 'validation_error',
          ...CLOSED,
        },
        {
          when: { kind: 'choice', is: ['named'] },
          models: /gpt-oss/i,
          status: 400,
          text: "Unsupported tool_choice: type='function' … Expected 'auto' or 'none'.",
          param: 'tool_choice',
          code: 'wrong_api_format',
          source: '567-labs/instructor#1766',
        },
        {
          when: { kind: 'schema', keywords: ['minItems'], of: '/response_format/json_schema/schema' },
          status: 400,
          text: "Unsupported JSON schema fields: {'{keyword}'}",
          param: 'response_format',
          source: 'musistudio/claude-code-router#708',
        },
        {
          when: { kind: 'field', at: '/messages/*/role', is: ['developer'] },
          status: 400,
          text: null,
          source: 'badlogic/pi-mono packages/ai',
        },
        {
          when: { kind: 'too-long' },
          status: 400,
          text: '',
          body: '',
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      reasoning: 'reasoning',
    },
  ],
  models: modelList('cerebras'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/vercel/ai/issues/15042', 'https://github.com/567-labs/instructor/issues/1766'],
  date: '2026-11-28',
}
