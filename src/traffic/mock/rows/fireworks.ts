import type { ServerRow } from '../server-row.js'
import { CHAT_FIELDS } from './fields.js'
import { modelList, NESTED_FORM, PATHS } from './shared.js'

/** Fields of OpenAI that the closed schema of the request does not have. */
const MISSING =
  /^(audio|modalities|moderation|prompt_cache_[or]|safety_identifier|store|verbosity|web_search_options)/
const FIELDS = [
  ...CHAT_FIELDS.filter((field) => !MISSING.test(field)),
  ...['top_k', 'min_p', 'typical_p', 'repetition_penalty', 'mirostat_lr', 'mirostat_target', 'ignore_eos'],
  ...['context_length_exceeded_behavior', 'prompt_truncate_len', 'thinking', 'reasoning_history', 'echo'],
  ...['echo_last', 'raw_output', 'perf_metrics_in_response', 'prompt_cache_isolation_key', 'speculation'],
  ...['return_token_ids', 'safe_tokenization'],
]
const KNOWN = ['role', 'content', 'tool_calls', 'tool_call_id', 'function_call', 'reasoning_content']
const words = {
  status: 400,
  join: '; ',
  source: 'anomalyco/opencode#23193, anomalyco/opencode#24696',
} as const

export const fireworksServer: ServerRow = {
  title: 'Fireworks',
  error: NESTED_FORM,
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
          source: 'none',
        },
        {
          when: { kind: 'unknown', at: '', known: FIELDS },
          text: "Extra inputs are not permitted, field: '{field}', value: {shown}",
          ...words,
        },
        {
          when: { kind: 'unknown', at: '/messages/*', known: KNOWN },
          text: "Extra inputs are not permitted, field: 'messages[{index}].{field}', value: {shown}",
          ...words,
        },
      ],
      reasoning: 'reasoning_content',
    },
  ],
  models: modelList('fireworks'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/anomalyco/opencode/issues/23193'],
  date: '2026-11-28',
}
