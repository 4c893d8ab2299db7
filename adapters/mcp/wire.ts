import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The native types as users know them, of both versions of the official SDK. What goes out is precise enough to be given to
 * it without a cast; what comes in is loose enough for its own objects.
 */

/** What the protocol keeps for whoever wants to say more. */
export interface McpMeta {
  _meta?: { [key: string]: unknown }
}

/** For whom content is, and how much it matters. */
export interface McpAnnotations {
  audience?: ('user' | 'assistant')[]
  /** 0 to 1. */
  priority?: number
  /** ISO 8601. */
  lastModified?: string
}

interface Annotated extends McpMeta {
  annotations?: McpAnnotations
}

/** A block `text`. */
export interface McpText extends Annotated {
  type: 'text'
  text: string
}

/** A block `image` or `audio`, as base64. */
export interface McpMedia<Type extends 'image' | 'audio' = 'image' | 'audio'> extends Annotated {
  type: Type
  data: string
  mimeType: string
}

/** A block `resource`: its text, or its bytes as base64. */
export interface McpResource extends Annotated {
  type: 'resource'
  resource: McpMeta & { uri: string; mimeType?: string } & ({ text: string } | { blob: string })
}

/** A block `resource_link`: where a resource is to be had. */
export interface McpResourceLink extends Annotated {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  size?: number
}

/** What a result may hold. */
export type McpContent = McpText | McpMedia<'image'> | McpMedia<'audio'> | McpResource | McpResourceLink

/** What a tool gave (`CallToolResult`). */
export interface McpCallToolResult extends McpMeta {
  content: McpContent[]
  structuredContent?: { [key: string]: unknown }
  isError?: boolean
  [key: string]: unknown
}

/** The `params` of `tools/call`. */
export interface McpCallToolParams {
  name: string
  arguments?: { [key: string]: JsonValue }
}

/** A call of a sampled message. */
export interface McpToolUse extends McpMeta {
  type: 'tool_use'
  id: string
  name: string
  input: { [key: string]: unknown }
}

/** The answer to it. */
export interface McpToolResult extends McpMeta {
  type: 'tool_result'
  toolUseId: string
  content: McpContent[]
  structuredContent?: { [key: string]: unknown }
  isError?: boolean
}

/** What a sampled message may hold. */
export type McpSamplingContent = McpText | McpMedia<'image'> | McpMedia<'audio'> | McpToolUse | McpToolResult

/** A message of `sampling/createMessage`. */
export interface McpMessage extends McpMeta {
  role: 'user' | 'assistant'
  content: McpSamplingContent | McpSamplingContent[]
}

/** A tool as `tools/list` gives it. */
export interface McpTool extends McpMeta {
  name: string
  title?: string
  description?: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  outputSchema?: { type: 'object'; [key: string]: unknown }
  annotations?: { destructiveHint?: boolean; idempotentHint?: boolean; [key: string]: unknown }
}

/** The `params` of `sampling/createMessage` as they are written. */
export interface McpSamplingParams extends McpMeta {
  messages: McpMessage[]
  systemPrompt?: string
  maxTokens: number
  temperature?: number
  stopSequences?: string[]
  metadata?: { [key: string]: unknown }
  tools?: McpTool[]
  toolChoice?: { mode?: 'auto' | 'required' | 'none' }
  modelPreferences?: { hints?: { name?: string }[] }
}

/** The answer of the client's model (`CreateMessageResult`) as it is written. */
export interface McpSamplingResult extends McpMeta {
  role: 'user' | 'assistant'
  content: McpSamplingContent | McpSamplingContent[]
  model: string
  stopReason?: string
  [key: string]: unknown
}

/** A message of JSON-RPC: a request, a notification, a result or an error. */
export interface McpFrame {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A sampled message as it may be given, or a message of JSON-RPC. */
export type McpMessageInput = { readonly role: string; readonly content: object } | McpFrame

/** A tool as it may be given. */
export interface McpToolInput {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: object
}

/** A request as it may be given: of sampling, a list of tools, a frame, or frames as its messages. */
export type McpRequestInput =
  | { readonly messages: readonly McpMessageInput[] }
  | { readonly tools: readonly McpToolInput[] }
  | McpFrame

/** An answer as it may be given: of sampling, of a tool, or a frame. */
export type McpResponseInput =
  | { readonly role: string; readonly content: object }
  | { readonly content: readonly object[] }
  | { readonly structuredContent: unknown }
  | { readonly toolResult: unknown }
  | { readonly error: object }
  | McpFrame

/** The native types, all together. */
export interface McpTypes extends NativeTypes {
  readonly callSource: object
  readonly call: McpToolUse
  readonly result: McpToolResult
  readonly message: McpMessage
  readonly messageInput: McpMessageInput
  readonly tool: McpTool
  readonly toolInput: McpToolInput
  readonly request: McpSamplingParams
  readonly requestInput: McpRequestInput
  readonly response: McpSamplingResult
  readonly responseInput: McpResponseInput
  readonly system: string
}
