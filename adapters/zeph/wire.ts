import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * Types named as in the crate. The crate derives no serde for these types, so they have no official JSON
 * form. `None` is written as null, and an unset id as an empty text.
 */

/** A call (`ToolCall`). */
export interface ZephToolCall {
  tool_id: string
  params: { [key: string]: JsonValue }
  caller_id?: string | null
  context?: JsonValue
  /** Empty if not set. */
  tool_call_id?: string
  skill_name?: string[] | null
}

/** The output of a tool (`ToolOutput`). `tool_call_id` is added by Toolwire; the crate does not have it. */
export interface ZephToolOutput {
  tool_name: string
  tool_call_id?: string
  /** The text for the model. */
  summary: string
  blocks_executed?: number
  filter_stats?: JsonValue
  diff?: { file_path: string; old_content: string; new_content: string } | null
  streamed?: boolean
  terminal_id?: string | null
  locations?: string[] | null
  raw_response?: JsonValue
  claim_source?: string | null
  media?: { data: string; mime_type: string }[]
}

/** The failure of a call: `ToolErrorFeedback`, with the name of the tool. */
export interface ZephToolFailure {
  tool_name: string
  tool_call_id?: string
  error: { category?: string; message: string; retryable?: boolean } | string
}

/** A text of any role. */
export interface ZephMessage {
  role: string
  content: string
}

/** Any entry of a log. */
export type ZephEntry = ZephMessage | ZephToolCall | ZephToolOutput | ZephToolFailure

/** A tool (`ToolDef`). */
export interface ZephToolDef {
  id: string
  description: string
  schema: { [key: string]: unknown }
  invocation?: JsonValue
  output_schema?: JsonValue
  server_id?: string | null
}

/** A log, with the available tools. */
export interface ZephLog {
  messages: ZephEntry[]
  tools?: ZephToolDef[]
}

/** An answer of a model (`ChatResponse`): a text, calls, or both. */
export interface ZephAnswer {
  text: string | null
  tool_calls: { id: string; name: string; input: { [key: string]: JsonValue } }[]
}

/** All native types. */
export interface ZephTypes extends NativeTypes {
  readonly callSource: object
  readonly call: ZephToolCall
  readonly result: ZephToolOutput | ZephToolFailure
  readonly message: ZephEntry
  readonly messageInput: object
  readonly tool: ZephToolDef
  readonly toolInput: object
  readonly request: ZephLog
  readonly requestInput: { readonly messages: readonly object[] } | { readonly tools: readonly object[] }
  readonly response: ZephAnswer
  readonly responseInput: object
}
