import type { ServerRow } from '../server-row.js'
import { modelList, onlyClientTools, PATHS } from './shared.js'

/** One text for all refusals. */
const words = {
  status: 400,
  text: 'Invalid API parameter, please check the documentation.',
  code: '1210',
  source: 'Kilo-Org/kilocode#13069',
} as const

export const zaiServer: ServerRow = {
  title: 'Z.ai',
  error: { body: { error: { code: '{code}', message: '{message}' } } },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function', 'web_search', 'retrieval'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function', 'web_search', 'retrieval'] },
          ...words,
        },
        {
          when: { kind: 'no-turn', role: 'user' },
          status: 400,
          text: 'The messages parameter is illegal. Please check the documentation.',
          source: 'anomalyco/opencode#2557',
        },
        { when: { kind: 'field', at: '/messages/*/role', is: ['developer'] }, ...words },
        {
          when: { kind: 'field', at: '/reasoning_effort', not: ['low', 'high', 'max', null] },
          models: /glm-5\.3/i,
          status: 400,
          text: 'please use low, high, or max',
          source: 'compatible vendors',
        },
      ],
      reasoning: 'reasoning_content',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/anthropic(\/v1)?\/messages$/,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        onlyClientTools(),
        {
          when: { kind: 'field', at: '/messages/*/role', not: ['user', 'assistant'] },
          status: 422,
          text: "Input should be 'user' or 'assistant'",
          body: {
            detail: [
              { type: 'literal_error', loc: ['body', 'messages', '{index}', 'role'], msg: '{message}' },
            ],
          },
          source: 'diegosouzapw/OmniRoute#1447',
        },
      ],
    },
  ],
  models: modelList('z-ai'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/Kilo-Org/kilocode/issues/13069',
    'https://github.com/diegosouzapw/OmniRoute/issues/1447',
  ],
  date: '2026-11-28',
}
