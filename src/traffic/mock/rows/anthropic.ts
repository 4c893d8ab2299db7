import type { ServerRow } from '../server-row.js'
import { claudeRefusals } from './claude.js'
import { ENVELOPE_FORM, PATHS } from './shared.js'

export const anthropicServer: ServerRow = {
  title: 'Anthropic',
  error: { ...ENVELOPE_FORM, headers: { 'request-id': '{requestId}', 'x-should-retry': 'false' } },
  apis: [
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: claudeRefusals,
      stream: {
        error: [{ event: 'error', data: { type: 'error', error: { type: '{type}', message: '{message}' } } }],
      },
      count: { path: PATHS.countMessages, answer: { input_tokens: '{tokens}' } },
    },
  ],
  models: {
    path: PATHS.models,
    body: { data: '{models}', has_more: false, first_id: '{model}', last_id: '{model}' },
    item: { type: 'model', id: '{model}', display_name: '{model}', created_at: '2026-01-01T00:00:00Z' },
  },
  rateLimit: {
    status: 429,
    text: null,
    headers: {
      'retry-after': '5',
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '0',
      'x-should-retry': 'true',
    },
    source: 'Kilo-Org/kilocode#12238',
  },
  failure: { status: 529, text: 'Overloaded', source: 'anthropics/anthropic-sdk-typescript' },
  source: [
    'https://github.com/BerriAI/litellm/issues/33807',
    'https://github.com/anthropics/claude-code/issues/21612',
  ],
  date: '2026-11-28',
}
