import type { JsonValue } from '../../src/base/json/json-types.js'
import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The names that users of the crate know. It derives no serde for these types, so there is no official JSON of them: what
 * would be `None` is null, and an id that is not set is an empty text.
 */

/** A call (`ToolCall`). */
export interface ZephToolCall {
  tool_id: string
  params: { [key: string]: JsonValue }
  caller_id?: string | null
  context?: JsonValue
  /** Empty: not set. */
  tool_call_id?: string
  skill_name?: string[] | null
}

/** What a tool gave (`ToolOutput`). `tool_call_id` is of ours: the crate's has none. */
export interface ZephToolOutput {
  tool_name: string
  tool_call_id?: string
  /** What the model sees. */
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

/** How a call failed: `ToolErrorFeedback`, with the tool that it is about. */
export interface ZephToolFailure {
  tool_name: string
  tool_call_id?: string
  error: { category?: string; message: string; retryable?: boolean } | string
}

/** A text of anybody. */
export interface ZephMessage {
  role: string
  content: string
}

/** Any thing that stands in a log. */
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

/** A log, with the tools that there were. */
export interface ZephLog {
  messages: ZephEntry[]
  tools?: ZephToolDef[]
}

/** An answer of a model (`ChatResponse`): a text, calls, or both. */
export interface ZephAnswer {
  text: string | null
  tool_calls: { id: string; name: string; input: { [key: string]: JsonValue } }[]
}

/** The native types, all together. */
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
