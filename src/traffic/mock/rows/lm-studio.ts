import type { ServerRow } from '../server-row.js'
import { modelList, NESTED_FORM, onlyClientTools, PATHS } from './shared.js'

const template = {
  status: 500,
  text: 'Error rendering prompt with jinja template: "{sentence}"',
  source: 'lmstudio-ai/lmstudio-bug-tracker#1655',
}

export const lmStudioServer: ServerRow = {
  title: 'LM Studio',
  error: { body: { error: '{message}' } },
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
          when: { kind: 'choice', is: ['auto', 'none', 'required', 'named', 'other'], form: 'object' },
          status: 400,
          text: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
          source: 'lmstudio-ai/lmstudio-bug-tracker#670, can1357/oh-my-pi#6925',
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/content',
            type: 'object',
            where: { member: 'role', is: ['tool'] },
          },
          status: 400,
          text: null,
          source: 'lmstudio-ai/lmstudio-bug-tracker#1077',
        },
      ],
      template,
      reasoning: 'reasoning_content',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: PATHS.responses,
      error: NESTED_FORM,
      tools: ['function', 'mcp'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/tools/*/type', not: ['function', 'mcp'] },
          status: 400,
          text: 'Invalid',
          type: 'invalid_request_error',
          param: 'tools.{index}.type',
          code: 'invalid_string',
          source: 'lmstudio-ai/lmstudio-bug-tracker#1810',
        },
        {
          when: { kind: 'late-system', leading: 'one', roles: ['system', 'developer'] },
          models: /qwen-?3\.[5-9]/i,
          ...template,
          text: 'Error rendering prompt with jinja template: "System message must be at the beginning."',
          source: 'lmstudio-ai/lmstudio-bug-tracker#2298',
        },
      ],
      template,
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: PATHS.messages,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [onlyClientTools()],
      template,
    },
  ],
  models: modelList('organization_owner'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://lmstudio.ai/docs/developer/api-changelog',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1810',
  ],
  date: '2026-11-28',
}
