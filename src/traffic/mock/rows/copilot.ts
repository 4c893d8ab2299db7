import type { RefusalRow, ServerRow } from '../server-row.js'
import { claudeRefusals } from './claude.js'
import { ENVELOPE_FORM, modelList, NESTED_FORM, PATHS } from './shared.js'

const shortForm = { error: { message: '{message}', code: '{code}' } }

function inaccessible(models: RegExp, path: string): RefusalRow {
  return {
    when: { kind: 'field', at: '/model' },
    models,
    status: 400,
    text: `model "{model}" is not accessible via the ${path} endpoint`,
    code: 'unsupported_api_for_model',
    body: shortForm,
    source: 'chatwise-releases#1273, ericc-ch/copilot-api#219',
  }
}

const tooLong: RefusalRow = {
  when: { kind: 'too-long', part: 'prompt' },
  status: 400,
  text: 'prompt token count of {tokens} exceeds the limit of {contextWindow}',
  source: 'badlogic/pi-mono packages/ai',
}

export const copilotServer: ServerRow = {
  title: 'GitHub Copilot',
  error: NESTED_FORM,
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: PATHS.chat,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        inaccessible(/codex/i, '/chat/completions'),
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function'] },
          status: 400,
          text: null,
          source: 'none',
        },
        tooLong,
      ],
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function'],
      encryptsReasoning: true,
      unknownTool: 'refuse',
      refusals: [
        inaccessible(/gpt-4o/i, '/responses'),
        {
          when: { kind: 'field', at: '/tools/*/type', matches: /^web_search/ },
          status: 400,
          text: 'The use of the web search tool is not supported.',
          code: 'unsupported_value',
          param: 'tools',
          source: 'caozhiyuan/copilot-api#82, caozhiyuan/copilot-api#185',
        },
        {
          when: { kind: 'tool', not: ['function'] },
          status: 400,
          text: null,
          param: 'tools[{index}].type',
          source: 'ericc-ch/copilot-api#117',
        },
        tooLong,
      ],
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      error: ENVELOPE_FORM,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', matches: /^web_search/ },
          status: 400,
          text: 'The use of the web search tool is not supported.',
          code: 'unsupported_value',
          body: shortForm,
          headers: { 'content-type': 'text/plain' },
          source: 'caozhiyuan/copilot-api#189',
        },
        {
          when: { kind: 'field', at: '/tools/*/eager_input_streaming' },
          models: /haiku-4[.-]5/i,
          status: 400,
          text: 'tools.{index}.custom.eager_input_streaming: Extra inputs are not permitted',
          source: 'anomalyco/opencode#23193',
        },
        {
          when: { kind: 'field', at: '/system/*/cache_control/scope' },
          status: 400,
          text: 'system.{index}.cache_control.ephemeral.scope: Extra inputs are not permitted',
          source: 'caozhiyuan/copilot-api#145',
        },
        tooLong,
        ...claudeRefusals,
      ],
    },
  ],
  models: modelList('github'),
  rateLimit: {
    status: 429,
    text: null,
    code: 'user_weekly_rate_limited',
    headers: { 'retry-after': '3600' },
    source: 'github/copilot-cli#2760',
  },
  source: [
    'https://github.com/caozhiyuan/copilot-api/issues/185',
    'https://github.com/github/copilot-cli/issues/2760',
  ],
  date: '2026-11-28',
}
