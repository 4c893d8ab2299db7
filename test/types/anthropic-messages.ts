/*
 * Compiled, never run: the official SDK's own objects are accepted, and the output is accepted by the SDK,
 * without a cast.
 */
import type Anthropic from '@anthropic-ai/sdk'
import type { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream'
import type { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream'
import type {
  BetaMessage,
  MessageCreateParams as BetaMessageCreateParams,
  BetaMessageParam,
  BetaRawMessageStreamEvent,
  BetaTool,
  BetaToolUnion,
} from '@anthropic-ai/sdk/resources/beta/messages'
import type {
  Message,
  MessageCreateParams,
  MessageCreateParamsNonStreaming,
  MessageParam,
  RawMessageStreamEvent,
  Tool,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages'
import type { Stream } from '@anthropic-ai/sdk/streaming'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import type { Conversation, ModelResponse, ToolCall, ToolDefinition, ToolResult } from '../../src/index.js'

declare const message: Message
declare const betaMessage: BetaMessage
declare const history: MessageParam[]
declare const betaHistory: BetaMessageParam[]
declare const tools: ToolUnion[]
declare const betaTools: BetaToolUnion[]
declare const params: MessageCreateParams
declare const betaParams: BetaMessageCreateParams
declare const stream: Stream<RawMessageStreamEvent>
declare const betaStream: Stream<BetaRawMessageStreamEvent>
declare const messageStream: MessageStream
declare const betaMessageStream: BetaMessageStream
declare const results: ToolResult[]
declare const conversation: Conversation
declare const client: Anthropic

export function responsesGoIn(): ToolCall[] {
  const decoded: ModelResponse = anthropic.decodeResponse(message).value
  const decodedBeta: ModelResponse = anthropic.decodeResponse(betaMessage).value
  const error: ModelResponse = anthropic.decodeResponse({
    type: 'error',
    error: { type: 'overloaded_error', message: 'Overloaded' },
    request_id: 'req_1',
  }).value
  return [decoded, decodedBeta, error].flatMap(() => [
    ...anthropic.toolCalls(message),
    ...anthropic.toolCalls(betaMessage),
    ...anthropic.toolCalls('{"type":"message"}'),
  ])
}

export async function streamsGoIn(fetched: Response): Promise<void> {
  for await (const _event of anthropic.stream(stream));
  for await (const _event of anthropic.stream(betaStream));
  for await (const _event of anthropic.stream(messageStream));
  for await (const _event of anthropic.stream(betaMessageStream));
  for await (const _event of anthropic.stream(fetched));
  await anthropic.collect(await client.messages.create({ ...params, stream: true }))
}

export function requestsGoIn(): ToolDefinition[] {
  anthropic.decodeRequest(params)
  anthropic.decodeRequest(betaParams)
  anthropic.decodeRequest({ model: 'claude-sonnet-5', max_tokens: 1024, messages: history, top_k: 5 })
  anthropic.decodeMessages(history)
  anthropic.decodeMessages(betaHistory)
  anthropic.decodeMessages([...history, { role: 'assistant', content: message.content }])
  return [...anthropic.decodeTools(tools).value, ...anthropic.decodeTools(betaTools).value]
}

export async function outputsGoIntoTheSdk(): Promise<Message> {
  history.push(...anthropic.toolResults(results))
  betaHistory.push(...anthropic.toolResults(results))
  const messages: MessageParam[] = anthropic.encodeMessages(conversation.messages).value
  const betaMessages: BetaMessageParam[] = anthropic.encodeMessages(conversation.messages).value
  const customTools: Tool[] = anthropic.encodeTools(conversation.tools ?? []).value
  const customBetaTools: BetaTool[] = anthropic.encodeTools(conversation.tools ?? []).value
  const request: MessageCreateParams = anthropic.encodeRequest(conversation).value
  const betaRequest: BetaMessageCreateParams = anthropic.encodeRequest(conversation).value
  const whole: MessageCreateParamsNonStreaming = {
    ...anthropic.encodeRequest(conversation).value,
    stream: false,
    thinking: { type: 'enabled', budget_tokens: 1024 },
  }
  await client.beta.messages.create({
    ...betaRequest,
    messages: betaMessages,
    tools: customBetaTools,
    stream: false,
  })
  await client.messages.create({ ...request, messages, tools: customTools, stream: false })
  return client.messages.create(whole)
}
