/*
 * Compiled, never run: the entry points as programs use them, with the official SDKs' own types and no cast.
 */
import type Anthropic from '@anthropic-ai/sdk'
import {
  type BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamCommandInput,
} from '@aws-sdk/client-bedrock-runtime'
import type { GoogleGenAI } from '@google/genai'
import type { Mistral } from '@mistralai/mistralai'
import type { CohereClientV2 } from 'cohere-ai'
import type OpenAI from 'openai'
import { z } from 'zod'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { cohereChat, sdkParameters as cohereParameters } from '../../adapters/cohere-chat/index.js'
import { google, sdkParameters } from '../../adapters/google-generate-content/index.js'
import { mistralChat, sdkParameters as mistralParameters } from '../../adapters/mistral-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import {
  type Conversation,
  defineTool,
  encodeConversation,
  type Message,
  type Provider,
  provider,
  type ToolCall,
  toolResult,
  translate,
  translateRequest,
  translateResponse,
  translateStream,
} from '../../src/index.js'
import { models } from '../../src/translate/catalogue/index.js'

/** The input of `execute`, by each kind of schema. */
export const tools = [
  defineTool({
    name: 'zod',
    parameters: z.object({ city: z.string(), days: z.number().default(3) }),
    execute: ({ city, days }) => city.repeat(days),
  }),
  defineTool({
    name: 'written',
    parameters: z.toJSONSchema(z.object({ city: z.string() })),
    execute: ({ city }) => city,
  }),
  defineTool({
    name: 'plain',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    execute: ({ city }) => city === 'Oslo',
  }),
]
// @ts-expect-error A city is text.
defineTool({ name: 'zod', parameters: z.object({ city: z.string() }), execute: ({ city }) => city * 2 })

// @ts-expect-error The arguments of a tool are an object.
defineTool({ name: 'text', parameters: z.string(), execute: () => 1 })
// @ts-expect-error The arguments of a tool are not a list.
defineTool({ name: 'list', parameters: z.array(z.string()), execute: () => 1 })

// @ts-expect-error Requests of Anthropic need an output limit.
provider(anthropic, { model: 'm', key: 'k' })
provider(anthropic, { model: 'm', key: 'k', maxOutputTokens: 1 })
provider(anthropic, { model: 'm', key: 'k', fill: true, models })
provider(openaiChat, { model: 'm', key: 'k' })

/** Adapters of which one is selected at run time. */
const adapters = [openaiChat, openaiResponses, anthropic, google, bedrock, mistralChat, cohereChat] as const
type Chosen = (typeof adapters)[number]

export function chosen(conversation: Conversation, at: 0 | 1 | 2 | 3 | 4 | 5 | 6) {
  const to = adapters[at]
  const { value } = encodeConversation(conversation, { to, model: 'm', maxOutputTokens: 9 })
  if ('max_tokens' in value) return value.max_tokens?.toFixed()
  if ('contents' in value) return value.contents.length
  if ('inferenceConfig' in value) return value.inferenceConfig?.maxTokens
  return 'model' in value ? value.model : value
}

/** Checks that the output of one adapter has that adapter's types. */
export function fixed(conversation: Conversation, completion: OpenAI.ChatCompletion) {
  const request: Anthropic.MessageCreateParams = encodeConversation(conversation, { to: anthropic }).value
  const response = translateResponse(completion, { from: openaiChat, to: anthropic }).value
  const word: 'message' = response.type
  // @ts-expect-error It is not a request of Google's.
  request.contents
  // @ts-expect-error It is not an answer of OpenAI's.
  response.choices
  return word
}

export function target(
  completion: OpenAI.ChatCompletion,
  messages: OpenAI.ChatCompletionMessageParam[],
  to: Chosen,
) {
  const request = translateRequest({ model: 'm', messages }, { from: openaiChat, to })
  const response = translateResponse(completion, { from: openaiChat, to, restore: request })
  const moved = translate(messages, { from: openaiChat, to })
  const stream = translateStream([''], { from: openaiChat, to })
  const answer = response.value
  // @ts-expect-error Not every wire has choices.
  answer.choices
  const content =
    'choices' in answer ? answer.choices.length : 'candidates' in answer ? answer.candidates : []
  return { request, content, first: moved.value[0], system: moved.system, stream }
}

export function source(completion: OpenAI.ChatCompletion, from: Chosen) {
  const { value } = translateResponse(completion, { from, to: openaiResponses })
  const request = translateRequest('{}', { from, to: openaiResponses, model: 'gpt-5' }).value
  const calls: ToolCall[] = from.toolCalls('{}')
  return { calls, output: value.output.length, model: request.model }
}

interface Clients {
  readonly openai: OpenAI
  readonly anthropic: Anthropic
  readonly google: GoogleGenAI
  readonly mistral: Mistral
  readonly cohere: CohereClientV2
  readonly bedrock: BedrockRuntimeClient
}

/** One line per provider. The official SDKs accept the requests, and their results are decoded. */
export function providers(clients: Clients): Record<string, Provider> {
  const model = 'm'
  return {
    chat: provider(openaiChat, {
      model,
      send: (request, { signal }) =>
        clients.openai.chat.completions.create({ ...request, stream: true }, { signal }),
    }),
    responses: provider(openaiResponses, {
      model,
      send: (request, { signal }) =>
        clients.openai.responses.create({ ...request, stream: true }, { signal }),
    }),
    claude: provider(anthropic, {
      model,
      maxOutputTokens: 1000,
      send: (request, { signal }) => clients.anthropic.messages.create(request, { signal }),
    }),
    gemini: provider(google, {
      model,
      send: (request) => clients.google.models.generateContentStream(sdkParameters(request, model)),
    }),
    mistral: provider(mistralChat, {
      model,
      send: (request) => clients.mistral.chat.stream(mistralParameters(request)),
    }),
    cohere: provider(cohereChat, {
      model,
      send: (request, { signal: abortSignal }) =>
        clients.cohere.chatStream(cohereParameters(request), { abortSignal }),
    }),
    bedrock: provider(bedrock, {
      model,
      async send(request, { signal: abortSignal }) {
        const input: ConverseStreamCommandInput = request
        const { stream } = await clients.bedrock.send(new ConverseStreamCommand(input), { abortSignal })
        return stream ?? []
      },
    }),
  }
}

/** With `fetch` the adapter may be any of them. */
export function fetched(adapter: Chosen): Provider {
  return provider(adapter, {
    model: 'm',
    send: (request, { path, signal }) =>
      fetch(path, { method: 'POST', body: JSON.stringify(request), signal }),
  })
}

/** Checks that an answer or a request of another wire is rejected. `other-wires.ts` checks every pair. */
export function strangers(completion: OpenAI.ChatCompletion, request: Anthropic.MessageCreateParams) {
  // @ts-expect-error
  anthropic.toolCalls(completion)
  // @ts-expect-error
  openaiChat.decodeRequest(request)
  // @ts-expect-error
  translateResponse(completion, { from: google, to: anthropic })
  // @ts-expect-error
  translateRequest(request, { from: openaiChat, to: anthropic })
}

/** Checks that complete calls have arguments and other calls have none. */
export function narrowed(message: Message): string[] {
  return message.parts.flatMap((part) =>
    part.type === 'tool-call' && part.status === 'complete' && part.kind === 'function'
      ? Object.keys(part.arguments)
      : [],
  )
}

export function answered(call: ToolCall) {
  if (call.status !== 'complete') return call.arguments satisfies undefined
  return toolResult(call, call.kind === 'custom' ? call.arguments.length : Object.keys(call.arguments))
}

// @ts-expect-error What is complete has arguments.
export const hollow: ToolCall = {
  type: 'tool-call',
  id: '1',
  name: 'f',
  kind: 'function',
  status: 'complete',
  providerExecuted: false,
}
// @ts-expect-error What is broken has none.
export const full: ToolCall = {
  type: 'tool-call',
  id: '1',
  name: 'f',
  kind: 'function',
  status: 'truncated',
  arguments: {},
  providerExecuted: false,
}
