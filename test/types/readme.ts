// The README's examples, compiled against the official SDKs.
import { Anthropic } from '@anthropic-ai/sdk'
import type { GenerateContentParameters } from '@google/genai'
import type { OpenAI } from 'openai'
import {
  anthropic,
  messages as claude,
  collect,
  decodeResponse,
  stream,
  toolCalls,
  toolResults,
} from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { messages as chat, openaiChat } from '../../adapters/openai-chat/index.js'
import {
  type Conversation,
  encodeConversation,
  errorResult,
  isComplete,
  restoreResponse,
  type ToolCall,
  toolResult,
  translate,
  translateStream,
} from '../../src/index.js'

type Message = OpenAI.ChatCompletionMessageParam

export async function swap(
  completion: OpenAI.ChatCompletion,
  messages: Message[],
  run: (call: ToolCall) => unknown,
) {
  const calls = openaiChat.toolCalls(completion)
  const results = calls.map((call) =>
    isComplete(call) ? toolResult(call, run(call)) : errorResult(call, call.status),
  )
  const [choice] = completion.choices
  if (choice === undefined) return undefined
  messages.push(choice.message, ...openaiChat.toolResults(results))
  const moved = translate(messages, { from: openaiChat, to: anthropic })
  for (const { code, path, message } of moved.notices) console.log(code, path, message)
  return await new Anthropic().messages.create({
    model: 'claude-sonnet-5-5',
    max_tokens: 1024,
    messages: moved.value,
    ...(moved.system && { system: moved.system }),
  })
}

export function messagesAlone(messages: Message[]) {
  const { value, system } = translate(messages, { from: chat, to: claude })
  const params: Anthropic.MessageCreateParams = {
    model: 'claude-sonnet-5-5',
    max_tokens: 1024,
    messages: value,
    ...(system && { system }),
  }
  // @ts-expect-error Texts are not messages.
  translate(['Hi'], { from: chat, to: claude })
  // @ts-expect-error A message has a role.
  translate([{ content: 'Hi' }], { from: chat, to: claude })
  return params
}

export async function perTurn(request: GenerateContentParameters, client: Anthropic): Promise<Conversation> {
  const conversation = google.decodeRequest(request).value
  const fitted = encodeConversation(conversation, {
    to: anthropic,
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 1024,
  })
  const answer = await client.messages.create({ ...fitted.value, stream: false })
  const { message } = restoreResponse(anthropic.decodeResponse(answer).value, fitted)
  return { ...conversation, messages: [...conversation.messages, message] }
}

export async function streamed(client: Anthropic, run: (call: ToolCall) => unknown) {
  const params = { model: 'claude-sonnet-5-5', max_tokens: 1024, messages: [] }
  for await (const event of anthropic.stream(await client.messages.create({ ...params, stream: true }))) {
    if (event.type === 'tool-call' && isComplete(event.call)) run(event.call)
  }
  return await anthropic.collect(client.messages.stream(params))
}

export async function passedOn(client: Anthropic, reply: { write(frame: string | Uint8Array): void }) {
  const params = { model: 'claude-sonnet-5-5', max_tokens: 1024, messages: [] }
  const sdkStream = await client.messages.create({ ...params, stream: true })
  for await (const frame of translateStream(sdkStream, { from: anthropic, to: openaiChat }))
    reply.write(frame)
}

export async function singleWords(client: Anthropic, body: Anthropic.MessageCreateParamsNonStreaming) {
  const message = await client.messages.create(body)
  const results = toolCalls(message).map((call) => toolResult(call, 'done'))
  const next: Anthropic.MessageParam[] = [...body.messages, message, ...toolResults(results)]
  for await (const event of stream(client.messages.stream({ ...body, messages: next })))
    if (event.type === 'tool-call') return event.call.name
  const response = await collect(await client.messages.create({ ...body, stream: true }))
  return decodeResponse(message).value.id ?? response.id
}
