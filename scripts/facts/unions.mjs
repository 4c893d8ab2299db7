// The unions of official SDKs that are compared with our tables.
const from = (path) => (name) => `import('./node_modules/${path}').${name}`
const claude = from('@anthropic-ai/sdk/resources/messages/messages.js')
const claudeBeta = from('@anthropic-ai/sdk/resources/beta/messages/messages.js')
const shared = from('openai/resources/shared.js')
const chat = from('openai/resources/chat/completions/completions.js')
const responses = from('openai/resources/responses/responses.js')
const realtime = from('openai/resources/realtime/realtime.js')
const genai = from('@google/genai/dist/genai.js')
const oldGenai = from('@google/generative-ai/dist/generative-ai.js')
const mistral = (file) => from(`@mistralai/mistralai/esm/models/components/${file}.js`)
const cohere = from('cohere-ai/dist/index.js')
const bedrock = from('@aws-sdk/client-bedrock-runtime')
const ollama = from('ollama')
/** The models of a provider of the AI SDK: the argument of the function with the provider's name. */
const modelsOf = (path, name) => `Parameters<typeof import('./node_modules/@ai-sdk/${path}').${name}>[0]`
const groq = from('groq-sdk/resources/chat/completions.js')

/** The packages with the unions. */
export const SDKS = [
  'openai',
  '@anthropic-ai/sdk',
  '@google/genai',
  '@google/generative-ai',
  '@mistralai/mistralai',
  'cohere-ai',
  '@aws-sdk/client-bedrock-runtime',
  'ollama',
  'groq-sdk',
  '@ai-sdk/alibaba',
  '@ai-sdk/amazon-bedrock',
  '@ai-sdk/cohere',
  '@ai-sdk/deepseek',
  '@ai-sdk/mistral',
  '@ai-sdk/moonshotai',
  '@ai-sdk/xai',
]

/**
 * The unions: wire, kind, package, type. The kinds are those of `known.mjs`. Helper types of `read-unions.mjs` may be used.
 */
export const UNIONS = [
  ['catalogue', 'model', '@anthropic-ai/sdk', claude('Model')],
  ['anthropic-messages', 'finish', '@anthropic-ai/sdk', claudeBeta('BetaStopReason')],
  [
    'anthropic-messages',
    'part',
    '@anthropic-ai/sdk',
    `Types<${claude('ContentBlock')} | ${claude('ContentBlockParam')}>`,
  ],
  [
    'anthropic-messages',
    'part',
    '@anthropic-ai/sdk',
    `Types<${claudeBeta('BetaContentBlock')} | ${claudeBeta('BetaContentBlockParam')}>`,
  ],
  [
    'anthropic-messages',
    'event',
    '@anthropic-ai/sdk',
    `Types<${claudeBeta('BetaRawMessageStreamEvent')} | ${claudeBeta('BetaRawContentBlockDelta')}>`,
  ],
  ['anthropic-messages', 'tool', '@anthropic-ai/sdk', `Types<${claudeBeta('BetaToolUnion')}>`],
  [
    'anthropic-messages',
    'field',
    '@anthropic-ai/sdk',
    `Fields<${claude('MessageCreateParams')} | ${claudeBeta('MessageCreateParams')}>`,
  ],
  ['catalogue', 'model', 'openai', shared('ChatModel')],
  ['openai-chat', 'finish', 'openai', `NonNullable<${chat('ChatCompletion.Choice')}['finish_reason']>`],
  ['openai-chat', 'part', 'openai', `Types<${chat('ChatCompletionContentPart')}>`],
  ['openai-chat', 'tool', 'openai', `Types<${chat('ChatCompletionTool')}>`],
  ['openai-chat', 'field', 'openai', `Fields<${chat('ChatCompletionCreateParams')}>`],
  ['openai-chat', 'field', 'groq-sdk', `Fields<${groq('ChatCompletionCreateParamsBase')}>`],
  ['openai-chat', 'finish', 'groq-sdk', `NonNullable<${groq('ChatCompletion.Choice')}['finish_reason']>`],
  ['openai-chat', 'part', 'groq-sdk', `Types<${groq('ChatCompletionContentPart')}>`],
  ['catalogue', 'model', 'openai', shared('ResponsesModel')],
  [
    'openai-responses',
    'finish',
    'openai',
    `NonNullable<${responses('Response.IncompleteDetails')}['reason']> | NonNullable<${responses('ResponseStatus')}>`,
  ],
  [
    'openai-responses',
    'item',
    'openai',
    `Types<${responses('ResponseInputItem')} | ${responses('ResponseItem')} | ${responses('ResponseOutputItem')}>`,
  ],
  ['openai-responses', 'event', 'openai', `Types<${responses('ResponseStreamEvent')}>`],
  ['openai-responses', 'tool', 'openai', `Types<${responses('Tool')}>`],
  ['openai-responses', 'field', 'openai', `Fields<${responses('ResponseCreateParams')}>`],
  ['openai-realtime', 'item', 'openai', `Types<${realtime('ConversationItem')}>`],
  ['openai-realtime', 'event', 'openai', `Types<${realtime('RealtimeServerEvent')}>`],
  ['openai-realtime', 'tool', 'openai', `Types<${realtime('RealtimeToolsConfigUnion')}>`],
  ['google-generate-content', 'finish', '@google/genai', `\`\${${genai('FinishReason')}}\``],
  ['google-generate-content', 'finish', '@google/generative-ai', `\`\${${oldGenai('FinishReason')}}\``],
  ['google-generate-content', 'part', '@google/genai', `Fields<${genai('Part')}>`],
  ['google-generate-content', 'part', '@google/generative-ai', `Fields<${oldGenai('Part')}>`],
  ['google-generate-content', 'tool', '@google/genai', `Fields<${genai('Tool')}>`],
  ['google-generate-content', 'field', '@google/genai', `Fields<${genai('GenerateContentConfig')}>`],
  ['google-live', 'event', '@google/genai', `Fields<${genai('LiveServerMessage')}>`],
  ['catalogue', 'model', '@google/genai', genai('Interactions.Model')],
  [
    'google-interactions',
    'finish',
    '@google/genai',
    `${genai('Interactions.InteractionStatusUpdate')}['status']`,
  ],
  ['google-interactions', 'item', '@google/genai', `Types<${genai('Interactions.Step')}>`],
  ['google-interactions', 'part', '@google/genai', `Types<${genai('Interactions.Content')}>`],
  [
    'google-interactions',
    'event',
    '@google/genai',
    `Values<${genai('Interactions.InteractionSSEEvent')}, 'event_type'>`,
  ],
  ['google-interactions', 'tool', '@google/genai', `Types<${genai('Interactions.Tool')}>`],
  [
    'google-interactions',
    'field',
    '@google/genai',
    `Fields<${genai('Interactions.CreateModelInteractionParamsNonStreaming')}>`,
  ],
  [
    'mistral-chat',
    'finish',
    '@mistralai/mistralai',
    `${mistral('chatcompletionchoice')('ChatCompletionChoiceFinishReason')}`,
  ],
  [
    'mistral-chat',
    'part',
    '@mistralai/mistralai',
    `Types<${mistral('contentchunk')('ContentChunk$Outbound')}>`,
  ],
  [
    'mistral-chat',
    'field',
    '@mistralai/mistralai',
    `Fields<${mistral('chatcompletionrequest')('ChatCompletionRequest$Outbound')}>`,
  ],
  ['cohere-chat', 'finish', 'cohere-ai', cohere('Cohere.ChatFinishReason')],
  [
    'cohere-chat',
    'part',
    'cohere-ai',
    `Types<${cohere('Cohere.Content')} | Items<${cohere('Cohere.AssistantMessageV2Content')}>>`,
  ],
  ['cohere-chat', 'event', 'cohere-ai', `Types<${cohere('Cohere.V2ChatStreamResponse')}>`],
  ['cohere-chat', 'field', 'cohere-ai', `Fields<${cohere('Cohere.V2ChatRequest')}>`],
  ['bedrock-converse', 'finish', '@aws-sdk/client-bedrock-runtime', bedrock('StopReason')],
  ['bedrock-converse', 'part', '@aws-sdk/client-bedrock-runtime', `Fields<${bedrock('ContentBlock')}>`],
  [
    'bedrock-converse',
    'event',
    '@aws-sdk/client-bedrock-runtime',
    `Fields<${bedrock('ConverseStreamOutput')}>`,
  ],
  ['bedrock-converse', 'tool', '@aws-sdk/client-bedrock-runtime', `Fields<${bedrock('Tool')}>`],
  ['bedrock-converse', 'field', '@aws-sdk/client-bedrock-runtime', `Fields<${bedrock('ConverseRequest')}>`],
  ['ollama-chat', 'field', 'ollama', `Fields<${ollama('ChatRequest')}>`],
  ['catalogue', 'model', '@ai-sdk/alibaba', modelsOf('alibaba', 'alibaba')],
  ['catalogue', 'model', '@ai-sdk/amazon-bedrock', modelsOf('amazon-bedrock', 'bedrock')],
  ['catalogue', 'model', '@ai-sdk/cohere', modelsOf('cohere', 'cohere')],
  ['catalogue', 'model', '@ai-sdk/deepseek', modelsOf('deepseek', 'deepseek')],
  ['catalogue', 'model', '@ai-sdk/mistral', modelsOf('mistral', 'mistral')],
  ['catalogue', 'model', '@ai-sdk/moonshotai', modelsOf('moonshotai', 'moonshotai')],
  ['catalogue', 'model', '@ai-sdk/xai', modelsOf('xai', 'xai')],
].map(([wire, kind, sdk, type]) => ({ wire, kind, sdk, type }))
