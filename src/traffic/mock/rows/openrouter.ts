import type { ErrorBodyForm, ServerRow, StreamHabits } from '../server-row.js'
import { modelList, onlyClientTools, PATHS } from './shared.js'

const error: ErrorBodyForm = {
  body: { error: { code: '{status}', message: '{message}' } },
}
const upstream: ErrorBodyForm = { body: { error: { message: '{message}', code: '{status}' } } }
const stream: StreamHabits = { comment: 'OPENROUTER PROCESSING' }

export const openrouterServer: ServerRow = {
  title: 'OpenRouter',
  error,
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      error: { body: { error: { code: '{status}', message: '{message}' } } },
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: {
            kind: 'field',
            at: '/tools/*/type',
            not: ['function', 'openrouter:datetime', 'openrouter:web_search', 'openrouter:web_fetch'],
          },
          status: 400,
          text: 'Provider returned error',
          body: {
            error: {
              code: '{status}',
              message: '{message}',
              metadata: { raw: '{"error":"tools[{index}].type"}', provider_name: 'Mock' },
            },
          },
          source: 'diegosouzapw/OmniRoute#3044, 0xPlaygrounds/rig#552',
        },
        {
          when: { kind: 'tool' },
          models: /:notools$/,
          status: 404,
          text: 'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
          source: 'aaif-goose/goose#1293',
        },
        {
          when: { kind: 'too-long' },
          status: 400,
          text: "This endpoint's maximum context length is {contextWindow} tokens. However, you requested about {asked} tokens",
          source: 'badlogic/pi-mono packages/ai',
        },
      ],
      stream: {
        ...stream,
        usage: 'always',
        first: 'empty',
        error: [
          {
            data: {
              id: 'gen-mock',
              object: 'chat.completion.chunk',
              created: 0,
              model: '{model}',
              error: { code: '{status}', message: '{message}' },
              choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
            },
          },
        ],
      },
      reasoning: 'reasoning',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function'],
      encryptsReasoning: true,
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', matches: /^(?!function$|openrouter:)/ },
          status: 400,
          text: 'Invalid Responses API request',
          code: 'invalid_prompt',
          body: {
            error: { code: '{code}', message: '{message}' },
            metadata: { raw: '[{"code":"invalid_union","path":["tools",{index},"type"]}]' },
          },
          source: 'openai/codex#12114, awsl-project/maxx#537',
        },
      ],
      stream,
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      error: upstream,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        onlyClientTools(),
        {
          when: { kind: 'field', at: '/context_management' },
          status: 400,
          text: "No endpoints available that support Anthropic's context management features (context-management-2025-06-27). Context management requires a supported provider (Anthropic).",
          source: 'farion1231/cc-switch#1929, anthropics/claude-code#44219',
        },
      ],
      stream,
    },
  ],
  models: modelList('openrouter'),
  rateLimit: {
    status: 429,
    text: 'Rate limit exceeded: free-models-per-day. ',
    body: {
      error: {
        code: '{status}',
        message: '{message}',
        metadata: {
          headers: { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0' },
        },
      },
    },
    source: 'Gitlawb/openclaude#936',
  },
  failure: {
    status: 502,
    text: 'Provider returned error',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
  },
  source: [
    'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    'https://openrouter.ai/docs/api/reference/streaming',
  ],
  date: '2026-11-28',
}
