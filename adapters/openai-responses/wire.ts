import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The public native types. Output types can be assigned to the official SDK's parameter types of openai 5, 6
 * and 7 without a cast. Input types also accept the SDK's own objects and those of compatible servers.
 * Received items are sent back, including types that are not declared here. Newer types (`shell_call`,
 * `apply_patch_call`, `tool_search_call`) are not declared, since older SDK versions reject a union that
 * contains them.
 */

type Nullable<Value> = Value | null
type Status = 'in_progress' | 'completed' | 'incomplete'
type Caller = { type: 'direct' } | { type: 'program'; caller_id: string }

/** Text of the user. */
export interface ResponsesInputText {
  type: 'input_text'
  text: string
}

/** An image of the user. */
export interface ResponsesInputImage {
  type: 'input_image'
  detail: 'low' | 'high' | 'auto'
  image_url?: Nullable<string>
  file_id?: Nullable<string>
}

/** A file of the user. */
export interface ResponsesInputFile {
  type: 'input_file'
  filename?: string
  file_data?: string
  file_url?: string
  file_id?: Nullable<string>
}

/** A part of a user message or of a result. */
export type ResponsesInputPart = ResponsesInputText | ResponsesInputImage | ResponsesInputFile

/** A message of the application, or a message of another wire's model. */
export interface ResponsesInputMessage {
  role: 'user' | 'assistant' | 'system' | 'developer'
  content: string | ResponsesInputPart[]
  type?: 'message'
}

/** A citation in a text of the model. */
export type ResponsesAnnotation =
  | { type: 'file_citation'; file_id: string; filename: string; index: number }
  | { type: 'url_citation'; url: string; title: string; start_index: number; end_index: number }
  | {
      type: 'container_file_citation'
      container_id: string
      file_id: string
      filename: string
      start_index: number
      end_index: number
    }
  | { type: 'file_path'; file_id: string; index: number }

/** Text of the model. */
export interface ResponsesOutputText {
  type: 'output_text'
  text: string
  annotations: ResponsesAnnotation[]
}

/** The model's refusal. */
export interface ResponsesRefusal {
  type: 'refusal'
  refusal: string
}

/** A message of the model. */
export interface ResponsesOutputMessage {
  type: 'message'
  id: string
  role: 'assistant'
  status: Status
  content: (ResponsesOutputText | ResponsesRefusal)[]
  phase?: Nullable<'commentary' | 'final_answer'>
}

/** Reasoning, with a summary and an encrypted form. */
export interface ResponsesReasoning {
  type: 'reasoning'
  id: string
  summary: { type: 'summary_text'; text: string }[]
  content?: { type: 'reasoning_text'; text: string }[]
  encrypted_content?: Nullable<string>
  status?: Status
}

/** A call with JSON arguments, as text. */
export interface ResponsesFunctionCall {
  type: 'function_call'
  call_id: string
  name: string
  arguments: string
  id?: string
  namespace?: string
  async?: boolean
  caller?: Nullable<Caller>
  status?: Status
}

/** The output of a call. Media is written as a list of parts, which openai 5 does not support. */
export interface ResponsesFunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string
  id?: Nullable<string>
  name?: Nullable<string>
  namespace?: Nullable<string>
  caller?: Nullable<Caller>
  status?: Nullable<Status>
}

/** A call with free text. */
export interface ResponsesCustomToolCall {
  type: 'custom_tool_call'
  call_id: string
  name: string
  input: string
  id?: string
  namespace?: string
  async?: boolean
  caller?: Nullable<Caller>
}

/**
 * The output of a call with free text. Media is written as a list of parts, which openai 5 does not support.
 */
export interface ResponsesCustomToolCallOutput {
  type: 'custom_tool_call_output'
  call_id: string
  output: string
  id?: string
  caller?: Nullable<Caller>
}

/** A call of the older local shell tool. */
export interface ResponsesLocalShellCall {
  type: 'local_shell_call'
  id: string
  call_id: string
  action: { type: 'exec'; command: string[]; env: Record<string, string>; timeout_ms?: Nullable<number> }
  status: Status
}

/** The output of a call of the older local shell tool. */
export interface ResponsesLocalShellCallOutput {
  type: 'local_shell_call_output'
  id: string
  output: string
  status?: Nullable<Status>
}

/** The output of a call of the computer tool. */
export interface ResponsesComputerCallOutput {
  type: 'computer_call_output'
  call_id: string
  output: { type: 'computer_screenshot'; image_url?: string; file_id?: string }
  acknowledged_safety_checks?: Nullable<{ id: string; code?: Nullable<string>; message?: Nullable<string> }[]>
  id?: Nullable<string>
  status?: Nullable<Status>
}

/** A call that OpenAI made to an MCP server. */
export interface ResponsesMcpCall {
  type: 'mcp_call'
  id: string
  server_label: string
  name: string
  arguments: string
  output?: Nullable<string>
  approval_request_id?: Nullable<string>
}

/** A call to an MCP server that requires an approval. */
export interface ResponsesMcpApprovalRequest {
  type: 'mcp_approval_request'
  id: string
  server_label: string
  name: string
  arguments: string
}

/** An approval or a rejection. */
export interface ResponsesMcpApprovalResponse {
  type: 'mcp_approval_response'
  approval_request_id: string
  approve: boolean
  reason?: Nullable<string>
  id?: Nullable<string>
}

/** A reference to an item that OpenAI stores. */
export interface ResponsesItemReference {
  type?: Nullable<'item_reference'>
  id: string
}

/** One element of `input`. */
export type ResponsesItem =
  | ResponsesInputMessage
  | ResponsesOutputMessage
  | ResponsesReasoning
  | ResponsesFunctionCall
  | ResponsesFunctionCallOutput
  | ResponsesCustomToolCall
  | ResponsesCustomToolCallOutput
  | ResponsesLocalShellCall
  | ResponsesLocalShellCallOutput
  | ResponsesComputerCallOutput
  | ResponsesMcpCall
  | ResponsesMcpApprovalRequest
  | ResponsesMcpApprovalResponse
  | ResponsesItemReference

/** A declared function. */
export interface ResponsesFunctionTool {
  type: 'function'
  name: string
  parameters: Nullable<{ [key: string]: unknown }>
  strict: Nullable<boolean>
  description?: Nullable<string>
  defer_loading?: boolean
}

/** A declared tool with free text input. */
export interface ResponsesCustomTool {
  type: 'custom'
  name: string
  description?: string
  format?: { type: 'text' } | { type: 'grammar'; syntax: 'lark' | 'regex'; definition: string }
  defer_loading?: boolean
}

/** A tool that the client runs. */
export type ResponsesDeclaredTool = ResponsesFunctionTool | ResponsesCustomTool

/** Tools that OpenAI defines, if they require only a type. Other tools are passed through unchanged. */
export interface ResponsesHostedTool {
  type: 'web_search' | 'web_search_preview' | 'image_generation' | 'local_shell'
}

/** A tool definition, as encoded. */
export type ResponsesTool = ResponsesDeclaredTool | ResponsesHostedTool

/** The choice of tools. */
export type ResponsesToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | { type: 'function' | 'custom'; name: string }
  | { type: 'allowed_tools'; mode: 'auto' | 'required'; tools: { [key: string]: unknown }[] }

/** The body of `POST /responses`. */
export interface ResponsesRequest {
  input: string | ResponsesItem[]
  model?: string
  instructions?: Nullable<string>
  tools?: ResponsesTool[]
  tool_choice?: ResponsesToolChoice
  parallel_tool_calls?: Nullable<boolean>
  max_output_tokens?: Nullable<number>
  temperature?: Nullable<number>
  top_p?: Nullable<number>
  stream?: Nullable<boolean>
  store?: Nullable<boolean>
  previous_response_id?: Nullable<string>
  metadata?: Nullable<{ [key: string]: string }>
}

/** Token counts. */
export interface ResponsesUsage {
  input_tokens: number
  input_tokens_details: { cached_tokens: number }
  output_tokens: number
  output_tokens_details: { reasoning_tokens: number }
  total_tokens: number
}

/** A complete answer, as encoded. */
export interface ResponsesResponse {
  object: 'response'
  id: string
  model: string
  created_at: number
  status: 'completed' | 'failed' | 'in_progress' | 'cancelled' | 'queued' | 'incomplete'
  incomplete_details: Nullable<{ reason?: string }>
  error: Nullable<{ code?: Nullable<string>; message: string }>
  output: (
    | ResponsesOutputMessage
    | ResponsesReasoning
    | ResponsesFunctionCall
    | ResponsesCustomToolCall
    | ResponsesMcpCall
    | { type: string; id?: string }
  )[]
  usage?: ResponsesUsage
}

/** Any item, of input or output: an item of the SDK, an item of a compatible server, or plain JSON. */
export interface ResponsesItemInput {
  readonly type?: string | null
  readonly role?: string
}

/** A request as input: the SDK's type or plain JSON. */
export interface ResponsesRequestInput {
  readonly input?: string | readonly object[] | null
  readonly instructions?: unknown
  readonly previous_response_id?: unknown
  readonly conversation?: unknown
  readonly prompt?: unknown
}

/** A response, or the body of a refused request. */
export type ResponsesResponseInput =
  | { readonly output: readonly object[]; readonly error?: object | null }
  | { readonly error: object | string }

/** Fields that object literals may have in addition to the declared fields. */
export interface OtherFields {
  readonly [field: string]: unknown
  /** Fields of other formats that correspond to `input`. */
  readonly messages?: undefined
  readonly contents?: undefined
}

/** An answer, or an item that is a call. Declared loosely to accept SDK objects. */
export interface ResponsesCallSource {
  readonly output?: unknown
  readonly error?: object | string | null
  readonly type?: string
}

/** All native types. */
export interface ResponsesTypes extends NativeTypes {
  readonly callSource: ResponsesCallSource
  readonly call: ResponsesItem
  readonly result: ResponsesItem
  readonly message: ResponsesItem
  readonly messageInput: ResponsesItemInput | OtherFields
  readonly tool: ResponsesTool
  readonly toolInput: { readonly type: string } | OtherFields
  readonly request: ResponsesRequest
  readonly requestInput: ResponsesRequestInput | OtherFields
  readonly response: ResponsesResponse
  readonly responseInput: ResponsesResponseInput
  readonly event: { readonly type: string }
  readonly system?: string
}
