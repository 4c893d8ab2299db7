import type { ServerRow } from '../server-row.js'
import { modelList, PATHS } from './shared.js'

const TYPES = [
  ...['function', 'web_search', 'x_search', 'image_generation', 'collections_search', 'file_search'],
  ...['code_execution', 'code_interpreter', 'mcp', 'shell'],
]

export const xaiServer: ServerRow = {
  title: 'xAI',
  error: { body: { code: '{code}', error: '{message}' } },
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      error: { body: { error: '{message}' } },
      tools: ['function', 'live_search'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function', 'live_search'] },
          status: 422,
          text: 'tools[{index}].type: unknown variant `{value}`, expected `function` or `live_search`',
          source: 'makecindy/cindy#2927',
        },
        {
          when: { kind: 'field', at: '/search_parameters' },
          status: 410,
          text: 'Live search is deprecated. Please switch to the Agent Tools API: https://docs.x.ai/docs/guides/tools/overview',
          source: 'superagent-ai/grok-cli#139',
        },
        {
          when: { kind: 'field', at: '/messages/*/role', is: ['developer'] },
          status: 422,
          text: null,
          source: 'badlogic/pi-mono packages/ai',
        },
        {
          when: { kind: 'too-long', part: 'prompt' },
          status: 400,
          text: "This model's maximum prompt length is {contextWindow} but the request contains {tokens} tokens",
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      stream: { first: 'joined', calls: 'whole', usage: 'always' },
      callId: 'call_{digits:8}',
      reasoning: 'reasoning_content',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      error: { body: { error: '{message}' } },
      tools: ['function'],
      encryptsReasoning: true,
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: TYPES },
          status: 422,
          text: `unknown variant \`{value}\`, expected one of ${TYPES.map((type) => `\`${type}\``).join(', ')}`,
          source: 'maximhq/bifrost#5428, Wei-Shaw/sub2api#5160',
        },
        {
          when: { kind: 'choice', is: ['other'], form: 'object' },
          status: 422,
          text: 'tool_choice: data did not match any variant',
          source: 'router-for-me/CLIProxyAPI#5916',
        },
      ],
      callId: 'call_{digits:8}',
    },
  ],
  models: modelList('xai'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/maximhq/bifrost/issues/5428',
    'https://github.com/makecindy/cindy/issues/2927',
  ],
  date: '2026-11-28',
}
