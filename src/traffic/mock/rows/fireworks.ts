import type { ServerRow } from '../server-row.js'
import { CHAT_FIELDS, CHAT_MESSAGE_FIELDS } from './fields.js'
import { modelList, NESTED_FORM, PATHS } from './shared.js'

const FIELDS = [
  ...CHAT_FIELDS.filter((field) => !/^(moderation|web_search_options|modalities|audio)$/.test(field)),
  ...[
    'top_k',
    'min_p',
    'repetition_penalty',
    'context_length_exceeded_behavior',
    'thinking',
    'reasoning_history',
  ],
]
const KNOWN = [...CHAT_MESSAGE_FIELDS.filter((field) => field !== 'refusal'), 'reasoning_content']
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
