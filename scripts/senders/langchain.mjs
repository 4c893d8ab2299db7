import { ChatAnthropic } from '@langchain/anthropic'
import { ChatBedrockConverse } from '@langchain/aws'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatMistralAI } from '@langchain/mistralai'
import { ChatOllama } from '@langchain/ollama'
import { ChatOpenAI } from '@langchain/openai'
import { langchain } from '../../build/adapters/langchain/index.js'
import { encodeConversation } from '../../build/src/index.js'
import { Capture } from './capture.mjs'

process.env.LANGCHAIN_TRACING_V2 = 'false'

const apiKey = 'key'
const common = { apiKey, maxRetries: 0 }
const PACKAGES = {
  'openai chat': {
    wire: 'openai-chat',
    model: 'gpt-4.1',
    create: (model) => new ChatOpenAI({ ...common, model, useResponsesApi: false }),
  },
  'openai responses': {
    wire: 'openai-responses',
    model: 'gpt-5.4',
    create: (model) => new ChatOpenAI({ ...common, model, useResponsesApi: true }),
  },
  anthropic: {
    wire: 'anthropic-messages',
    model: 'claude-sonnet-4-5',
    create: (model) => new ChatAnthropic({ ...common, model }),
  },
  'google-genai': {
    wire: 'google-generate-content',
    model: 'gemini-2.5-flash',
    create: (model) => new ChatGoogleGenerativeAI({ ...common, model }),
  },
  mistralai: {
    wire: 'mistral-chat',
    model: 'mistral-large-latest',
    create: (model) => new ChatMistralAI({ ...common, model }),
  },
  aws: {
    wire: 'bedrock-converse',
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    create: (model, fetch) =>
      new ChatBedrockConverse({
        model,
        maxRetries: 0,
        region: 'us-east-1',
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        clientOptions: { requestHandler: handlerOf(fetch) },
      }),
  },
  ollama: {
    wire: 'ollama-chat',
    model: 'qwen3',
    create: (model, fetch) => new ChatOllama({ model, maxRetries: 0, fetch }),
  },
}

/** Sends requests of AWS's client with a fetch. */
function handlerOf(fetch) {
  return {
    async handle({ protocol, hostname, path, method, body }) {
      await fetch(`${protocol}//${hostname}${path}`, { method, body })
      throw new Error('captured')
    },
  }
}

export const langchainSenders = Object.entries(PACKAGES).map(([name, { wire, model, create }]) => ({
  name: `@langchain/${name}`,
  library: 'langchain',
  adapter: langchain,
  profile: profileOf(name),
  wire,
  model,
  async send(conversation) {
    const capture = new Capture()
    const { value } = encodeConversation(conversation, { to: langchain, limits: profileOf(name) })
    const { messages, tools = [] } = value
    const before = globalThis.fetch
    globalThis.fetch = capture.fetch
    try {
      const chat = create(model, capture.fetch)
      await (tools.length === 0 ? chat : chat.bindTools(tools)).invoke(messages)
    } catch (error) {
      return { body: capture.body, error }
    } finally {
      globalThis.fetch = before
    }
    return { body: capture.body }
  },
}))

function profileOf(name) {
  return `@langchain/${name.split(' ')[0]}`
}
