// Four models of three vendors over four wires, through the official SDKs. They take turns.
import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { type Notice, type Provider, provider } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { google, sdkParameters } from 'toolwire/adapters/google-generate-content'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { openaiResponses } from 'toolwire/adapters/openai-responses'

export interface Model {
  readonly name: string
  readonly provider: Provider
}

/**
 * Creates a model of each provider.
 * @param fetch the source of answers. To use the vendors, omit `fetch` and `apiKey` and set your API keys.
 * @param onNotice called with each change that a model requires in the conversation.
 */
export function openModels(
  fetch: typeof globalThis.fetch,
  onNotice: (notice: Notice) => void,
): readonly Model[] {
  const apiKey = 'not-needed-offline'
  const openai = new OpenAI({ apiKey, fetch })
  const claude = new Anthropic({ apiKey, fetch })
  const gemini = new GoogleGenAI({ apiKey, httpOptions: { fetch, apiVersion: 'v1beta' } })
  return [
    {
      name: 'Claude',
      provider: provider(anthropic, {
        model: 'claude-sonnet-5-5',
        maxOutputTokens: 1024,
        onNotice,
        send: (body, { signal }) => claude.messages.create(body, { signal }),
      }),
    },
    {
      name: 'GPT',
      provider: provider(openaiChat, {
        model: 'gpt-5.4',
        onNotice,
        send: (body, { signal }) => openai.chat.completions.create(body, { signal }),
      }),
    },
    {
      name: 'Gemini',
      provider: provider(google, {
        model: 'gemini-3-flash-preview',
        onNotice,
        send: (body, { model, signal }) =>
          gemini.models.generateContentStream(sdkParameters(body, model, signal)),
      }),
    },
    {
      name: 'GPT, by Responses',
      provider: provider(openaiResponses, {
        model: 'gpt-5.4',
        onNotice,
        send: (body, { signal }) => openai.responses.create(body, { signal }),
      }),
    },
  ]
}
