import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * What encoding writes, so that it can be handed to `@aws-sdk/client-bedrock-runtime` as it is, and (`…Input`) the
 * loosest that decoding takes: the SDK's own objects, REST bodies, and what they become in JSON.
 */

/** What the SDK calls a document (`DocumentType`): any JSON. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A block of text. */
export interface BedrockText {
  text: string
}

/** A call. */
export interface BedrockToolUse {
  toolUse: { toolUseId: string; name: string; input: Json; type?: 'server_tool_use' }
}

/** The answer to a call, in a user message. */
export interface BedrockToolResult {
  toolResult: {
    toolUseId: string
    content: ({ text: string } | { json: Json })[]
    status?: 'success' | 'error'
    type?: string
  }
}

/** Thinking, with what proves it. */
export interface BedrockReasoning {
  reasoningContent: { reasoningText: { text: string; signature?: string } }
}

/** The prompt up to here is to be cached. */
export interface BedrockCachePoint {
  cachePoint: { type: 'default'; ttl?: '5m' | '1h' }
}

/** A block of a message as it is written. */
export type BedrockBlock =
  | BedrockText
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning
  | BedrockCachePoint

/** A message as it is written. */
export interface BedrockMessage {
  role: 'user' | 'assistant'
  content: BedrockBlock[]
}

/** A tool definition as it is written. */
export interface BedrockTool {
  toolSpec: { name: string; description?: string; inputSchema: { json: Json }; strict?: boolean }
}

/** The input of Converse and ConverseStream as it is written; the SDK sends `modelId` in the path. */
export interface BedrockRequest {
  /** In the path of the REST API, a member of the SDK's input. */
  modelId: string | undefined
  messages: BedrockMessage[]
  system?: (BedrockText | BedrockCachePoint)[]
  inferenceConfig?: { maxTokens?: number; temperature?: number; topP?: number; stopSequences?: string[] }
  toolConfig?: {
    tools: (BedrockTool | BedrockCachePoint)[]
    toolChoice?: { auto: object } | { any: object } | { tool: { name: string } }
  }
  additionalModelRequestFields?: Json
}

/** The output of Converse as it is written. */
export interface BedrockResponse {
  output: { message: BedrockMessage }
  stopReason: string
  usage?: { inputTokens: number; outputTokens: number; totalTokens: number }
  metrics?: { latencyMs: number }
}

/** A message as it may be given: of the SDK or plain JSON. */
export interface BedrockMessageInput {
  readonly role?: string | undefined
  readonly content?: readonly object[] | undefined
}

/** A request as it may be given: `ConverseCommandInput` or plain JSON. */
export interface BedrockRequestInput {
  readonly modelId?: string | undefined
  readonly messages?: readonly BedrockMessageInput[] | undefined
  readonly system?: readonly object[] | undefined
  readonly inferenceConfig?: object | undefined
  readonly toolConfig?:
    | { readonly tools?: readonly object[] | undefined; readonly toolChoice?: object | undefined }
    | undefined
  readonly guardrailConfig?: object | undefined
  readonly additionalModelRequestFields?: unknown
  readonly additionalModelResponseFieldPaths?: readonly string[] | undefined
  readonly promptVariables?: object | undefined
  readonly requestMetadata?: object | undefined
  readonly performanceConfig?: object | undefined
  readonly serviceTier?: object | undefined
  readonly outputConfig?: object | undefined
}

/** A `ConverseCommandOutput`, or the body of an error. */
export type BedrockResponseInput = BedrockAnswerInput | { readonly message: string }

/** A whole answer as it may be given. */
export interface BedrockAnswerInput {
  readonly output: { readonly message?: object | undefined } | undefined
  readonly stopReason?: string | undefined
  readonly usage?: object | undefined
  readonly metrics?: object | undefined
}

/** An answer, or a piece of one that has calls: the output of an answer, a message, a block or a call alone. As loose as will do. */
export interface BedrockCallSource {
  readonly output?: object | undefined
  readonly message?: object | string | undefined
  readonly role?: string | undefined
  readonly toolUse?: object | undefined
  readonly text?: string | undefined
  readonly toolUseId?: string | undefined
}

/** The native types, all together. */
export interface BedrockTypes extends NativeTypes {
  readonly callSource: BedrockCallSource
  readonly call: BedrockToolUse
  readonly result: BedrockToolResult
  readonly message: BedrockMessage
  readonly messageInput: BedrockMessageInput
  readonly tool: BedrockTool
  readonly toolInput: object
  readonly request: BedrockRequest
  readonly requestInput: BedrockRequestInput
  readonly response: BedrockResponse
  readonly responseInput: BedrockResponseInput
  /** Any event of the stream: `ConverseStreamOutput` of the SDK, or the same decoded elsewhere. */
  readonly event: object
  readonly system?: (BedrockText | BedrockCachePoint)[]
}
