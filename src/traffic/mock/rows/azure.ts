import type { RefusalRow, ServerRow } from '../server-row.js'
import { openaiChatRefusals, openaiResponsesRefusals, openaiServer } from './openai.js'
import { NESTED_FORM } from './shared.js'

const shortForm = { error: { code: '{code}', message: '{message}' } }

const unknownInItems: readonly RefusalRow[] = [
  { field: 'metadata', source: 'openai/codex#29469' },
  { field: 'internal_chat_message_metadata_passthrough', source: 'openai/codex#30161' },
].map(({ field, source }) => ({
  when: { kind: 'field', at: `/input/*/${field}` },
  status: 400,
  text: `Unknown parameter: 'input[{index}].${field}'.`,
  param: `input[{index}].${field}`,
  code: 'unknown_parameter',
  source,
}))

const emptyDescriptions: readonly RefusalRow[] = [
  ['/tools/*', 'tools[{index}]'],
  ['/tools/*/tools/*', 'tools[{index}].tools[{part}]'],
  ['/input/*/tools/*', 'input[{index}].tools[{part}]'],
  ['/input/*/tools/*/tools/*', 'input[{index}].tools[{part}].tools[{third}]'],
].map(([at, place]) => ({
  when: { kind: 'field', at: `${at}/description`, is: [''] },
  status: 400,
  text: `Invalid '${place}.description': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
  param: `${place}.description`,
  code: 'empty_string',
  source: 'openai/codex#37432',
}))

export const azureServer: ServerRow = {
  title: 'Azure OpenAI',
  error: NESTED_FORM,
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: /\/openai\/(deployments\/[^/]+|v1)\/chat\/completions$/,
      tools: ['function', 'custom'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/messages' },
          models: /codex/i,
          status: 400,
          text: 'The chatCompletion operation does not work with the specified model, {model}. Please choose different model and try again. You can learn more about which models can be used with each operation here: https://go.microsoft.com/fwlink/?linkid=2197993.',
          code: 'OperationNotSupported',
          body: shortForm,
          source: 'langgenius/dify-official-plugins#2359',
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', is: ['file'] },
          status: 400,
          text: null,
          source: 'pydantic/pydantic-ai providers/azure.py',
        },
        ...openaiChatRefusals,
      ],
      reasoning: null,
      stream: {
        ...openaiServer.apis[0].stream,
        before: [
          {
            data: {
              choices: [],
              created: 0,
              id: '',
              model: '',
              object: '',
              prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
            },
          },
        ],
      },
      finish: { named: 'stop' },
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: /\/openai\/(v1\/)?responses$/,
      tools: ['function', 'custom', 'namespace'],
      encryptsReasoning: true,
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/reasoning/effort', is: ['ultra'] },
          status: 400,
          text: null,
          param: 'reasoning.effort',
          source: 'openai/codex#31870',
        },
        ...unknownInItems,
        ...emptyDescriptions,
        ...openaiResponsesRefusals,
      ],
    },
  ],
  rateLimit: {
    status: 429,
    text: 'Your requests to {model} for {model} in East US have exceeded the token rate limit for your current AIServices S0 pricing tier. This request was for ChatCompletions_Create under Azure OpenAI API version 2024-10-21. Please retry after 45 seconds.',
    code: '429',
    body: shortForm,
    headers: { 'retry-after': '45', 'retry-after-ms': '45000' },
    source: 'icereed/paperless-gpt#814',
  },
  source: [
    'https://github.com/langgenius/dify-official-plugins/issues/2359',
    'https://github.com/sashabaranov/go-openai/issues/448',
  ],
  date: '2026-11-28',
}
