/*
 * Compiled, never run: the official SDK's own objects are accepted, and the output is accepted by the SDK,
 * without a cast.
 */
import type OpenAI from 'openai'
import type { ResponseStream } from 'openai/lib/responses/ResponseStream'
import type {
  ParsedResponse,
  ResponseCreateParams,
  ResponseCreateParamsNonStreaming,
  ResponseInput,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseStreamEvent,
  Response as SdkResponse,
  Tool,
} from 'openai/resources/responses/responses'
import type { Stream } from 'openai/streaming'
import { openaiResponses as openaiDefault, openaiResponses } from '../../adapters/openai-responses/index.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../src/index.js'

declare const response: SdkResponse
declare const parsed: ParsedResponse<{ city: string }>
declare const output: ResponseOutputItem[]
declare const history: ResponseInputItem[]
declare const tools: Tool[]
declare const params: ResponseCreateParams
declare const stream: Stream<ResponseStreamEvent>
declare const responseStream: ResponseStream
declare const results: ToolResult[]
declare const conversation: Conversation
declare const client: OpenAI

export function responsesGoIn(): ToolCall[] {
  const whole: ModelResponse = openaiResponses.decodeResponse(response).value
  const refused: ModelResponse = openaiResponses.decodeResponse({
    error: { message: 'No tool output found', type: 'invalid_request_error', param: 'input', code: null },
  }).value
  return [whole, refused].flatMap(() => [
    ...openaiResponses.toolCalls(response),
    ...openaiResponses.toolCalls(parsed),
    ...openaiDefault.toolCalls('{"object":"response","output":[]}'),
  ])
}

export async function streamsGoIn(fetched: Response): Promise<void> {
  for await (const _event of openaiResponses.stream(stream));
  for await (const _event of openaiResponses.stream(responseStream));
  for await (const _event of openaiResponses.stream(fetched));
  await openaiResponses.collect(await client.responses.create({ ...params, stream: true }))
}

export function requestsGoIn(): ToolDefinition[] {
  openaiResponses.decodeRequest(params)
  openaiResponses.decodeRequest({ model: 'gpt-5.4', input: history, reasoning: { effort: 'low' } })
  const messages: Message[] = openaiResponses.decodeMessages([...history, ...output]).value
  return messages.length === 0 ? [] : openaiResponses.decodeTools(tools).value
}

export async function outputsGoIntoTheSdk(): Promise<SdkResponse> {
  history.push(...openaiResponses.toolResults(results))
  const input: ResponseInput = openaiResponses.encodeMessages(conversation.messages).value
  const declared: Tool[] = openaiResponses.encodeTools(conversation.tools ?? []).value
  const request: ResponseCreateParams = openaiResponses.encodeRequest(conversation).value
  const whole: ResponseCreateParamsNonStreaming = {
    ...openaiResponses.encodeRequest(conversation).value,
    stream: false,
    reasoning: { effort: 'low' },
  }
  await client.responses.create({ ...request, input, tools: declared, stream: false })
  return client.responses.create(whole)
}
