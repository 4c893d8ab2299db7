import { Anthropic } from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { GoogleGenerativeAI } from '@google/generative-ai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import { CohereClientV2 } from 'cohere-ai'
import { Ollama } from 'ollama'
import { OpenAI } from 'openai'
import { vi } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { cohereChat } from '../../adapters/cohere-chat/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { googleInteractions } from '../../adapters/google-interactions/index.js'
import { mistralChat } from '../../adapters/mistral-chat/index.js'
import { ollamaChat } from '../../adapters/ollama-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { adapters } from './adapters.js'

export type Fetch = typeof globalThis.fetch

/** An official SDK that sends one short question, and its result in canonical form. */
export interface SdkClient {
  readonly wire: string
  /** The reason why the SDK's own stream helper loses reasoning, if it does. */
  readonly losesThinking?: string
  /**
   * The reason why the SDK's streams lose the details of an error, if they do. The failure itself is still
   * visible.
   */
  readonly losesErrors?: string
  readonly sdk: string
  ask(fetch: Fetch): Promise<ModelResponse>
  /** Uses the SDK's own stream helper if it has one. */
  stream(fetch: Fetch): Promise<ModelResponse>
}

export const QUESTION = 'Hi'

/** The question as a native request body of each wire. */
export const questions: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  adapters.map(({ wire, adapter }) => [wire, questionTo(adapter)]),
)

function questionTo(adapter: Adapter): JsonObject {
  const { value } = adapter.encodeRequest({
    model: 'm',
    maxOutputTokens: 100,
    messages: [{ role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
  })
  return expectObject(asJson(value), '')
}

const apiKey = 'not-needed-offline'
const messages = [{ role: 'user' as const, content: QUESTION }]

function openai(fetch: Fetch): OpenAI {
  return new OpenAI({ apiKey, fetch, maxRetries: 0 })
}

const bedrockQuestion = {
  modelId: 'm',
  messages: [{ role: 'user' as const, content: [{ text: QUESTION }] }],
}

/**
 * Returns the AWS client over a fetch. Its own transport keeps connections, and cannot be replaced in other
 * ways.
 */
export function bedrockClient(fetch: Fetch): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
    requestHandler: {
      async handle({ method, hostname, path, headers, body }: HttpRequest) {
        const answer = await fetch(`https://${hostname}${path}`, { method, headers, body })
        const { status: statusCode, body: received } = answer
        return { response: { statusCode, headers: Object.fromEntries(answer.headers), body: received } }
      },
    },
  })
}

interface HttpRequest {
  readonly method: string
  readonly hostname: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export function mistral(fetch: Fetch, serverURL = 'https://api.mistral.ai'): Mistral {
  const httpClient = new HTTPClient({ fetcher: fetch })
  return new Mistral({ apiKey, serverURL, httpClient, retryConfig: { strategy: 'none' } })
}

export function cohere(fetch: Fetch, baseUrl = 'https://api.cohere.com'): CohereClientV2 {
  return new CohereClientV2({ token: apiKey, baseUrl, fetch, maxRetries: 0 })
}

export function ollama(fetch: Fetch, host = 'http://127.0.0.1:11434'): Ollama {
  return new Ollama({ host, fetch })
}

/** Without this option it retries for minutes. */
const ONCE = { retries: { strategy: 'none' } } as const

export const sdkClients: readonly SdkClient[] = [
  {
    wire: 'openai-chat',
    sdk: 'openai chat.completions',
    async ask(fetch) {
      const completion = await openai(fetch).chat.completions.create({ model: 'm', messages })
      return openaiChat.decodeResponse(completion).value
    },
    losesThinking: 'of fields that OpenAI does not have, the helper keeps the last delta',
    async stream(fetch) {
      const stream = openai(fetch).chat.completions.stream({ model: 'm', messages })
      return openaiChat.decodeResponse(await stream.finalChatCompletion()).value
    },
  },
  {
    wire: 'openai-chat',
    sdk: 'openai chat.completions, stream: true',
    async ask(fetch) {
      const completion = await openai(fetch).chat.completions.create({ model: 'm', messages })
      return openaiChat.decodeResponse(completion).value
    },
    async stream(fetch) {
      const stream = await openai(fetch).chat.completions.create({ model: 'm', messages, stream: true })
      return openaiChat.collect(stream)
    },
  },
  {
    wire: 'openai-responses',
    sdk: 'openai responses',
    async ask(fetch) {
      const response = await openai(fetch).responses.create({ model: 'm', input: QUESTION })
      return openaiResponses.decodeResponse(response).value
    },
    async stream(fetch) {
      const stream = openai(fetch).responses.stream({ model: 'm', input: QUESTION })
      return openaiResponses.decodeResponse(await stream.finalResponse()).value
    },
  },
  {
    wire: 'anthropic-messages',
    sdk: '@anthropic-ai/sdk',
    async ask(fetch) {
      const client = new Anthropic({ apiKey, fetch, maxRetries: 0 })
      const message = await client.messages.create({ model: 'm', max_tokens: 100, messages })
      return anthropic.decodeResponse(message).value
    },
    async stream(fetch) {
      const client = new Anthropic({ apiKey, fetch, maxRetries: 0 })
      const stream = client.messages.stream({ model: 'm', max_tokens: 100, messages })
      return anthropic.decodeResponse(await stream.finalMessage()).value
    },
  },
  {
    wire: 'bedrock-converse',
    sdk: '@aws-sdk/client-bedrock-runtime',
    async ask(fetch) {
      const output = await bedrockClient(fetch).send(new ConverseCommand(bedrockQuestion))
      return bedrock.decodeResponse(output).value
    },
    async stream(fetch) {
      const { stream } = await bedrockClient(fetch).send(new ConverseStreamCommand(bedrockQuestion))
      return bedrock.collect(stream ?? [])
    },
  },
  {
    wire: 'mistral-chat',
    sdk: '@mistralai/mistralai',
    losesErrors: 'it leaves out members of a chunk that it does not know, and throws for other data',
    async ask(fetch) {
      return mistralChat.decodeResponse(await mistral(fetch).chat.complete({ model: 'm', messages })).value
    },
    async stream(fetch) {
      return mistralChat.collect(await mistral(fetch).chat.stream({ model: 'm', messages }))
    },
  },
  {
    wire: 'cohere-chat',
    sdk: 'cohere-ai',
    async ask(fetch) {
      return cohereChat.decodeResponse(await cohere(fetch).chat({ model: 'm', messages })).value
    },
    async stream(fetch) {
      return cohereChat.collect(await cohere(fetch).chatStream({ model: 'm', messages }))
    },
  },
  {
    wire: 'ollama-chat',
    sdk: 'ollama',
    losesErrors: 'it throws the text of an error alone',
    async ask(fetch) {
      return ollamaChat.decodeResponse(await ollama(fetch).chat({ model: 'm', messages })).value
    },
    async stream(fetch) {
      return ollamaChat.collect(await ollama(fetch).chat({ model: 'm', messages, stream: true }))
    },
  },
  {
    wire: 'google-generate-content',
    sdk: '@google/genai',
    async ask(fetch) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } })
      const response = await client.models.generateContent({ model: 'm', contents: QUESTION })
      return google.decodeResponse(response).value
    },
    async stream(fetch) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } })
      const stream = await client.models.generateContentStream({ model: 'm', contents: QUESTION })
      return google.collect(stream)
    },
  },
  {
    wire: 'google-interactions',
    sdk: '@google/genai interactions',
    async ask(fetch) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } })
      const answer = await client.interactions.create({ model: 'm', input: QUESTION }, ONCE)
      return googleInteractions.decodeResponse(answer).value
    },
    async stream(fetch) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } })
      const stream = await client.interactions.create({ model: 'm', input: QUESTION, stream: true }, ONCE)
      return googleInteractions.collect(stream)
    },
  },
  {
    wire: 'google-generate-content',
    sdk: '@google/generative-ai',
    ask: (fetch) =>
      withGlobalFetch(fetch, async () => {
        const model = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model: 'm' })
        const { response } = await model.generateContent(QUESTION)
        return google.decodeResponse(response).value
      }),
    stream: (fetch) =>
      withGlobalFetch(fetch, async () => {
        const model = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model: 'm' })
        const { stream, response } = await model.generateContentStream(QUESTION)
        const collected = await google.collect(stream)
        // The helper joins reasoning and text, and ignores errors. The test checks only the assembly of the
        // rest.
        if (collected.error === undefined) google.decodeResponse(await response)
        return collected
      }),
  },
]

/** Replaces the global fetch during a run. The old SDK has no option for fetch. */
export async function withGlobalFetch<Value>(fetch: Fetch, run: () => Promise<Value>): Promise<Value> {
  vi.stubGlobal('fetch', fetch)
  try {
    return await run()
  } finally {
    vi.unstubAllGlobals()
  }
}
