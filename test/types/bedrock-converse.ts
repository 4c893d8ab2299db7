/*
 * Compiled, never run: the official SDK's own objects are accepted, and the output is accepted by the SDK,
 * without a cast.
 */
import {
  type BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
  ConverseStreamCommand,
  type ConverseStreamCommandInput,
  type ConverseStreamOutput,
  type Message,
  type Tool,
} from '@aws-sdk/client-bedrock-runtime'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import type { Conversation, ModelResponse, ToolCall, ToolDefinition, ToolResult } from '../../src/index.js'

declare const output: ConverseCommandOutput
declare const history: Message[]
declare const tools: Tool[]
declare const input: ConverseCommandInput
declare const streamInput: ConverseStreamCommandInput
declare const events: AsyncIterable<ConverseStreamOutput>
declare const results: ToolResult[]
declare const conversation: Conversation
declare const client: BedrockRuntimeClient

export function responsesGoIn(): ToolCall[] {
  const decoded: ModelResponse = bedrock.decodeResponse(output).value
  const error: ModelResponse = bedrock.decodeResponse({ message: 'Too many requests' }).value
  return [decoded, error].flatMap(() => [...bedrock.toolCalls(output), ...bedrock.toolCalls('{"output":{}}')])
}

export async function streamsGoIn(fetched: Response): Promise<void> {
  for await (const _event of bedrock.stream(events));
  for await (const _event of bedrock.stream(fetched));
  const { stream } = await client.send(new ConverseStreamCommand(streamInput))
  if (stream !== undefined) await bedrock.collect(stream)
}

export function requestsGoIn(): ToolDefinition[] {
  bedrock.decodeRequest(input)
  bedrock.decodeRequest(streamInput)
  bedrock.decodeRequest({ messages: history, inferenceConfig: { maxTokens: 1024 } })
  bedrock.decodeMessages(history)
  if (output.output?.message !== undefined) bedrock.decodeMessages([...history, output.output.message])
  return bedrock.decodeTools(tools).value
}

export async function outputsGoIntoTheSdk(): Promise<ConverseCommandOutput> {
  history.push(...bedrock.toolResults(results))
  const messages: Message[] = bedrock.encodeMessages(conversation.messages).value
  const declared: Tool[] = bedrock.encodeTools(conversation.tools ?? []).value
  const request: ConverseCommandInput = bedrock.encodeRequest(conversation).value
  await client.send(new ConverseStreamCommand({ ...request, messages, toolConfig: { tools: declared } }))
  return client.send(new ConverseCommand(bedrock.encodeRequest(conversation).value))
}
