import type { ServerRow } from '../server-row.js'
import { modelList, NESTED_FORM, onlyClientTools, onlyUserAndAssistant, PATHS } from './shared.js'

const PREFIX = 'Failed to deserialize the JSON body into the target type: '
const END = ' at line 1 column 1'
const THINKS = /v[4-9]|reasoner/i

export const deepseekServer: ServerRow = {
  title: 'DeepSeek',
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
          text: `${PREFIX}tools[{index}].type: unknown variant \`{value}\`, expected \`function\`${END}`,
          source: 'BerriAI/litellm#30722, Oaklight/llm-rosetta#486',
        },
        {
          when: { kind: 'missing', at: '/tools/*/function' },
          status: 400,
          text: `${PREFIX}tools[{index}]: missing field \`function\`${END}`,
          source: 'danny-avila/LibreChat#12804',
        },
        {
          when: { kind: 'field', at: '/messages/*/role', is: ['developer'] },
          status: 400,
          text: `${PREFIX}messages[{index}].role: unknown variant \`{value}\`${END}`,
          source: 'badlogic/pi-mono packages/ai',
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', is: ['image_url'] },
          status: 400,
          text: `${PREFIX}unknown variant \`image_url\`, expected \`text\`${END}`,
          source: 'badlogic/pi-mono packages/ai',
        },
        {
          when: { kind: 'choice', is: ['required', 'named'] },
          models: THINKS,
          unless: { at: '/thinking/type', is: ['disabled'] },
          status: 400,
          text: 'Thinking mode does not support this tool_choice',
          source: 'deepseek-ai/DeepSeek-V3#1376, BerriAI/litellm#37470',
        },
        {
          when: { kind: 'unanswered-calls' },
          status: 400,
          text: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
          source: 'openai/codex#22129',
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/content',
            type: 'null',
            where: { member: 'tool_calls', is: [null, []] },
          },
          status: 400,
          text: 'Invalid assistant message: content or tool_calls must be set',
          source: 'carlrobertoh/ProxyAI#834',
        },
        {
          when: {
            kind: 'missing',
            at: '/messages/*/reasoning_content',
            where: { member: 'tool_calls', not: [null, []] },
          },
          models: THINKS,
          unless: { at: '/thinking/type', is: ['disabled'] },
          status: 400,
          text: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
          source: 'earendil-works/pi#3636',
        },
      ],
      stream: { first: 'empty', usage: 'with-finish' },
      callId: 'call_00_{alnum:24}',
      reasoning: 'reasoning_content',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      tools: ['function', 'custom'],
      unknownTool: 'drop',
      refusals: [
        {
          when: {
            kind: 'field',
            at: '/tools/*/name',
            not: ['apply_patch'],
            where: { member: 'type', is: ['custom'] },
          },
          status: 400,
          text: "Unsupported custom tool: '{value}'. Only 'apply_patch' is supported.",
          source: 'Edward-lyz/codex-mixin#14',
        },
        {
          when: { kind: 'field', at: '/tools/*/type', matches: /^(?!function$|custom$|web_search)/ },
          status: 400,
          text: null,
          source: 'none',
        },
      ],
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/anthropic(\/v1)?\/messages$/,
      tools: ['custom', 'web_search_20250305'],
      unknownTool: 'refuse',
      refusals: [
        onlyClientTools(/^(?!custom$|web_search_)/),
        onlyUserAndAssistant({
          status: 400,
          text: `${PREFIX}messages[{index}].role: unknown variant \`{value}\`, expected \`user\` or \`assistant\`${END}`,
          source: 'deepseek-ai/awesome-deepseek-agent#167',
        }),
        {
          when: { kind: 'choice', is: ['required', 'named'] },
          models: THINKS,
          status: 400,
          text: null,
          source: 'deepseek-ai/awesome-deepseek-integration#606',
        },
      ],
    },
  ],
  models: modelList('deepseek'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: ['https://github.com/BerriAI/litellm/issues/30722', 'https://github.com/openai/codex/issues/22129'],
  date: '2026-09-13',
}
