import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The native types as users know them: what goes out can be assigned to the parameter types of @google/genai, what comes in is
 * loose enough for its objects, and for those of before June 2026.
 */

interface Members {
  [member: string]: unknown
}

/** What a piece of a text rests on. Indices count bytes of UTF-8. */
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

/** Media: base64, or where they are. */
export interface InteractionsMedia {
  type: 'image' | 'audio' | 'document' | 'video'
  data?: string
  uri?: string
  mime_type?: string
}

/** What a step holds. */
export type InteractionsContent = InteractionsText | InteractionsMedia

/** What the user says. */
export interface InteractionsUserInput {
  type: 'user_input'
  content: InteractionsContent[]
}

/** What the model says. */
export interface InteractionsModelOutput {
  type: 'model_output'
  content: InteractionsContent[]
}

/** Thinking: its summary, and what proves it. Also the signature of the step after it stands here. */
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

/** The answer to it. Without the name it is refused. */
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

/** What it gave. */
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

/** What it found. */
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

/** What it printed. */
export interface InteractionsCodeResult {
  type: 'code_execution_result'
  call_id: string
  result: string
  is_error?: boolean
  signature?: string
}

/** A step of an interaction. Those of Google's other tools go through as they came. */
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

/** A function as it is declared. Tools that Google defines go through unchanged. */
export interface InteractionsTool {
  type: 'function'
  name: string
  description?: string
  parameters?: { [member: string]: unknown }
}

/** The choice of tools. */
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

/** Tokens. Thoughts are not among the output, nor is what tools read among the input. */
export interface InteractionsUsage {
  total_input_tokens?: number
  total_output_tokens?: number
  total_thought_tokens?: number
  total_cached_tokens?: number
  total_tool_use_tokens?: number
  total_tokens?: number
}

/** A whole answer as it is written. */
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

/** A step, content, or turn of before June 2026, as it may be given. */
export interface InteractionsStepInput {
  readonly type?: string | undefined
  readonly role?: string | undefined
}

/** A request as it may be given: of the SDK or plain JSON. */
export interface InteractionsRequestInput {
  readonly input?: string | object | readonly object[] | undefined
  readonly system_instruction?: string | undefined
  readonly generation_config?: object | undefined
  readonly previous_interaction_id?: string | undefined
  readonly continuation_token?: string | undefined
  /** Where the Responses API has what is `system_instruction` here. */
  readonly instructions?: undefined
}

/** An answer, of before June 2026 as well, or the body of a refused request. */
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

/** Object literals may have fields that are not named above. */
export interface OtherInteractionsFields {
  readonly [field: string]: unknown
  /** Where other formats have what is `input` here. */
  readonly messages?: undefined
  readonly contents?: undefined
}

/** An answer, or a piece of one that has calls: a step. As loose as will do. */
export interface InteractionsCallSource {
  readonly steps?: readonly object[] | undefined
  readonly outputs?: readonly object[] | undefined
  readonly error?: object | undefined
  readonly type?: string | undefined
}

/** The native types, all together. */
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
