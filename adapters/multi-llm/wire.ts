type Json = { [key: string]: unknown }

/** The author of a message. */
export type MultiLlmRole = 'System' | 'User' | 'Assistant' | 'Tool'

/** A call that the model made; `arguments` may be any JSON. */
export interface MultiLlmToolCall {
  id: string
  name: string
  arguments: unknown
}

/** Kinds of tool errors. */
export type MultiLlmErrorCategory =
  | 'WorkflowDependency'
  | 'MissingContext'
  | 'NotFound'
  | 'Duplicate'
  | 'Validation'
  | 'Technical'

/** The result of a call in a round. */
export interface MultiLlmToolResult {
  tool_call_id: string
  content: string
  is_error: boolean
  error_category: MultiLlmErrorCategory | null
}

/** Content of a message: exactly one of these variants. */
export type MultiLlmContent =
  | { Text: string }
  | { Json: unknown }
  | { ToolCall: MultiLlmToolCall }
  | { ToolResult: Omit<MultiLlmToolResult, 'error_category'> }

/** Fields next to the content of a message. */
export interface MultiLlmAttributes {
  priority: number
  cacheable: boolean
  cache_type: 'Ephemeral' | 'Extended' | null
  cache_key: string | null
  category: string
  metadata: Json
}

/** A `UnifiedMessage`. */
export interface MultiLlmMessage {
  role: MultiLlmRole
  content: MultiLlmContent
  attributes: MultiLlmAttributes
  timestamp: string
}

/** A `Tool`. */
export interface MultiLlmTool {
  name: string
  description: string
  parameters: Json
}

/** A `ToolChoice`. */
export type MultiLlmToolChoice = 'Auto' | 'None' | 'Required' | { Specific: string }

/** A `RequestConfig`. */
export interface MultiLlmConfig {
  temperature: number | null
  max_tokens: number | null
  top_p: number | null
  top_k: number | null
  min_p: number | null
  presence_penalty: number | null
  response_format: { name: string; schema: Json } | null
  tools: MultiLlmTool[]
  tool_choice: MultiLlmToolChoice | null
  user_id: string | null
  session_id: string | null
  llm_path: string | null
}

/** A `ToolCallingRound`, which `execute_llm` accepts in addition to the request. */
export interface MultiLlmRound {
  assistant_message: MultiLlmMessage
  tool_results: MultiLlmToolResult[]
}

/** A `UnifiedLLMRequest` with its round. */
export interface MultiLlmRequest {
  messages: MultiLlmMessage[]
  response_schema: Json | null
  config: MultiLlmConfig | null
  current_tool_round?: MultiLlmRound
}

/** A `Response`. */
export interface MultiLlmResponse {
  content: string
  structured_response: unknown
  tool_calls: MultiLlmToolCall[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
  model: string | null
  raw_body: string | null
}

/** A message as input. */
export interface MultiLlmMessageInput {
  readonly role: string
  readonly content: object
  readonly attributes?: object | null
  readonly timestamp?: unknown
}

/** A request as input. */
export interface MultiLlmRequestInput {
  readonly messages: readonly MultiLlmMessageInput[]
  readonly response_schema?: unknown
  readonly config?: object | null
  readonly current_tool_round?: object | null
}

/** An answer or an error as input. */
export type MultiLlmResponseInput =
  | { readonly content: string | null; readonly tool_calls?: readonly object[] | null }
  | { readonly error: object | string }

/** All native types. */
export interface MultiLlmTypes {
  readonly callSource: object
  readonly call: MultiLlmMessage
  readonly result: MultiLlmMessage
  readonly message: MultiLlmMessage
  readonly messageInput: MultiLlmMessageInput
  readonly tool: MultiLlmTool
  readonly toolInput: { readonly name: string }
  readonly request: MultiLlmRequest
  readonly requestInput: MultiLlmRequestInput
  readonly response: MultiLlmResponse
  readonly responseInput: MultiLlmResponseInput
  readonly event: object
}
