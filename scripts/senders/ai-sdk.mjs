import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createCohere } from '@ai-sdk/cohere'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createXai } from '@ai-sdk/xai'
import { convertToModelMessages, generateText, jsonSchema, tool } from 'ai'
import { aiSdk, aiSdkUi } from '../../build/adapters/ai-sdk/index.js'
import { encodeConversation } from '../../build/src/index.js'
import { Capture } from './capture.mjs'

globalThis.AI_SDK_LOG_WARNINGS = false

const apiKey = 'key'
const PACKAGES = {
  'openai chat': {
    wire: 'openai-chat',
    model: 'gpt-4.1',
    create: (fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-4.1'),
  },
  'openai responses': {
    wire: 'openai-responses',
    model: 'gpt-5.4',
    create: (fetch) => createOpenAI({ apiKey, fetch }).responses('gpt-5.4'),
  },
  anthropic: {
    wire: 'anthropic-messages',
    model: 'claude-sonnet-4-5',
    create: (fetch) => createAnthropic({ apiKey, fetch })('claude-sonnet-4-5'),
  },
  google: {
    wire: 'google-generate-content',
    model: 'gemini-2.5-flash',
    create: (fetch) => createGoogle({ apiKey, fetch })('gemini-2.5-flash'),
  },
  mistral: {
    wire: 'mistral-chat',
    model: 'mistral-large-latest',
    create: (fetch) => createMistral({ apiKey, fetch })('mistral-large-latest'),
  },
  'amazon-bedrock': {
    wire: 'bedrock-converse',
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    create: (fetch) =>
      createAmazonBedrock({ region: 'us-east-1', apiKey, fetch })(
        'anthropic.claude-sonnet-4-5-20250929-v1:0',
      ),
  },
  cohere: {
    wire: 'cohere-chat',
    model: 'command-a-03-2025',
    create: (fetch) => createCohere({ apiKey, fetch })('command-a-03-2025'),
  },
  xai: {
    wire: 'openai-chat',
    model: 'grok-4',
    create: (fetch) => createXai({ apiKey, fetch }).chat('grok-4'),
  },
}

/** The text in place of the bytes of a URL, which are not loaded. */
export const DOWNLOADED = 'downloaded from '

const download = (files) =>
  Promise.resolve(
    files.map(({ url, isUrlSupportedByModel }) =>
      isUrlSupportedByModel
        ? null
        : { data: new TextEncoder().encode(`${DOWNLOADED}${url}`), mediaType: undefined },
    ),
  )

const FORMS = { model: aiSdk, ui: aiSdkUi }

/** Returns the name of the limits. Requests to the Responses API have those with the name of the package. */
function profileOf(name) {
  return `@ai-sdk/${name.replace(' responses', '')}`
}

export const sdkSenders = Object.entries(PACKAGES).flatMap(([name, { wire, model, create }]) =>
  Object.entries(FORMS).map(([form, adapter]) => ({
    name: `@ai-sdk/${name} (${form})`,
    library: 'ai-sdk',
    adapter,
    profile: profileOf(name),
    wire,
    model,
    async send(conversation) {
      const capture = new Capture()
      const { value } = encodeConversation(conversation, { to: adapter, limits: profileOf(name) })
      const { messages, tools = [], instructions } = value
      try {
        await generateText({
          model: create(capture.fetch),
          instructions,
          messages: form === 'ui' ? await convertToModelMessages(messages) : messages,
          allowSystemInMessages: true,
          tools: toolSet(tools),
          toolChoice: 'auto',
          maxOutputTokens: 4096,
          maxRetries: 0,
          providerOptions: { openai: { store: false } },
          experimental_download: download,
        })
      } catch (error) {
        return { body: capture.body, error }
      }
      return { body: capture.body }
    },
  })),
)

/** Returns the functions as the SDK accepts them. */
function toolSet(tools) {
  const entries = Array.isArray(tools) ? tools.map((one) => [one.name, one]) : Object.entries(tools)
  const functions = entries.filter(([, { inputSchema }]) => inputSchema !== undefined)
  return Object.fromEntries(
    functions.map(([name, { description, inputSchema }]) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema.jsonSchema ?? inputSchema) }),
    ]),
  )
}
