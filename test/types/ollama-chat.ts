/*
 * Compiled, never run: the official client's objects are those of the wire, and are accepted without a cast.
 * The client accepts the output unchanged.
 */
import { type ChatRequest, type ChatResponse, type Message as OfficialMessage, Ollama } from 'ollama'
import {
  ollamaChat as defaultAdapter,
  type OllamaMessage,
  type OllamaRequest,
  type OllamaResponse,
  ollamaChat,
} from '../../adapters/ollama-chat/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const answer: OllamaResponse
declare const history: OllamaMessage[]
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse
declare const fromClient: ChatResponse
declare const turn: OfficialMessage
declare const asked: ChatRequest
declare const lines: AsyncIterable<ChatResponse>

export const same: typeof ollamaChat = defaultAdapter

/** Input: complete answers and errors, requests, messages and tools. */
export const calls: ToolCall[] = ollamaChat.toolCalls(answer)
export const decoded: ModelResponse = ollamaChat.decodeResponse(answer).value
export const fromError: ModelResponse = ollamaChat.decodeResponse({ error: 'no' }).value
export const fromHistory: Message[] = ollamaChat.decodeMessages(history).value
export const fromMessage: Message[] = ollamaChat.decodeMessages([
  { role: 'user', content: 'Hi', images: [new Uint8Array(3)] },
]).value
export const fromTools: ToolDefinition[] = ollamaChat.decodeTools([
  { type: 'function', function: { name: 'f', parameters: {} } },
]).value

/** Input: streams. */
export async function readStreams(): Promise<ModelResponse[]> {
  const source = await fetch('https://example.com')
  for await (const event of ollamaChat.stream(source)) if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([ollamaChat.collect(source), ollamaChat.collect('{}\n')])
}

/** Output. */
export const resultMessages: OllamaMessage[] = ollamaChat.toolResults(results)
export const messages: OllamaMessage[] = ollamaChat.encodeMessages(canonical).value
export const request: OllamaRequest = ollamaChat.encodeRequest(conversation).value
export const nativeResponse: OllamaResponse = ollamaChat.encodeResponse(response).value

/** Runs the usual loop: the answer is sent back unchanged, followed by the results. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<void> {
  const answers = await Promise.all(ollamaChat.toolCalls(answer).map(run))
  history.push(answer.message, ...ollamaChat.toolResults(answers))
}

/** The official client: input. */
export const callsFromClient: ToolCall[] = ollamaChat.toolCalls(fromClient)
export const clientTurn: Message[] = ollamaChat.decodeMessages([turn]).value
export const clientRequest: Conversation = ollamaChat.decodeRequest(asked).value
export const clientStream: Promise<ModelResponse> = ollamaChat.collect(lines)

/** Checks the types of the official client's output. */
export async function ask(): Promise<Message> {
  const client = new Ollama({ host: 'http://127.0.0.1:11434' })
  const whole = await client.chat({ ...request, stream: false })
  const stream = await client.chat({ ...request, messages: resultMessages, stream: true })
  await ollamaChat.collect(stream)
  return ollamaChat.decodeResponse(whole).value.message
}
