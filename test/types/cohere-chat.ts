/*
 * Compiled, never run: wire objects and the official client's objects, which rename the fields, are accepted
 * without a cast. The output is valid on the wire, and through `sdkParameters` in the client.
 */
import { type Cohere, CohereClientV2 } from 'cohere-ai'
import {
  type CohereMessage,
  type CohereRequest,
  type CohereResponse,
  cohereChat,
  cohereChat as defaultAdapter,
  sdkParameters,
} from '../../adapters/cohere-chat/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const answer: CohereResponse
declare const history: CohereMessage[]
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse
declare const fromClient: Cohere.V2ChatResponse
declare const turn: Cohere.ChatMessageV2
declare const events: AsyncIterable<Cohere.V2ChatStreamResponse>

export const same: typeof cohereChat = defaultAdapter

/** Input: complete answers and errors, requests, messages and tools. */
export const calls: ToolCall[] = cohereChat.toolCalls(answer)
export const decoded: ModelResponse = cohereChat.decodeResponse(answer).value
export const fromError: ModelResponse = cohereChat.decodeResponse({ message: 'no' }).value
export const fromHistory: Message[] = cohereChat.decodeMessages(history).value
export const fromMessage: Message[] = cohereChat.decodeMessages([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', tool_plan: 'I will look.' },
]).value
export const fromTools: ToolDefinition[] = cohereChat.decodeTools([
  { type: 'function', function: { name: 'f', parameters: {} } },
]).value

/** Input: streams. */
export async function readStreams(): Promise<ModelResponse[]> {
  const source = await fetch('https://example.com')
  for await (const event of cohereChat.stream(source)) if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([cohereChat.collect(source), cohereChat.collect('data: {"type":"message-end"}\n\n')])
}

/** Output. */
export const resultMessages: CohereMessage[] = cohereChat.toolResults(results)
export const messages: CohereMessage[] = cohereChat.encodeMessages(canonical).value
export const request: CohereRequest = cohereChat.encodeRequest(conversation).value
export const nativeResponse: CohereResponse = cohereChat.encodeResponse(response).value

/** Runs the usual loop: the answer is sent back unchanged, followed by the results. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<void> {
  const answers = await Promise.all(cohereChat.toolCalls(answer).map(run))
  history.push(answer.message)
  history.push(...cohereChat.toolResults(answers))
}

/** The official client: input. */
export const callsFromClient: ToolCall[] = cohereChat.toolCalls(fromClient)
export const clientTurn: Message[] = cohereChat.decodeMessages([turn]).value
export const clientStream: Promise<ModelResponse> = cohereChat.collect(events)

/** Checks the types of the official client's output. */
export async function ask(): Promise<Message> {
  const client = new CohereClientV2({ token: 'x' })
  const whole = await client.chat(sdkParameters(request))
  const stream = await client.chatStream(sdkParameters({ ...request, messages: resultMessages }))
  await cohereChat.collect(stream)
  return cohereChat.decodeResponse(whole).value.message
}
