import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The native types of this format, for both versions of the official SDK. Output types are precise enough for
 * the SDK without a cast. Input types are loose enough for its own objects.
 */

/** The extension field of the protocol. */
export interface McpMeta {
  _meta?: { [key: string]: unknown }
}

/** The audience of content, and its priority. */
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

/** A `text` block. */
export interface McpText extends Annotated {
  type: 'text'
  text: string
}

/** An `image` or `audio` block, as base64. */
export interface McpMedia<Type extends 'image' | 'audio' = 'image' | 'audio'> extends Annotated {
  type: Type
  data: string
  mimeType: string
}

/** A `resource` block: its text, or its bytes as base64. */
export interface McpResource extends Annotated {
  type: 'resource'
  resource: McpMeta & { uri: string; mimeType?: string } & ({ text: string } | { blob: string })
}

/** A `resource_link` block: the URI of a resource. */
export interface McpResourceLink extends Annotated {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  size?: number
}

/** Content of a result. */
export type McpContent = McpText | McpMedia<'image'> | McpMedia<'audio'> | McpResource | McpResourceLink

/** The output of a tool (`CallToolResult`). */
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

/** The result of a call in a sampled message. */
export interface McpToolResult extends McpMeta {
  type: 'tool_result'
  toolUseId: string
  content: McpContent[]
  structuredContent?: { [key: string]: unknown }
  isError?: boolean
}

/** Content of a sampled message. */
export type McpSamplingContent = McpText | McpMedia<'image'> | McpMedia<'audio'> | McpToolUse | McpToolResult

/** A message of `sampling/createMessage`. */
export interface McpMessage extends McpMeta {
  role: 'user' | 'assistant'
  content: McpSamplingContent | McpSamplingContent[]
}

/** A tool in a `tools/list` result. */
export interface McpTool extends McpMeta {
  name: string
  title?: string
  description?: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  outputSchema?: { type: 'object'; [key: string]: unknown }
  annotations?: { destructiveHint?: boolean; idempotentHint?: boolean; [key: string]: unknown }
}

/** The `params` of `sampling/createMessage` as output. */
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

/** The answer of the client's model (`CreateMessageResult`) as output. */
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

/** A sampled message as input, or a JSON-RPC message. */
export type McpMessageInput = { readonly role: string; readonly content: object } | McpFrame

/** A tool as input. */
export interface McpToolInput {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: object
}

/** A request as input: of sampling, a list of tools, a frame, or frames as its messages. */
export type McpRequestInput =
  | { readonly messages: readonly McpMessageInput[] }
  | { readonly tools: readonly McpToolInput[] }
  | McpFrame

/** An answer as input: of sampling, of a tool, or a frame. */
export type McpResponseInput =
  | { readonly role: string; readonly content: object }
  | { readonly content: readonly object[] }
  | { readonly structuredContent: unknown }
  | { readonly toolResult: unknown }
  | { readonly error: object }
  | McpFrame

/** All native types. */
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
