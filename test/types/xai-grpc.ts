/*
 * Compiled, never run: objects from logs and recordings are accepted without a cast. The output has its own
 * types. xAI has no official client for JavaScript.
 */
import {
  xaiGrpc as defaultAdapter,
  type XaiMessage,
  type XaiRequest,
  type XaiResponse,
  type XaiTool,
  xaiGrpc,
} from '../../adapters/xai-grpc/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const answer: XaiResponse
declare const history: XaiMessage[]
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse
declare const declared: XaiTool[]

export const same: typeof xaiGrpc = defaultAdapter

/** Input: complete answers and errors, requests, messages and tools, in either spelling. */
export const calls: ToolCall[] = xaiGrpc.toolCalls(answer)
export const decoded: ModelResponse = xaiGrpc.decodeResponse(answer).value
export const fromError: ModelResponse = xaiGrpc.decodeResponse({ code: 5, message: 'no' }).value
export const deferred: ModelResponse = xaiGrpc.decodeResponse({ status: 'DONE', response: answer }).value
export const fromHistory: Message[] = xaiGrpc.decodeMessages(history).value
export const fromMessage: Message[] = xaiGrpc.decodeMessages([
  { role: 'ROLE_USER', content: [{ text: 'Hi' }] },
  { role: 'ROLE_TOOL', content: [{ text: 'ok' }], toolCallId: 'call_1' },
]).value
export const fromTools: ToolDefinition[] = xaiGrpc.decodeTools(declared).value
export const fromRequest: Conversation = xaiGrpc.decodeRequest({ messages: history, maxTokens: 5 }).value

/** Input: streams. */
export async function readStreams(lines: AsyncIterable<Uint8Array>): Promise<ModelResponse[]> {
  for await (const event of xaiGrpc.stream(lines)) if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([xaiGrpc.collect(lines), xaiGrpc.collect([{ chunk: { outputs: [] } }])])
}

/** Output. */
export const resultMessages: XaiMessage[] = xaiGrpc.toolResults(results)
export const messages: XaiMessage[] = xaiGrpc.encodeMessages(canonical).value
export const request: XaiRequest = xaiGrpc.encodeRequest(conversation).value
export const nativeResponse: XaiResponse = xaiGrpc.encodeResponse(response).value
