import type { ErrorBodyForm, RefusalRow, ServerRow } from '../server-row.js'
import { claudeRefusals } from './claude.js'
import { withField } from './shared.js'

const error: ErrorBodyForm = {
  body: { message: '{message}' },
  headers: { 'x-amzn-errortype': '{type}' },
  types: {
    400: 'ValidationException',
    424: 'ModelErrorException',
    429: 'ThrottlingException',
    500: 'InternalServerException',
  },
}

const CLAUDE = /claude|anthropic/i
const NOVA = /nova/i
const LLAMA = /llama/i

const tooLong: RefusalRow = {
  when: { kind: 'too-long', part: 'prompt' },
  status: 400,
  text: 'Input is too long for requested model',
  source: 'badlogic/pi-mono packages/ai',
}

const converse: readonly RefusalRow[] = [
  {
    when: { kind: 'history-without-tools' },
    status: 400,
    text: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    source: 'BerriAI/litellm#38489, langgenius/dify#17545',
  },
  {
    when: { kind: 'field', at: '/messages/*/role', is: ['system'] },
    status: 400,
    text: null,
    source: 'stdapi-ai/stdapi.ai#49',
  },
  {
    when: { kind: 'tool' },
    models: /deepseek\.r1/i,
    status: 400,
    text: "This model doesn't support tool use",
    source: 'langchain-ai/langchain-aws#447',
  },
  {
    when: { kind: 'tool' },
    models: LLAMA,
    path: /-stream$/,
    status: 400,
    text: "This model doesn't support tool use in streaming mode.",
    source: 'earendil-works/pi#3739, n8n-io/n8n#14206',
  },
  {
    when: { kind: 'tool', is: ['systemTool'] },
    models: /^(?!.*nova).*$/i,
    status: 400,
    text: null,
    source: 'stdapi-ai/stdapi.ai#3',
  },
  {
    when: { kind: 'tool', not: ['toolSpec', 'systemTool', 'cachePoint'] },
    status: 400,
    text: null,
    source: 'none',
  },
  {
    when: { kind: 'choice', is: ['required', 'named'] },
    models: LLAMA,
    status: 400,
    text: "This model doesn't support the toolConfig.toolChoice.{word} field. Remove toolConfig.toolChoice.{word} and try again",
    source: 'strands-agents/harness-sdk#1241',
  },
  {
    when: { kind: 'choice', is: ['other'] },
    status: 400,
    text: null,
    source: 'epam/ai-dial-adapter-bedrock#273',
  },
  {
    when: { kind: 'field', at: '/system/0' },
    models: /titan/i,
    status: 400,
    text: "This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
    source: 'Mintplex-Labs/anything-llm#2486',
  },
  {
    when: { kind: 'field', at: '/toolConfig/tools/*/toolSpec/inputSchema/json/type', not: ['object'] },
    status: 400,
    text: 'The value at toolConfig.tools.{index}.toolSpec.inputSchema.json.type must be one of the following: object.',
    source: 'anomalyco/opencontrol#47',
  },
  {
    when: { kind: 'missing', at: '/toolConfig/tools/*/toolSpec/inputSchema/json/type' },
    status: 400,
    text: 'The value at toolConfig.tools.{index}.toolSpec.inputSchema.json.type must be one of the following: object.',
    source: 'anomalyco/opencontrol#47',
  },
  {
    when: {
      kind: 'unknown',
      at: '/toolConfig/tools/*/toolSpec/inputSchema/json',
      known: ['type', 'properties', 'required'],
    },
    models: NOVA,
    status: 400,
    text: 'The model returned the following errors: Malformed input request: #/toolConfig/tools/{index}/toolSpec/inputSchema/json: extraneous key [{field}] is not permitted, please reformat your input and try again.',
    source: 'zed-industries/zed#28521',
  },
  {
    when: { kind: 'field', at: '/toolConfig/tools/*/toolSpec/name', matches: /[^\w-]/ },
    status: 400,
    text: "Value at 'toolConfig.tools.{index}.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    source: 'awsl-project/maxx#557',
  },
  {
    when: { kind: 'field', at: '/messages/*/content', type: 'empty' },
    status: 400,
    text: 'The content field in the Message object at messages.{index} is empty.',
    source: 'badlogic/pi-mono packages/ai',
  },
  {
    when: { kind: 'field', at: '/messages/*/content/*/text', is: [''] },
    status: 400,
    text: 'The text field in the ContentBlock object at messages.{index}.content.{part} is blank.',
    source: 'vercel/ai packages/amazon-bedrock',
  },
  {
    when: { kind: 'call-arguments', are: 'not-native' },
    status: 400,
    text: 'The format of the value at messages.{index}.content.{part}.toolUse.input is invalid. Provide a json object for the field and try again.',
    source: 'vercel/ai packages/amazon-bedrock',
  },
  {
    when: { kind: 'unanswered-calls' },
    status: 400,
    text: 'Expected toolResult blocks at messages.{next}.content for the following Ids: {ids}',
    source: 'camel-ai/camel#3954',
  },
  {
    when: { kind: 'result-without-call' },
    status: 400,
    text: 'The number of toolResult blocks at messages.{index}.content exceeds the number of toolUse blocks of previous turn.',
    source: 'strands-agents/harness-sdk#1435',
  },
  {
    when: { kind: 'field', at: '/messages/0/role', is: ['assistant'] },
    status: 400,
    text: 'A conversation must start with a user message.',
    source: 'pydantic/pydantic-ai models/bedrock.py',
  },
  {
    when: { kind: 'alternation', tools: 'as-user' },
    status: 400,
    text: 'A conversation must alternate between user and assistant roles.',
    source: 'genkit-ai/aws-bedrock-js-plugin#664',
  },
  tooLong,
]

const invoke: readonly RefusalRow[] = [
  {
    when: { kind: 'field', at: '/toolConfig/tools' },
    status: 400,
    text: 'Malformed input request: #/toolConfig/tools/0: extraneous key [toolSpec] is not permitted, please reformat your input and try again.',
    source: 'JetBrains/koog#1209',
  },
  {
    when: { kind: 'missing', at: '/anthropic_version' },
    models: CLAUDE,
    status: 400,
    text: 'anthropic_version: Field required',
    source: 'anthropics/anthropic-sdk-typescript packages/bedrock-sdk',
  },
  {
    when: { kind: 'field', at: '/tools/*/type', not: ['custom'] },
    status: 400,
    text: null,
    source: '8monkey-ai/hebo-platform#451',
  },
  ...['context_management', 'model', 'stream'].map(
    (field): RefusalRow => ({
      when: { kind: 'field', at: `/${field}` },
      status: 400,
      text: '{field}: Extra inputs are not permitted',
      source: 'anthropics/claude-code#51700',
    }),
  ),
  {
    when: { kind: 'field', at: '/output_config/effort' },
    models: /^(?!.*(4-[678]|(opus|sonnet|haiku|fable|mythos)-5)).*$/i,
    status: 400,
    text: 'output_config.effort: Extra inputs are not permitted',
    source: 'anthropics/claude-code-action#1005',
  },
  {
    when: { kind: 'field', at: '/tools/*/eager_input_streaming' },
    status: 400,
    text: 'tools.{index}.custom.eager_input_streaming: Extra inputs are not permitted',
    source: 'anthropics/claude-code#33237',
  },
  tooLong,
]

export const bedrockServer: ServerRow = {
  title: 'Amazon Bedrock',
  error,
  apis: [
    {
      api: 'converse',
      wire: 'bedrock-converse',
      path: /\/model\/[^/]+\/converse(-stream)?$/,
      tools: ['toolSpec'],
      unknownTool: 'refuse',
      refusals: converse,
    },
    {
      api: 'messages',
      wire: 'anthropic-messages',
      path: /\/model\/[^/]+\/invoke(-with-response-stream)?$/,
      tools: ['custom'],
      unknownTool: 'refuse',
      refusals: [...invoke, ...withField('anthropic_version', withField('anthropic_beta', claudeRefusals))],
    },
  ],
  rateLimit: { status: 429, text: null, source: 'none' },
  failure: {
    status: 500,
    text: 'text unknown: the answer failed (words of the mock)',
    type: 'InternalServerException',
    source: 'aaif-goose/goose#9579',
  },
  source: [
    'https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html',
    'https://github.com/BerriAI/litellm/issues/38489',
  ],
  date: '2026-11-28',
}
