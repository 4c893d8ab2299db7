import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * The native types as JSON of protocol buffers, in snake case: chat.proto of
 * https://github.com/xai-org/xai-proto
 */
export type XaiContent =
  | { text: string }
  | { image_url: { image_url: string; detail?: string } }
  | { file: { file_id?: string; url?: string; data?: string; filename?: string; mime_type?: string } }

/** A call. xAI runs calls of types other than `TOOL_CALL_TYPE_CLIENT_SIDE_TOOL`. */
export interface XaiToolCall {
  id?: string
  type?: string
  status?: string
  error_message?: string
  function?: { name?: string; arguments?: string }
}

/** A message of a request. */
export interface XaiMessage {
  role: string
  content?: XaiContent[]
  reasoning_content?: string
  encrypted_content?: string
  tool_calls?: XaiToolCall[]
  tool_call_id?: string
  name?: string
}

/** A function of the caller; `parameters` is the text of a schema. */
export interface XaiFunctionTool {
  function: { name: string; description?: string; parameters?: string }
}

/** A tool: a function, or a tool that xAI runs, under its name. */
export type XaiTool =
  | XaiFunctionTool
  | { web_search: object }
  | { x_search: object }
  | { code_execution: object }
  | { collections_search: object }
  | { attachment_search: object }
  | { image_generation: object }
  | { mcp: object }

/** `GetCompletionsRequest`, as encoded. */
export interface XaiRequest {
  model: string
  messages: XaiMessage[]
  tools?: XaiTool[]
  tool_choice?: { mode: string } | { function_name: string }
  response_format?: { format_type: string; schema?: string }
  max_tokens?: number
  temperature?: number
  top_p?: number
  seed?: number
  stop?: string[]
  frequency_penalty?: number
  presence_penalty?: number
  logprobs?: boolean
  top_logprobs?: number
  reasoning_effort?: string
  parallel_tool_calls?: boolean
  previous_response_id?: string
  store_messages?: boolean
  use_encrypted_content?: boolean
  include?: string[]
  safety_identifier?: string
}

/** A message of an answer. */
export interface XaiAnswerMessage extends Omit<XaiMessage, 'role' | 'content' | 'tool_call_id' | 'name'> {
  role?: string
  content?: string
  citations?: object[]
}

/** One step of an answer: the model's output, or the result of a tool that xAI ran. */
export interface XaiOutput {
  index?: number
  finish_reason?: string
  message?: XaiAnswerMessage
}

/** `GetChatCompletionResponse`, as encoded. */
export interface XaiResponse {
  id?: string
  model?: string
  outputs: XaiOutput[]
  created?: string
  usage?: object
  citations?: string[]
}

/** Any object, in any spelling. */
export interface XaiAnything {
  readonly [field: string]: unknown
}

/** `GetChatCompletionChunk`, or the recorded object that contains it. */
export type XaiChunk = XaiAnything | object

/** All native types. */
export interface XaiTypes extends NativeTypes {
  readonly callSource: object
  readonly call: XaiToolCall
  readonly result: XaiMessage
  readonly message: XaiMessage
  readonly messageInput: XaiAnything | object
  readonly tool: XaiTool
  readonly toolInput: object
  readonly request: XaiRequest
  readonly requestInput: { readonly messages: readonly object[] }
  readonly response: XaiResponse
  readonly responseInput: XaiAnything | object
  readonly event: XaiChunk
  readonly system?: undefined
}
