/*
 * Compiled, never run: what stands on the wire goes in, and what comes out goes onto it, without a cast. The official SDK
 * renames the fields, so its objects are not those of the wire.
 */
import defaultAdapter, {
  type MistralMessage,
  type MistralRequest,
  type MistralResponse,
  mistralChat,
} from '../../adapters/mistral-chat/index.js'
import type {
  Conversation,
  Message,
  Response,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const completion: MistralResponse
declare const history: MistralMessage[]
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: Response

export const same: typeof mistralChat = defaultAdapter

/** In: whole answers and errors, requests, messages and tools. */
export const calls: ToolCall[] = mistralChat.toolCalls(completion)
export const decoded: Response = mistralChat.decodeResponse(completion).value
export const fromError: Response = mistralChat.decodeResponse({ object: 'error', message: 'no' }).value
export const fromHistory: Message[] = mistralChat.decodeMessages(history).value
export const fromMessage: Message[] = mistralChat.decodeMessages([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello', prefix: true },
]).value
export const fromTools: ToolDefinition[] = mistralChat.decodeTools([
  { type: 'function', function: { name: 'f', parameters: {} } },
]).value

/** In: streams. */
export async function readStreams(): Promise<Response[]> {
  const source = await fetch('https://example.com')
  for await (const event of mistralChat.stream(source)) if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([mistralChat.collect(source), mistralChat.collect('data: [DONE]\n\n')])
}

/** Out. */
export const resultMessages: MistralMessage[] = mistralChat.toolResults(results)
export const messages: MistralMessage[] = mistralChat.encodeMessages(canonical).value
export const request: MistralRequest = mistralChat.encodeRequest(conversation).value
export const nativeResponse: MistralResponse = mistralChat.encodeResponse(response).value

/** The everyday loop: the answer goes back as it came, then the results. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<void> {
  const answers = await Promise.all(mistralChat.toolCalls(completion).map(run))
  const [choice] = completion.choices
  if (choice !== undefined) history.push(choice.message)
  history.push(...mistralChat.toolResults(answers))
}
