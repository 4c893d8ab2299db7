/*
 * Compiled, never run: the official SDK's own objects are accepted, and the output is accepted by the SDK,
 * without a cast.
 */
import type OpenAI from 'openai'
import type { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
  ChatCompletionTool,
  ChatCompletionToolMessageParam,
  ParsedChatCompletion,
} from 'openai/resources/chat/completions'
import type { Stream } from 'openai/streaming'
import {
  type ChatMessage,
  type ChatRequest,
  type ChatResponse,
  openaiChat as defaultAdapter,
  openaiChat,
} from '../../adapters/openai-chat/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'
import { translate } from '../../src/index.js'

declare const client: OpenAI
declare const completion: ChatCompletion
declare const parsed: ParsedChatCompletion<{ answer: string }>
declare const history: ChatCompletionMessageParam[]
declare const tools: ChatCompletionTool[]
declare const params: ChatCompletionCreateParams
declare const stream: Stream<ChatCompletionChunk>
declare const helperStream: ChatCompletionStream
declare const chunks: AsyncIterable<ChatCompletionChunk>
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse

export const same: typeof openaiChat = defaultAdapter

/** Input: complete responses, with and without parsed content. */
export const calls: ToolCall[] = openaiChat.toolCalls(completion)
export const parsedCalls: ToolCall[] = openaiChat.toolCalls(parsed)
export const decoded: ModelResponse = openaiChat.decodeResponse(completion).value
export const fromText: ModelResponse = openaiChat.decodeResponse('{"choices": []}').value
export const fromError: ModelResponse = openaiChat.decodeResponse({ error: { message: 'no' } }).value

/** Input: requests, messages and tools, also of vendors with more fields than the SDK. */
export const fromParams: Conversation = openaiChat.decodeRequest(params).value
export const fromHistory: Message[] = openaiChat.decodeMessages(history).value
export const fromMessage: Message[] = openaiChat.decodeMessages([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: '', reasoning_content: 'Hm.', tool_calls: [] },
]).value
export const fromTools: ToolDefinition[] = openaiChat.decodeTools(tools).value

/** Input: streams, the raw one and the SDK's helper. */
export async function readStreams(): Promise<ModelResponse[]> {
  for await (const event of openaiChat.stream(stream)) if (event.type === 'text-delta') event.delta.trim()
  const running = await client.chat.completions.create({ model: 'm', messages: history, stream: true })
  return Promise.all([
    openaiChat.collect(running),
    openaiChat.collect(helperStream),
    openaiChat.collect(chunks),
    openaiChat.collect(await fetch('https://example.com')),
    openaiChat.collect('data: [DONE]\n\n'),
  ])
}

/** Output: the SDK accepts the encoded values. */
export const resultMessages: ChatCompletionMessageParam[] = openaiChat.toolResults(results)
export const messages: ChatCompletionMessageParam[] = openaiChat.encodeMessages(canonical).value
export const nativeTools: ChatCompletionTool[] = openaiChat.encodeTools(fromTools).value
export const request: ChatRequest = openaiChat.encodeRequest(conversation).value
export const asParams: ChatCompletionCreateParamsNonStreaming = request
export const nativeResponse: ChatResponse = openaiChat.encodeResponse(response).value
export const asCompletion: ChatCompletion = nativeResponse
export const replay: ChatCompletionMessage | undefined = nativeResponse.choices[0]?.message
export const nativeCalls: ChatCompletionMessageToolCall[] | undefined = replay?.tool_calls

/** Runs the usual loop. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<void> {
  const turn = await client.chat.completions.create({ model: 'm', messages: history, tools: nativeTools })
  const answers = await Promise.all(openaiChat.toolCalls(turn).map(run))
  const [choice] = turn.choices
  if (choice !== undefined) history.push(choice.message)
  history.push(...openaiChat.toolResults(answers))
  await client.chat.completions.create({ ...request, stream: true, messages: history })
}

/** Translated messages are native messages. */
export const translated: ChatCompletionMessageParam[] = translate(history, {
  from: openaiChat,
  to: openaiChat,
}).value

export function isToolMessage(message: ChatMessage): message is Extract<ChatMessage, { role: 'tool' }> {
  return message.role === 'tool'
}
export const toolMessages: ChatCompletionToolMessageParam[] = openaiChat
  .toolResults(results)
  .filter(isToolMessage)
