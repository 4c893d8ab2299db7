import type { ServerRow } from '../server-row.js'
import { CHAT_FIELDS } from './fields.js'
import { modelList, NESTED_FORM, PATHS } from './shared.js'

/** Fields of OpenAI that Groq's client does not have, or that its documentation excludes. */
const MISSING =
  /^(audio|logit_bias|logprobs|modalities|moderation|prediction|prompt_cache_|safety_identifier|top_logprobs|verbosity|web_search_options)/
const FIELDS = [
  ...CHAT_FIELDS.filter((field) => !MISSING.test(field)),
  ...['reasoning_format', 'include_reasoning', 'disable_tool_validation', 'documents', 'citation_options'],
  ...['compound_custom', 'search_settings', 'exclude_domains', 'include_domains'],
]
const MESSAGE_FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'function_call', 'reasoning']
const LIMIT_HEADERS = {
  'retry-after': '5',
  'x-ratelimit-limit-requests': '14400',
  'x-ratelimit-limit-tokens': '6000',
  'x-ratelimit-remaining-requests': '14370',
  'x-ratelimit-remaining-tokens': '966',
  'x-ratelimit-reset-requests': '6s',
  'x-ratelimit-reset-tokens': '1.57s',
}

export const groqServer: ServerRow = {
  title: 'Groq',
  error: {
    body: { error: { message: '{message}', type: '{type}', code: '{code}' } },
    types: { 400: 'invalid_request_error', 413: 'tokens', 429: 'tokens' },
    codes: { 413: 'rate_limit_exceeded', 429: 'rate_limit_exceeded' },
  },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function', 'browser_search', 'code_interpreter'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: {
            kind: 'field',
            at: '/tools/*/type',
            not: ['function', 'browser_search', 'code_interpreter'],
          },
          status: 400,
          text: null,
          param: 'tools[{index}].type',
          source: 'none',
        },
        {
          when: { kind: 'unknown', at: '', known: FIELDS },
          status: 400,
          text: "property '{field}' is unsupported",
          source: 'musistudio/llms#64, janhq/jan#8136',
        },
        {
          when: { kind: 'field', at: '/messages/*/reasoning' },
          models: /^(?!.*(gpt-oss|qwen3|deepseek-r1)).*$/i,
          status: 400,
          text: 'messages[{index}].reasoning: reasoning is not supported with this model',
          source: 'vercel/ai#8057',
        },
        {
          when: { kind: 'unknown', at: '/messages/*', known: MESSAGE_FIELDS },
          status: 400,
          text: "'messages.{index}' : for 'role:{role}' the following must be satisfied[('messages.{index}' : property '{field}' is unsupported)]",
          source: 'karthink/gptel#774',
        },
        {
          when: { kind: 'too-long' },
          status: 400,
          text: 'Please reduce the length of the messages or completion',
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      stream: { first: 'empty', calls: 'whole' },
      callId: '{lower:9}',
      reasoning: 'reasoning',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'tool', not: ['function'] },
          status: 400,
          text: null,
          param: 'tools[{index}].type',
          source: 'none',
        },
      ],
      error: NESTED_FORM,
    },
  ],
  models: modelList('Groq'),
  rateLimit: {
    status: 429,
    text: 'Rate limit reached for model `{model}` in organization `org_mock` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s.',
    headers: LIMIT_HEADERS,
    source: 'elizaOS/eliza#4040, groq/groq-typescript#28',
  },
  source: [
    'https://github.com/groq/groq-typescript/issues/28',
    'https://github.com/musistudio/llms/issues/64',
  ],
  date: '2026-11-28',
}
