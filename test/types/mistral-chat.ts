/*
 * Compiled, never run: wire objects and the official client's objects, which rename the fields, are accepted
 * without a cast. The output is valid on the wire, and through `sdkParameters` in the client.
 */
import { Mistral } from '@mistralai/mistralai'
import type {
  AssistantMessage,
  ChatCompletionResponse,
  CompletionEvent,
} from '@mistralai/mistralai/models/components'
import {
  mistralChat as defaultAdapter,
  type MistralMessage,
  type MistralRequest,
  type MistralResponse,
  mistralChat,
  sdkParameters,
} from '../../adapters/mistral-chat/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const completion: MistralResponse
declare const history: MistralMessage[]
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse
declare const fromClient: ChatCompletionResponse
declare const turn: AssistantMessage
declare const events: AsyncIterable<CompletionEvent>

export const same: typeof mistralChat = defaultAdapter

/** Input: complete answers and errors, requests, messages and tools. */
export const calls: ToolCall[] = mistralChat.toolCalls(completion)
export const decoded: ModelResponse = mistralChat.decodeResponse(completion).value
export const fromError: ModelResponse = mistralChat.decodeResponse({ object: 'error', message: 'no' }).value
export const fromHistory: Message[] = mistralChat.decodeMessages(history).value
export const fromMessage: Message[] = mistralChat.decodeMessages([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello', prefix: true },
]).value
export const fromTools: ToolDefinition[] = mistralChat.decodeTools([
  { type: 'function', function: { name: 'f', parameters: {} } },
]).value

/** Input: streams. */
export async function readStreams(): Promise<ModelResponse[]> {
  const source = await fetch('https://example.com')
  for await (const event of mistralChat.stream(source)) if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([mistralChat.collect(source), mistralChat.collect('data: [DONE]\n\n')])
}

/** Output. */
export const resultMessages: MistralMessage[] = mistralChat.toolResults(results)
export const messages: MistralMessage[] = mistralChat.encodeMessages(canonical).value
export const request: MistralRequest = mistralChat.encodeRequest(conversation).value
export const nativeResponse: MistralResponse = mistralChat.encodeResponse(response).value

/** Runs the usual loop: the answer is sent back unchanged, followed by the results. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<void> {
  const answers = await Promise.all(mistralChat.toolCalls(completion).map(run))
  const [choice] = completion.choices
  if (choice !== undefined) history.push(choice.message)
  history.push(...mistralChat.toolResults(answers))
}

/** The official client: input. */
export const callsFromClient: ToolCall[] = mistralChat.toolCalls(fromClient)
export const clientTurn: Message[] = mistralChat.decodeMessages([turn]).value
export const clientStream: Promise<ModelResponse> = mistralChat.collect(events)

/** Checks the types of the official client's output. */
export async function ask(): Promise<Message> {
  const client = new Mistral({ apiKey: 'x' })
  const answer = await client.chat.complete(sdkParameters(request))
  const stream = await client.chat.stream(sdkParameters({ ...request, messages: resultMessages }))
  await mistralChat.collect(stream)
  return mistralChat.decodeResponse(answer).value.message
}
