import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The native types of this wire. Output types are precise enough to be assigned to the official SDK's
 * parameter types without a cast. Input types are loose enough for the SDK's own objects, GA and beta. The
 * blocks are those of the GA API (@anthropic-ai/sdk 1.11.0, resources/messages). Beta blocks are returned
 * unchanged, but have no type here.
 */

type Nullable<Value> = Value | null

interface Cacheable {
  cache_control?: Nullable<{ type: 'ephemeral'; ttl?: '5m' | '1h' }>
}

type Caller =
  | { type: 'direct' }
  | { type: 'code_execution_20250825'; tool_id: string }
  | { type: 'code_execution_20260120'; tool_id: string }

/** A `text` block. */
export interface AnthropicText extends Cacheable {
  type: 'text'
  text: string
}

/** An `image` block. */
export interface AnthropicImage extends Cacheable {
  type: 'image'
  source:
    | { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string }
    | { type: 'url'; url: string }
    | { type: 'file'; file_id: string }
}

/** A `document` block. */
export interface AnthropicDocument extends Cacheable {
  type: 'document'
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'content'; content: string }
    | { type: 'url'; url: string }
    | { type: 'file'; file_id: string }
  title?: Nullable<string>
  context?: Nullable<string>
}

/** A `search_result` block, provided by the client. */
export interface AnthropicSearchResult extends Cacheable {
  type: 'search_result'
  source: string
  title: string
  content: AnthropicText[]
}

/** A `thinking` block with its signature. */
export interface AnthropicThinking {
  type: 'thinking'
  thinking: string
  signature: string
}

/** Thinking that Anthropic redacted. */
export interface AnthropicRedactedThinking {
  type: 'redacted_thinking'
  data: string
}

/** A call that the client has to answer. */
export interface AnthropicToolUse extends Cacheable {
  type: 'tool_use'
  id: string
  name: string
  input: { [key: string]: unknown }
  caller?: Caller
  toolset_name?: Nullable<string>
}

/** A tool that a tool search found. */
export interface AnthropicToolReference extends Cacheable {
  type: 'tool_reference'
  tool_name: string
}

/** The answer to a call, in a user message. */
export interface AnthropicToolResult extends Cacheable {
  type: 'tool_result'
  tool_use_id: string
  content?:
    | string
    | (AnthropicText | AnthropicImage | AnthropicDocument | AnthropicSearchResult | AnthropicToolReference)[]
  is_error?: boolean
  toolset_name?: Nullable<string>
}

/** A call that Anthropic runs. */
export interface AnthropicServerToolUse extends Cacheable {
  type: 'server_tool_use'
  id: string
  name:
    | 'web_search'
    | 'web_fetch'
    | 'code_execution'
    | 'bash_code_execution'
    | 'text_editor_code_execution'
    | 'tool_search_tool_regex'
    | 'tool_search_tool_bm25'
  input: { [key: string]: unknown }
  caller?: Caller
}

interface Answer<Type extends string, Content> extends Cacheable {
  type: Type
  tool_use_id: string
  content: Content
}

interface ExecutionError<Type extends string, Code extends string> {
  type: Type
  error_code: Code
}

type CommonCode = 'invalid_tool_input' | 'unavailable' | 'too_many_requests'
type ExecutionCode = CommonCode | 'execution_time_exceeded'

interface ExecutionContent<Type extends string, OutputType extends string> {
  type: Type
  content: { type: OutputType; file_id: string }[]
  return_code: number
  stderr: string
}

/** The result of a server-side call, in the same message. */
export type AnthropicServerToolResult =
  | (Answer<
      'web_search_tool_result',
      | {
          type: 'web_search_result'
          url: string
          title: string
          encrypted_content: string
          page_age?: Nullable<string>
        }[]
      | ExecutionError<
          'web_search_tool_result_error',
          CommonCode | 'max_uses_exceeded' | 'query_too_long' | 'request_too_large'
        >
    > & { caller?: Caller })
  | (Answer<
      'web_fetch_tool_result',
      | { type: 'web_fetch_result'; url: string; content: AnthropicDocument; retrieved_at?: Nullable<string> }
      | ExecutionError<
          'web_fetch_tool_result_error',
          | CommonCode
          | 'url_too_long'
          | 'url_not_allowed'
          | 'url_not_in_prior_context'
          | 'url_not_accessible'
          | 'unsupported_content_type'
          | 'max_uses_exceeded'
          | 'content_too_large'
        >
    > & { caller?: Caller })
  | Answer<
      'code_execution_tool_result',
      | (ExecutionContent<'code_execution_result', 'code_execution_output'> & { stdout: string })
      | (ExecutionContent<'encrypted_code_execution_result', 'code_execution_output'> & {
          encrypted_stdout: string
        })
      | ExecutionError<'code_execution_tool_result_error', ExecutionCode>
    >
  | Answer<
      'bash_code_execution_tool_result',
      | (ExecutionContent<'bash_code_execution_result', 'bash_code_execution_output'> & { stdout: string })
      | ExecutionError<'bash_code_execution_tool_result_error', ExecutionCode | 'output_file_too_large'>
    >
  | Answer<
      'text_editor_code_execution_tool_result',
      | { type: 'text_editor_code_execution_create_result'; is_file_update: boolean }
      | {
          type: 'text_editor_code_execution_view_result'
          content: string
          file_type: 'text' | 'image' | 'pdf'
          num_lines?: Nullable<number>
          start_line?: Nullable<number>
          total_lines?: Nullable<number>
        }
      | {
          type: 'text_editor_code_execution_str_replace_result'
          lines?: Nullable<string[]>
          new_lines?: Nullable<number>
          new_start?: Nullable<number>
          old_lines?: Nullable<number>
          old_start?: Nullable<number>
        }
      | (ExecutionError<'text_editor_code_execution_tool_result_error', ExecutionCode | 'file_not_found'> & {
          error_message?: Nullable<string>
        })
    >
  | Answer<
      'tool_search_tool_result',
      | { type: 'tool_search_tool_search_result'; tool_references: AnthropicToolReference[] }
      | (ExecutionError<'tool_search_tool_result_error', ExecutionCode> & {
          error_message?: Nullable<string>
        })
    >

/** A file for the container of code execution. */
export interface AnthropicContainerUpload extends Cacheable {
  type: 'container_upload'
  file_id: string
}

/** A block of a message as output. */
export type AnthropicBlock =
  | AnthropicText
  | AnthropicImage
  | AnthropicDocument
  | AnthropicSearchResult
  | AnthropicThinking
  | AnthropicRedactedThinking
  | AnthropicToolUse
  | AnthropicToolResult
  | AnthropicServerToolUse
  | AnthropicServerToolResult
  | AnthropicContainerUpload

/** A message as output. */
export type AnthropicMessage =
  | { role: 'user'; content: string | AnthropicBlock[] }
  | { role: 'assistant'; content: string | AnthropicBlock[] }
  | { role: 'system'; content: string | AnthropicText[] }

/** A tool of the user. Vendor-defined tools pass through unchanged. */
export interface AnthropicTool extends Cacheable {
  type?: 'custom' | null
  name: string
  description?: string
  input_schema: { type: 'object'; properties?: unknown; required?: string[]; [key: string]: unknown }
  strict?: boolean
  defer_loading?: boolean
  eager_input_streaming?: Nullable<boolean>
  input_examples?: { [key: string]: unknown }[]
  allowed_callers?: (
    | 'direct'
    | 'code_execution_20250825'
    | 'code_execution_20260120'
    | 'code_execution_20260521'
  )[]
}

/** The tool choice. */
export type AnthropicToolChoice =
  | { type: 'auto'; disable_parallel_tool_use?: boolean }
  | { type: 'any'; disable_parallel_tool_use?: boolean }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean }
  | { type: 'none' }

/** The body of `POST /v1/messages` as output. */
export interface AnthropicRequest {
  model: string
  max_tokens: number
  messages: AnthropicMessage[]
  system?: string | AnthropicText[]
  tools?: AnthropicTool[]
  tool_choice?: AnthropicToolChoice
  temperature?: number
  top_p?: number
  stop_sequences?: string[]
  stream?: boolean
}

/** A complete, non-streaming answer, or `{type: 'error', error}` if the provider rejected the request. */
export interface AnthropicResponse {
  id: string
  type: 'message'
  role: 'assistant'
  model: string
  content: AnthropicBlock[]
  stop_reason: string | null
  stop_sequence: string | null
  usage: { input_tokens: number; output_tokens: number }
}

/** A message as input: of the SDK, beta or not, or plain JSON. */
export interface AnthropicMessageInput {
  readonly role: string
  readonly content?: string | readonly object[]
  readonly clear_at?: unknown
  readonly output_config?: unknown
}

/** Toolsets have no `name`. */
export interface AnthropicToolInput {
  readonly type?: string | null
  readonly name?: string
  readonly description?: string
  readonly input_schema?: object
  readonly strict?: boolean
  readonly mcp_server_name?: string
  readonly defer_loading?: boolean
  readonly cache_control?: object | null
  readonly configs?: object | null
}

/** A request as input: of the SDK, or of Bedrock's and Vertex's endpoints. */
export interface AnthropicRequestInput {
  readonly messages: readonly AnthropicMessageInput[]
  readonly model?: string
  readonly max_tokens?: number
  readonly system?: string | readonly object[]
  readonly tools?: readonly AnthropicToolInput[]
  readonly tool_choice?: object
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly stop_sequences?: readonly string[]
  readonly stream?: boolean
  readonly thinking?: object
  readonly metadata?: object
  readonly container?: unknown
  readonly mcp_servers?: readonly object[]
  readonly output_config?: unknown
  readonly context_management?: unknown
  readonly service_tier?: string
  readonly cache_control?: object | null
  readonly anthropic_version?: string
  readonly anthropic_beta?: readonly string[]
  readonly betas?: readonly string[]
  /** The name of `stop_sequences` in clients of another wire. */
  readonly stopSequences?: undefined
}

/** A complete, non-streaming answer or an error, as input. */
export interface AnthropicResponseInput {
  readonly type: string
  readonly content?: readonly object[]
  readonly id?: string
  readonly role?: string
  readonly model?: string
  readonly stop_reason?: string | null
  readonly stop_sequence?: string | null
  readonly usage?: object
  readonly error?: object
  readonly request_id?: string | null
}

/** Any event of the stream: `RawMessageStreamEvent` of the SDK, beta or not. */
export type AnthropicEvent = { readonly type: string } | AnthropicInvokeChunk

/** An event of AWS' client for InvokeModelWithResponseStream. */
export interface AnthropicInvokeChunk {
  readonly chunk?: { readonly bytes?: Uint8Array | undefined } | undefined
}

/** An answer, or a message or block with calls. Deliberately loosely typed. */
export interface AnthropicCallSource {
  readonly content?: unknown
  readonly role?: string
  readonly type?: string
}

/** All native types. */
export interface AnthropicTypes extends NativeTypes {
  readonly callSource: AnthropicCallSource
  readonly call: AnthropicToolUse | AnthropicServerToolUse
  readonly result: AnthropicToolResult | AnthropicServerToolResult
  readonly message: AnthropicMessage
  readonly messageInput: AnthropicMessageInput
  readonly tool: AnthropicTool
  readonly toolInput: AnthropicToolInput
  readonly request: AnthropicRequest
  readonly requestInput: AnthropicRequestInput
  readonly response: AnthropicResponse
  readonly responseInput: AnthropicResponseInput
  readonly event: AnthropicEvent
  readonly system?: string | AnthropicText[]
}
