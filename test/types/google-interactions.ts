/*
 * Compiled, never run: the official client's objects are accepted without a cast, and the client accepts the
 * output.
 */
import { GoogleGenAI, type Interactions } from '@google/genai'
import {
  googleInteractions as defaultAdapter,
  googleInteractions,
  type InteractionsRequest,
  type InteractionsResponse,
  type InteractionsStep,
  type InteractionsTool,
} from '../../adapters/google-interactions/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const interaction: Interactions.Interaction
declare const parameters: Interactions.InteractionCreateParams.CreateModelInteractionParamsNonStreaming
declare const steps: Interactions.Step[]
declare const declared: Interactions.Tool[]
declare const events: AsyncIterable<Interactions.InteractionSSEEvent>
declare const results: ToolResult[]
declare const canonical: Message[]
declare const conversation: Conversation
declare const response: ModelResponse

export const same: typeof googleInteractions = defaultAdapter

/** Input: complete answers and errors, requests, steps and tools. */
export const calls: ToolCall[] = googleInteractions.toolCalls(interaction)
export const decoded: ModelResponse = googleInteractions.decodeResponse(interaction).value
export const fromError: ModelResponse = googleInteractions.decodeResponse({
  error: { code: 'invalid_request', message: 'no' },
}).value
export const fromOlder: ModelResponse = googleInteractions.decodeResponse({
  status: 'completed',
  outputs: [{ type: 'text', text: 'Hello' }],
}).value
export const fromRequest: Conversation = googleInteractions.decodeRequest(parameters).value
export const fromLiteral: Conversation = googleInteractions.decodeRequest({ model: 'm', input: 'Hi' }).value
export const fromSteps: Message[] = googleInteractions.decodeMessages(steps).value
export const fromTools: ToolDefinition[] = googleInteractions.decodeTools(declared).value

/** Input: streams. */
export const collected: Promise<ModelResponse> = googleInteractions.collect(events)
export async function readStreams(): Promise<ModelResponse[]> {
  const source = await fetch('https://example.com')
  for await (const event of googleInteractions.stream(source))
    if (event.type === 'text-delta') event.delta.trim()
  return Promise.all([googleInteractions.collect(source), googleInteractions.collect('data: {}\n\n')])
}

/** Output: parameters of the client. */
export const resultSteps: InteractionsStep[] = googleInteractions.toolResults(results)
export const toClient: Interactions.Step[] = resultSteps
export const messages: InteractionsStep[] = googleInteractions.encodeMessages(canonical).value
export const tools: InteractionsTool[] = googleInteractions.encodeTools([]).value
export const toolsToClient: Interactions.Tool[] = tools
export const request: InteractionsRequest = googleInteractions.encodeRequest(conversation).value
export const requestToClient: Interactions.InteractionCreateParams.CreateModelInteractionParams = request
export const nativeResponse: InteractionsResponse = googleInteractions.encodeResponse(response).value
export const responseToClient: Interactions.Interaction = nativeResponse

/** Runs the usual loop: the server stores the turns, and only results are sent. */
export async function loop(run: (call: ToolCall) => Promise<ToolResult>): Promise<ModelResponse> {
  const client = new GoogleGenAI({ apiKey: 'x' })
  const answer = await client.interactions.create({ model: 'm', input: 'Hi', tools })
  const given = await Promise.all(googleInteractions.toolCalls(answer).map(run))
  const stream = await client.interactions.create({
    ...{ model: 'm', tools, previous_interaction_id: answer.id },
    input: googleInteractions.toolResults(given),
    stream: true,
  })
  return googleInteractions.collect(stream)
}
