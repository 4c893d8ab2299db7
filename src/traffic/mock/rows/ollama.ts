import type { ErrorBodyForm, ServerRow } from '../server-row.js'
import { ENVELOPE_FORM, modelList } from './shared.js'

const SOURCE = 'ollama/ollama openai/openai.go'

const error: ErrorBodyForm = {
  body: { error: { message: '{message}', type: '{type}', param: '{param}', code: '{code}' } },
  types: { 400: 'invalid_request_error', 404: 'not_found_error', 429: 'api_error', 500: 'api_error' },
}

const template = {
  status: 500,
  text: 'system message must be at the beginning',
  source: 'ollama/ollama#17774',
}
/** Its own renderer refuses a late system message for this model only. */
const lateSystem = {
  when: { kind: 'late-system', leading: 'one' },
  models: /qwen-?3\.8/i,
  ...template,
} as const

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'ultra', 'max']

export const ollamaServer: ServerRow = {
  title: 'Ollama',
  error,
  apis: [
    {
      api: 'chat',
      wire: 'openai-chat',
      path: /\/v1\/chat\/completions$/,
      tools: ['function'],
      unknownTool: 'spoil',
      refusals: [
        {
          when: { kind: 'field', at: '/messages', type: 'empty' },
          status: 400,
          text: "[] is too short - 'messages'",
          source: 'ollama/ollama middleware/openai.go',
        },
        {
          when: { kind: 'field', at: '/reasoning_effort', not: [...EFFORTS, null] },
          status: 400,
          text: `invalid reasoning value: "{value}" (must be ${EFFORTS.join(', ')})`,
          source: SOURCE,
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/image_url/url', matches: /^https?:/ },
          status: 400,
          text: 'image URLs are not currently supported, please use base64 encoded data instead',
          source: SOURCE,
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/type', not: ['text', 'image_url'] },
          status: 400,
          text: 'invalid message format',
          source: SOURCE,
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/content',
            type: 'null',
            where: { member: 'tool_calls', is: [null, []] },
          },
          status: 400,
          text: 'invalid message content type: <nil>',
          source: SOURCE,
        },
        {
          when: {
            kind: 'field',
            at: '/messages/*/content',
            type: 'null',
            where: { member: 'role', not: ['assistant'] },
          },
          status: 400,
          text: 'invalid message content type: <nil>',
          source: SOURCE,
        },
        {
          when: { kind: 'call-arguments', are: 'not-object' },
          status: 400,
          text: 'invalid tool call arguments',
          source: SOURCE,
        },
        lateSystem,
      ],
      stream: { first: 'joined', calls: 'whole', error: [] },
      callId: 'call_{lower:8}',
      reasoning: 'reasoning',
    },
    {
      api: 'responses',
      wire: 'openai-responses',
      path: /\/v1\/responses$/,
      tools: ['function', 'namespace', 'web_search'],
      unknownTool: 'spoil',
      refusals: [
        {
          when: {
            kind: 'field',
            at: '/input/*/type',
            not: ['message', 'function_call', 'function_call_output', 'reasoning', 'web_search_call'],
          },
          status: 400,
          text: 'input[{index}]: unknown input item type: "{value}"',
          source: 'ollama/ollama#18286, ollama/ollama#17673',
        },
        {
          when: { kind: 'field', at: '/input/*/content/*/type', is: ['input_file'] },
          status: 400,
          text: 'file inputs are not currently supported',
          source: 'ollama/ollama openai/responses.go',
        },
        lateSystem,
      ],
      callId: 'call_{lower:8}',
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/v1\/messages$/,
      error: ENVELOPE_FORM,
      tools: ['custom'],
      unknownTool: 'spoil',
      refusals: [
        {
          when: { kind: 'missing', at: '/max_tokens' },
          status: 400,
          text: 'max_tokens is required and must be positive',
          source: 'ollama/ollama middleware/anthropic.go',
        },
        {
          when: { kind: 'field', at: '/max_tokens', is: [0] },
          status: 400,
          text: 'max_tokens is required and must be positive',
          source: 'ollama/ollama middleware/anthropic.go',
        },
        {
          when: {
            kind: 'missing',
            at: '/messages/*/content/*/id',
            where: { member: 'type', is: ['tool_use'] },
          },
          status: 400,
          text: "tool_use block missing required 'id' field",
          source: 'ollama/ollama anthropic/anthropic.go',
        },
        {
          when: { kind: 'field', at: '/messages/*/content/*/source/type', not: ['base64'] },
          status: 400,
          text: 'invalid image source type: {value}. Only base64 images are supported.',
          source: 'ollama/ollama anthropic/anthropic.go',
        },
        lateSystem,
      ],
      callId: 'call_{lower:8}',
    },
    {
      api: 'native-chat',
      wire: 'ollama-chat',
      path: /\/api\/chat$/,
      error: { body: { error: '{message}' } },
      tools: ['function'],
      unknownTool: 'spoil',
      refusals: [lateSystem],
    },
  ],
  models: modelList('library'),
  rateLimit: { status: 429, text: null, source: 'none' },
  source: [
    'https://github.com/ollama/ollama/tree/main/openai',
    'https://github.com/ollama/ollama/tree/main/anthropic',
  ],
  date: '2026-08-21',
}
