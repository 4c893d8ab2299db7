import type { ErrorBodyForm, RefusalRow, ServerRow } from '../server-row.js'
import { CHAT_FIELDS, GENERATE_FIELDS } from './fields.js'
import { PATHS } from './shared.js'

export const googleError: ErrorBodyForm = {
  body: { error: { code: '{status}', message: '{message}', status: '{type}' } },
  types: {
    400: 'INVALID_ARGUMENT',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    500: 'INTERNAL',
    503: 'UNAVAILABLE',
  },
}

const UNKNOWN = 'Invalid JSON payload received. Unknown name "{field}"'
const KEYWORDS = [
  ...['$schema', '$ref', '$defs', 'definitions', 'additionalProperties', 'propertyNames', 'const'],
  ...['oneOf', 'allOf', 'not', 'exclusiveMinimum', 'exclusiveMaximum', 'patternProperties'],
]

const schema: RefusalRow = {
  when: { kind: 'schema', keywords: KEYWORDS },
  status: 400,
  text: 'Invalid JSON payload received. Unknown name "{keyword}" at \'tools[{index}].function_declarations[{part}].parameters{path}\': Cannot find field.',
  join: '\n',
  source: 'zed-industries/zed#44875, musistudio/claude-code-router#187',
}

/** The refusals of both hosts. */
export const geminiRefusals: readonly RefusalRow[] = [
  {
    when: { kind: 'unknown', at: '', known: GENERATE_FIELDS },
    status: 400,
    text: `${UNKNOWN}: Cannot find field.`,
    source: 'gproxy#92',
  },
  {
    when: {
      kind: 'tool',
      not: [
        ...['function', 'googleSearch', 'google_search', 'codeExecution', 'code_execution', 'urlContext'],
        ...['url_context', 'fileSearch', 'googleMaps', 'computerUse', 'googleSearchRetrieval'],
        ...['enterpriseWebSearch', 'retrieval'],
      ],
    },
    status: 400,
    text: 'Invalid JSON payload received. Unknown name "{type}" at \'tools[{index}]\': Cannot find field.',
    source: 'AAClause/nvda-OpenAI#123',
  },
  schema,
  {
    when: { kind: 'missing', at: '/contents' },
    status: 400,
    text: 'GenerateContentRequest.contents: contents is not specified',
    source: 'langchain-ai/langchain-google#1351',
  },
  {
    when: { kind: 'field', at: '/contents', type: 'empty' },
    status: 400,
    text: 'GenerateContentRequest.contents: contents is not specified',
    source: 'langchain-ai/langchain-google#1351',
  },
  {
    when: { kind: 'field', at: '/contents/*/role', not: ['user', 'model', 'function'] },
    status: 400,
    text: 'Please use a valid role: user, model.',
    source: 'google-gemini clients',
  },
  {
    when: { kind: 'unanswered-calls' },
    status: 400,
    text: 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    source: 'google-gemini/gemini-cli#17208, continuedev/continue#9562',
  },
  {
    when: { kind: 'result-without-call' },
    status: 400,
    text: 'Please ensure that function response turn comes immediately after a function call turn.',
    source: 'langchain-ai/langchain#27799',
  },
  {
    when: { kind: 'unsigned-call', at: '/thoughtSignature' },
    models: /gemini-[3-9]/i,
    status: 400,
    text: 'Function call is missing a thought_signature in functionCall parts.',
    source: 'securo-finance/securo#884',
  },
  {
    when: { kind: 'too-long', part: 'prompt' },
    status: 400,
    text: 'The input token count ({tokens}) exceeds the maximum number of tokens allowed ({contextWindow})',
    source: 'badlogic/pi-mono packages/ai',
  },
]

const quota = {
  details: [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '45.837906927s' },
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
  ],
}

export const geminiServer: ServerRow = {
  title: 'Gemini API',
  error: googleError,
  apis: [
    {
      api: 'generate',
      wire: 'google-generate-content',
      path: /:(generateContent|streamGenerateContent)$/,
      listsErrorsAt: /^[^:]*:streamGenerateContent(?!.*[?&]alt=sse)/,
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: { kind: 'mixed-tools' },
          models: /gemini-[3-9]/i,
          unless: { at: '/toolConfig/includeServerSideToolInvocations', is: [true] },
          status: 400,
          text: 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
          source: 'cloudwego/eino-ext#761, ag2ai/ag2#3145',
        },
        {
          when: { kind: 'mixed-tools' },
          models: /gemini-[12]/i,
          status: 400,
          text: null,
          source: 'vercel/ai#8258',
        },
        ...geminiRefusals,
      ],
      signsCalls: true,
      count: { path: /:countTokens$/, answer: { totalTokens: '{tokens}' } },
    },
    {
      api: 'chat',
      wire: 'openai-chat',
      path: /\/openai\/chat\/completions$/,
      error: { ...googleError, body: [googleError.body] },
      tools: ['function'],
      unknownTool: 'refuse',
      refusals: [
        {
          when: {
            kind: 'unknown',
            at: '',
            known: [
              ...CHAT_FIELDS.filter(
                (field) => !/^(frequency_penalty|presence_penalty|logit_bias)$/.test(field),
              ),
              'extra_body',
            ],
          },
          status: 400,
          text: `${UNKNOWN}: Cannot find field.`,
          source: 'MinLL/SkyrimNet-GamePlugin#77',
        },
        {
          when: { kind: 'unknown', at: '/tools/*', known: ['type', 'function'] },
          status: 400,
          text: `${UNKNOWN} at 'tools[{index}]': Cannot find field.`,
          source: 'AAClause/nvda-OpenAI#123',
        },
        schema,
        {
          when: { kind: 'unsigned-call', at: '/extra_content/google/thought_signature' },
          models: /gemini-[3-9]/i,
          status: 400,
          text: 'Function call is missing a thought_signature in functionCall parts.',
          source: 'securo-finance/securo#884, labring/aiproxy#450',
        },
      ],
      stream: { first: 'joined', calls: 'whole', callsWithout: ['index'] },
      callId: '{lower:8}',
      finish: { calls: 'stop' },
      signsCalls: true,
    },
  ],
  models: {
    path: PATHS.models,
    body: { models: '{models}' },
    item: {
      name: 'models/{model}',
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      inputTokenLimit: '{contextWindow}',
    },
  },
  rateLimit: {
    status: 429,
    text: null,
    type: 'RESOURCE_EXHAUSTED',
    body: { error: { code: '{status}', message: '{message}', status: '{type}', ...quota } },
    source: 'dcdpr/jp#1061, vercel/ai#18627',
  },
  source: [
    'https://github.com/zed-industries/zed/issues/44875',
    'https://github.com/cloudwego/eino-ext/issues/761',
  ],
  date: '2026-11-28',
}
