import type { ServerRow } from '../server-row.js'
import { PATHS } from './shared.js'

export const perplexityServer: ServerRow = {
  title: 'Perplexity',
  error: {
    body: { error: { message: '{message}', type: '{type}', code: '{status}' } },
    types: { 400: 'invalid_request' },
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
          source: 'none',
        },
        {
          when: { kind: 'late-system', leading: 'many' },
          status: 400,
          type: 'invalid_message',
          text: 'After the (optional) system message(s), user and assistant roles should be alternating.',
          source: 'perplexityai/api-discussion#265',
        },
        {
          when: { kind: 'alternation', tools: 'as-user' },
          status: 400,
          type: 'invalid_message',
          text: 'After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).',
          source: 'perplexityai/api-discussion#265, anomalyco/opencode#9416',
        },
      ],
    },
  ],
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/perplexityai/api-discussion/discussions/265'],
  date: '2026-11-28',
}
