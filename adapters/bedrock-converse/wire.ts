import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * Output types, which can be passed to `@aws-sdk/client-bedrock-runtime` unchanged, and input types
 * (`…Input`), which accept the SDK's own objects, REST bodies, and their JSON.
 */

/** A document in the SDK's sense (`DocumentType`): any JSON. */
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

/** Thinking with its signature. */
export interface BedrockReasoning {
  reasoningContent: { reasoningText: { text: string; signature?: string } }
}

/** Marks the end of the prompt to cache. */
export interface BedrockCachePoint {
  cachePoint: { type: 'default'; ttl?: '5m' | '1h' }
}

/** A block of a message as output. */
export type BedrockBlock =
  | BedrockText
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning
  | BedrockCachePoint

/** A message as output. */
export interface BedrockMessage {
  role: 'user' | 'assistant'
  content: BedrockBlock[]
}

/** A tool definition as output. */
export interface BedrockTool {
  toolSpec: { name: string; description?: string; inputSchema: { json: Json }; strict?: boolean }
}

/** The input of Converse and ConverseStream as output. The SDK sends `modelId` in the path. */
export interface BedrockRequest {
  /** In the REST API's path, or a member of the SDK's input. */
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

/** The output of Converse. */
export interface BedrockResponse {
  output: { message: BedrockMessage }
  stopReason: string
  usage?: { inputTokens: number; outputTokens: number; totalTokens: number }
  metrics?: { latencyMs: number }
}

/** A message as input: of the SDK or plain JSON. */
export interface BedrockMessageInput {
  readonly role?: string | undefined
  readonly content?: readonly object[] | undefined
}

/** A request as input: `ConverseCommandInput` or plain JSON. */
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

/** A complete, non-streaming answer as input. */
export interface BedrockAnswerInput {
  readonly output: { readonly message?: object | undefined } | undefined
  readonly stopReason?: string | undefined
  readonly usage?: object | undefined
  readonly metrics?: object | undefined
}

/** An output, message, block or single call with calls. Deliberately loosely typed. */
export interface BedrockCallSource {
  readonly output?: object | undefined
  readonly message?: object | string | undefined
  readonly role?: string | undefined
  readonly toolUse?: object | undefined
  readonly text?: string | undefined
  readonly toolUseId?: string | undefined
}

/** All native types. */
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
  /** Any event of the stream: `ConverseStreamOutput` of the SDK, or the same event from another decoder. */
  readonly event: object
  readonly system?: (BedrockText | BedrockCachePoint)[]
}
