/*
 * Compiled, never run: objects of both official SDKs are accepted, and the output is accepted by both,
 * without a cast.
 */
import type * as GenAI from '@google/genai'
import type * as Old from '@google/generative-ai'
import { type GoogleRequest, google, sdkParameters } from '../../adapters/google-generate-content/index.js'
import type { Conversation, Message, ToolCall, ToolDefinition, ToolResult } from '../../src/index.js'

declare const response: GenAI.GenerateContentResponse
declare const stream: AsyncGenerator<GenAI.GenerateContentResponse>
declare const history: GenAI.Content[]
declare const tools: GenAI.Tool[]
declare const toolUnions: GenAI.ToolListUnion
declare const parameters: GenAI.GenerateContentParameters
declare const client: GenAI.GoogleGenAI
declare const chat: GenAI.Chat

declare const oldResult: Old.GenerateContentResult
declare const oldResponse: Old.EnhancedGenerateContentResponse
declare const oldStream: Old.GenerateContentStreamResult
declare const oldHistory: Old.Content[]
declare const oldTools: Old.Tool[]
declare const oldRequest: Old.GenerateContentRequest
declare const oldModel: Old.GenerativeModel

declare const conversation: Conversation
declare const messages: Message[]
declare const definitions: ToolDefinition[]
declare const results: ToolResult[]

export function responsesGoIn(): ToolCall[] {
  google.decodeResponse(response)
  google.decodeResponse(oldResponse)
  google.decodeResponse(oldResult)
  google.decodeResponse('{"candidates":[]}')
  google.decodeResponse({ error: { code: 400, message: 'Bad request', status: 'INVALID_ARGUMENT' } })
  return [response, oldResponse, oldResult].flatMap((native) => google.toolCalls(native))
}

export async function streamsGoIn(fetched: Response): Promise<void> {
  for await (const _event of google.stream(stream));
  for await (const _event of google.stream(oldStream.stream));
  for await (const _event of google.stream(fetched));
  await google.collect(await client.models.generateContentStream(parameters))
  await google.collect(await chat.sendMessageStream({ message: 'Hello' }))
  await google.collect((await oldModel.generateContentStream(oldRequest)).stream)
}

export function requestsGoIn(): void {
  google.decodeRequest(parameters)
  google.decodeRequest(oldRequest)
  google.decodeRequest({ contents: 'Hello', config: { temperature: 0 } })
  google.decodeRequest({ contents: history, generationConfig: { topK: 3 } })
  google.decodeMessages(history)
  google.decodeMessages(oldHistory)
  google.decodeTools(tools)
  google.decodeTools(toolUnions)
  google.decodeTools(oldTools)
}

export function historyComesOut(): void {
  history.push(...google.encodeMessages(messages).value, ...google.toolResults(results))
  oldHistory.push(...google.encodeMessages(messages).value, ...google.toolResults(results))
  tools.push(...google.encodeTools(definitions).value)
  oldTools.push(...google.encodeTools(definitions).value)
}

export async function requestsComeOut(): Promise<GenAI.GenerateContentResponse> {
  const request: GoogleRequest = google.encodeRequest(conversation).value
  await oldModel.generateContent(request)
  const old: Old.GenerateContentRequest = request
  await oldModel.generateContentStream(old)
  await client.models.generateContentStream(sdkParameters(request, 'gemini-3-flash-preview'))
  return client.models.generateContent(sdkParameters({ ...request, model: 'gemini-3-flash-preview' }))
}

/** Parts of the output can be read without a cast. */
export function partsCanBeRead(): string[] {
  return google
    .encodeMessages(messages)
    .value.flatMap(({ parts }) => parts)
    .map((part) => ('functionCall' in part ? part.functionCall.name : 'text' in part ? part.text : ''))
}
