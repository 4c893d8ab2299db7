import type { RefusalRow, ServerRow } from '../server-row.js'
import { claudeRefusals } from './claude.js'
import { geminiRefusals, googleError } from './gemini.js'
import { ENVELOPE_FORM, withField } from './shared.js'

const extra: readonly RefusalRow[] = [
  {
    when: { kind: 'missing', at: '/anthropic_version' },
    status: 400,
    text: 'anthropic_version: Field required',
    source: 'anthropics/anthropic-sdk-typescript packages/vertex-sdk',
  },
  ...['model', 'output_config', 'context_management'].map(
    (field): RefusalRow => ({
      when: { kind: 'field', at: `/${field}` },
      status: 400,
      text: '{field}: Extra inputs are not permitted',
      source: 'anthropics/claude-code#21612, anthropics/claude-code#37746',
    }),
  ),
]

export const vertexServer: ServerRow = {
  title: 'Vertex AI',
  error: googleError,
  apis: [
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /:(rawPredict|streamRawPredict)$/,
      error: {
        ...ENVELOPE_FORM,
        body: {
          type: 'error',
          error: { type: '{type}', message: '{message}' },
          request_id: 'req_vrtx_{requestId}',
        },
      },
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [...extra, ...withField('anthropic_version', claudeRefusals)],
      stream: {
        error: [{ event: 'error', data: { type: 'error', error: { type: '{type}', message: '{message}' } } }],
      },
    },
    {
      api: 'generate',
      wire: 'google-generate-content',
      path: /:(generateContent|streamGenerateContent)$/,
      listsErrorsAt: /^[^:]*:streamGenerateContent(?!.*[?&]alt=sse)/,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'field', at: '/toolConfig/includeServerSideToolInvocations' },
          status: 400,
          text: 'Invalid JSON payload received. Unknown name "includeServerSideToolInvocations" at \'tool_config\': Cannot find field.',
          source: 'strands-agents/harness-sdk#3646',
        },
        {
          when: { kind: 'untyped-schema', within: 'root' },
          status: 400,
          text: 'Unable to submit request because {name} functionDeclaration parameters schema should be of type OBJECT',
          source: 'diegosouzapw/OmniRoute#3360',
        },
        {
          when: { kind: 'untyped-schema', within: 'below' },
          status: 400,
          text: "Unable to submit request because `{name}` functionDeclaration `parameters{dotted}` schema didn't specify the schema type field. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling",
          source: 'google-gemini/gemini-cli#2282, QuantumNous/new-api#3022',
        },
        {
          when: { kind: 'last-turn', not: ['user', 'tool'] },
          status: 400,
          text: 'Requests ending with a model turn are not supported.',
          source: 'router-for-me/CLIProxyAPI#5607',
        },
        ...geminiRefusals,
      ],
      signsCalls: true,
      count: { path: /:countTokens$/, answer: { totalTokens: '{tokens}' } },
    },
  ],
  rateLimit: {
    status: 429,
    text: 'Resource exhausted. Please try again later.',
    type: 'RESOURCE_EXHAUSTED',
    source: 'google-gemini/gemini-cli#6454',
  },
  source: [
    'https://github.com/anthropics/claude-code/issues/21612',
    'https://github.com/router-for-me/CLIProxyAPI/issues/5607',
  ],
  date: '2026-11-28',
}
