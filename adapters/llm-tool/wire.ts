import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** A call in agy-bridge (`ToolCallInfo`). Absent values are written as null. */
export interface LlmToolCall {
  name: string
  args: JsonValue
  id?: string | null
  canonical_path?: string | null
}

/** A call of a batch (`BatchToolCall`). */
export interface LlmToolBatchCall {
  id?: string
  name: string
  arguments: JsonValue
}

/** A result in agy-bridge (`ToolResult`): an error, or any JSON. */
export interface LlmToolResult {
  name: string
  id?: string | null
  result?: JsonValue
  error?: string | null
}

/** The output of a tool (`ToolOutput`): the model sees only the content. */
export interface LlmToolOutput {
  content: string
  metadata?: { [key: string]: JsonValue }
}

/** The error of a tool (`ToolError`): the model sees only the message. */
export interface LlmToolError {
  message: string
  metadata?: { [key: string]: JsonValue }
}

/** The outcome of a call in a batch (`BatchToolCallOutcome`). */
export interface LlmToolOutcome {
  id: string
  name: string
  result: { Ok: LlmToolOutput } | { Err: LlmToolError }
}

/** A message of a conversation (`ConversationMessage`). */
export interface LlmToolMessage {
  role: string
  content: string
}

/** An event of an answer (`ResponseEvent`, `StreamChunk`). */
export type LlmToolEvent =
  | { TextChunk: string }
  | { ThoughtChunk: string }
  | { Text: string }
  | { Thought: string }
  | { ToolCall: LlmToolCall }
  | { ToolResult: LlmToolResult }

/** Any entry of a log. */
export type LlmToolEntry =
  | LlmToolMessage
  | LlmToolCall
  | LlmToolBatchCall
  | LlmToolResult
  | LlmToolOutcome
  | LlmToolOutput
  | LlmToolError
  | LlmToolEvent

/** A tool (`ToolDefinition`). */
export interface LlmToolDefinition {
  name: string
  description: string
  parameter_schema: { [key: string]: unknown }
}

/** A log, with its tools. */
export interface LlmToolLog {
  messages: LlmToolEntry[]
  tools?: LlmToolDefinition[]
}

/** An answer as output: a `Step` of agy-bridge. */
export interface LlmToolStep {
  content: string
  thinking: string
  tool_calls: LlmToolCall[]
}

/** All native types. */
export interface LlmToolTypes extends NativeTypes {
  readonly callSource: object
  readonly call: LlmToolCall
  readonly result: LlmToolEntry
  readonly message: LlmToolEntry
  readonly messageInput: object
  readonly tool: LlmToolDefinition
  readonly toolInput: object
  readonly request: LlmToolLog
  readonly requestInput: { readonly messages: readonly object[] } | { readonly tools: readonly object[] }
  readonly response: LlmToolStep
  readonly responseInput: object
}
