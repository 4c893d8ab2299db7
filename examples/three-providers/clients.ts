// One short function per wire: the client of the official SDK sends the native request and returns its native
// objects.
import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { OpenAI } from 'openai'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google, sdkParameters } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import {
  type Conversation,
  encodeConversation,
  type ModelResponse,
  type Notice,
  restoreResponse,
} from '../../src/index.js'

export type Fetch = typeof globalThis.fetch

/** The result of one turn with a provider. */
export interface Turn {
  readonly response: ModelResponse
  readonly notices: readonly Notice[]
}

/** Sends a canonical conversation through an official SDK client. The given `fetch` determines the server. */
export type SendTurn = (conversation: Conversation, fetch: Fetch) => Promise<Turn>

export interface DemoClient {
  readonly wire: string
  readonly sdk: string
  readonly send: SendTurn
}

const apiKey = 'not-needed-offline'

export const clients: readonly DemoClient[] = [
  {
    wire: 'anthropic-messages',
    sdk: '@anthropic-ai/sdk, streaming',
    async send(conversation, fetch) {
      const client = new Anthropic({ apiKey, fetch })
      const fitted = encodeConversation(
        { ...conversation, stream: true },
        { to: anthropic, model: 'claude-sonnet-5-5', maxOutputTokens: 1024 },
      )
      const stream = await client.messages.create({ ...fitted.value, stream: true })
      return { response: restoreResponse(await anthropic.collect(stream), fitted), notices: fitted.notices }
    },
  },
  {
    wire: 'openai-chat',
    sdk: 'openai, chat.completions',
    async send(conversation, fetch) {
      const client = new OpenAI({ apiKey, fetch })
      const fitted = encodeConversation(conversation, { to: openaiChat, model: 'gpt-5.4' })
      const completion = await client.chat.completions.create({ ...fitted.value, stream: false })
      const decoded = openaiChat.decodeResponse(completion)
      return {
        response: restoreResponse(decoded.value, fitted),
        notices: [...fitted.notices, ...decoded.notices],
      }
    },
  },
  {
    wire: 'google-generate-content',
    sdk: '@google/genai, streaming',
    async send(conversation, fetch) {
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch, apiVersion: 'v1beta' } })
      const model = 'gemini-3-flash-preview'
      const fitted = encodeConversation(conversation, { to: google, model })
      const stream = await client.models.generateContentStream(sdkParameters(fitted.value, model))
      return { response: restoreResponse(await google.collect(stream), fitted), notices: fitted.notices }
    },
  },
  {
    wire: 'openai-responses',
    sdk: 'openai, responses',
    async send(conversation, fetch) {
      const client = new OpenAI({ apiKey, fetch })
      const fitted = encodeConversation(conversation, { to: openaiResponses, model: 'gpt-5.4' })
      const response = await client.responses.create({ ...fitted.value, stream: false })
      const decoded = openaiResponses.decodeResponse(response)
      return {
        response: restoreResponse(decoded.value, fitted),
        notices: [...fitted.notices, ...decoded.notices],
      }
    },
  },
]
