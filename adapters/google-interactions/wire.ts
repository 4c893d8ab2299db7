import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The native types of this wire. Output can be assigned to the parameter types of @google/genai. Input types
 * also accept objects of this SDK and objects from before June 2026.
 */

interface Members {
  [member: string]: unknown
}

/** The source of a piece of text. Indices count bytes of UTF-8. */
export type InteractionsAnnotation =
  | { type: 'url_citation'; url?: string; title?: string; start_index?: number; end_index?: number }
  | {
      type: 'file_citation'
      file_name?: string
      document_uri?: string
      start_index?: number
      end_index?: number
    }
  | {
      type: 'place_citation'
      name?: string
      url?: string
      place_id?: string
      start_index?: number
      end_index?: number
    }

/** Text of the user or of the model. */
export interface InteractionsText {
  type: 'text'
  text: string
  annotations?: InteractionsAnnotation[]
}

/** Media: base64 or a URI. */
export interface InteractionsMedia {
  type: 'image' | 'audio' | 'document' | 'video'
  data?: string
  uri?: string
  mime_type?: string
}

/** Content of a step. */
export type InteractionsContent = InteractionsText | InteractionsMedia

/** Input of the user. */
export interface InteractionsUserInput {
  type: 'user_input'
  content: InteractionsContent[]
}

/** Output of the model. */
export interface InteractionsModelOutput {
  type: 'model_output'
  content: InteractionsContent[]
}

/** Thinking: its summary and its signature. May also contain the signature of the following step. */
export interface InteractionsThought {
  type: 'thought'
  signature?: string
  summary?: (InteractionsText | (InteractionsMedia & { type: 'image' }))[]
}

/** A call that the client has to answer. */
export interface InteractionsFunctionCall {
  type: 'function_call'
  id: string
  name: string
  arguments: Members
}

/** The result of a call. A result without the name is rejected. */
export interface InteractionsFunctionResult {
  type: 'function_result'
  call_id: string
  name?: string
  result: string | Members | InteractionsContent[]
  is_error?: boolean
}

/** A tool of an MCP server that Google called. */
export interface InteractionsMcpCall {
  type: 'mcp_server_tool_call'
  id: string
  name: string
  server_name: string
  arguments: Members
}

/** The result of an MCP call. */
export interface InteractionsMcpResult {
  type: 'mcp_server_tool_result'
  call_id: string
  name?: string
  server_name?: string
  result: string | Members | InteractionsContent[]
}

/** A search on the web that Google made. */
export interface InteractionsSearchCall {
  type: 'google_search_call'
  id: string
  arguments: { queries?: string[] }
  signature?: string
}

/** The results of a search. */
export interface InteractionsSearchResult {
  type: 'google_search_result'
  call_id: string
  result: { search_suggestions?: string }[]
  is_error?: boolean
  signature?: string
}

/** Code that Google ran. */
export interface InteractionsCodeCall {
  type: 'code_execution_call'
  id: string
  arguments: { code?: string; language?: 'python' }
  signature?: string
}

/** The output of code. */
export interface InteractionsCodeResult {
  type: 'code_execution_result'
  call_id: string
  result: string
  is_error?: boolean
  signature?: string
}

/** A step of an interaction. Steps of Google's other tools pass through unchanged. */
export type InteractionsStep =
  | InteractionsUserInput
  | InteractionsModelOutput
  | InteractionsThought
  | InteractionsFunctionCall
  | InteractionsFunctionResult
  | InteractionsMcpCall
  | InteractionsMcpResult
  | InteractionsSearchCall
  | InteractionsSearchResult
  | InteractionsCodeCall
  | InteractionsCodeResult

/** A function as declared in a request. Tools defined by Google pass through unchanged. */
export interface InteractionsTool {
  type: 'function'
  name: string
  description?: string
  parameters?: { [member: string]: unknown }
}

/** The tool choice. */
export type InteractionsToolChoice =
  | 'auto'
  | 'any'
  | 'none'
  | 'validated'
  | { allowed_tools: { mode?: 'auto' | 'any' | 'none' | 'validated'; tools?: string[] } }

/** The body of `POST /v1beta/interactions`. */
export interface InteractionsRequest {
  model: string
  input: string | InteractionsStep[]
  system_instruction?: string
  tools?: InteractionsTool[]
  generation_config?: {
    max_output_tokens?: number
    seed?: number
    stop_sequences?: string[]
    temperature?: number
    top_p?: number
    thinking_level?: 'minimal' | 'low' | 'medium' | 'high'
    thinking_summaries?: 'auto' | 'none'
    tool_choice?: InteractionsToolChoice
  }
  response_format?: { type: 'text'; mime_type?: string; schema?: { [member: string]: unknown } }
  service_tier?: 'flex' | 'standard' | 'priority'
  previous_interaction_id?: string
  store?: boolean
  stream?: boolean
}

/** Token counts. The output excludes thoughts, and the input excludes tokens read by tools. */
export interface InteractionsUsage {
  total_input_tokens?: number
  total_output_tokens?: number
  total_thought_tokens?: number
  total_cached_tokens?: number
  total_tool_use_tokens?: number
  total_tokens?: number
}

/** A complete, non-streaming answer as output. */
export interface InteractionsResponse {
  object: 'interaction'
  id: string
  status: 'completed' | 'requires_action' | 'incomplete' | 'failed' | 'in_progress' | 'cancelled'
  model: string
  steps: InteractionsStep[]
  usage?: InteractionsUsage
  created?: string
  updated?: string
}

/** A step, content, or turn from before June 2026, as input. */
export interface InteractionsStepInput {
  readonly type?: string | undefined
  readonly role?: string | undefined
}

/** A request as input: of the SDK or plain JSON. */
export interface InteractionsRequestInput {
  readonly input?: string | object | readonly object[] | undefined
  readonly system_instruction?: string | undefined
  readonly generation_config?: object | undefined
  readonly previous_interaction_id?: string | undefined
  readonly continuation_token?: string | undefined
  /** The field for `system_instruction` in the Responses API. */
  readonly instructions?: undefined
}

/** An answer, also from before June 2026, or the body of a rejected request. */
export type InteractionsResponseInput =
  | {
      readonly status: string
      readonly id?: string | undefined
      readonly model?: string | undefined
      readonly steps?: readonly object[] | undefined
      readonly outputs?: readonly object[] | undefined
      readonly usage?: object | undefined
      readonly errors?: readonly object[] | undefined
    }
  | { readonly error: object }

/** Fields that object literals may have in addition to the declared fields. */
export interface OtherInteractionsFields {
  readonly [field: string]: unknown
  /** The fields for `input` in other formats. */
  readonly messages?: undefined
  readonly contents?: undefined
}

/** An answer, or a single step. Deliberately loosely typed. */
export interface InteractionsCallSource {
  readonly steps?: readonly object[] | undefined
  readonly outputs?: readonly object[] | undefined
  readonly error?: object | undefined
  readonly type?: string | undefined
}

/** All native types. */
export interface InteractionsTypes extends NativeTypes {
  readonly callSource: InteractionsCallSource
  readonly call: InteractionsStep
  readonly result: InteractionsStep
  readonly message: InteractionsStep
  readonly messageInput: InteractionsStepInput | OtherInteractionsFields
  readonly tool: InteractionsTool
  readonly toolInput: { readonly type: string } | OtherInteractionsFields
  readonly request: InteractionsRequest
  readonly requestInput: InteractionsRequestInput | OtherInteractionsFields
  readonly response: InteractionsResponse
  readonly responseInput: InteractionsResponseInput
  readonly event: { readonly event_type?: string }
  readonly system?: string
}
