import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** A call as agy-bridge has it (`ToolCallInfo`). What is not there is written as null. */
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

/** A result as agy-bridge has it (`ToolResult`): an error, or any JSON. */
export interface LlmToolResult {
  name: string
  id?: string | null
  result?: JsonValue
  error?: string | null
}

/** What a tool gave (`ToolOutput`): the model sees the content alone. */
export interface LlmToolOutput {
  content: string
  metadata?: { [key: string]: JsonValue }
}

/** How a tool failed (`ToolError`): the model sees the message alone. */
export interface LlmToolError {
  message: string
  metadata?: { [key: string]: JsonValue }
}

/** What became of a call of a batch (`BatchToolCallOutcome`). */
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

/** Any thing that stands in a log. */
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

/** A log, with the tools that there were. */
export interface LlmToolLog {
  messages: LlmToolEntry[]
  tools?: LlmToolDefinition[]
}

/** An answer as it is written: a `Step` of agy-bridge. */
export interface LlmToolStep {
  content: string
  thinking: string
  tool_calls: LlmToolCall[]
}

/** The native types, all together. */
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
