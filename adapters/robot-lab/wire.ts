type Json = { [key: string]: unknown }

/** A call: `ToolMessage`. */
export interface RobotLabTool {
  type: 'tool'
  id: string
  name: string
  input?: unknown
}

/** A message in the shape of RobotLab's code, optionally with a stop reason. */
export type RobotLabCodedMessage =
  | { type: 'text'; role: 'system' | 'user' | 'assistant'; content: string; stop_reason?: string }
  | { type: 'tool_call'; role: 'assistant'; tools: RobotLabTool[]; stop_reason: 'tool' }
  | { type: 'tool_result'; role: 'tool_result'; tool: RobotLabTool; content: unknown; stop_reason: 'tool' }

/** A message with a call or a result in the shape of the first documentation. */
export type RobotLabDocumentedMessage =
  | { role: 'assistant'; tool_call: { id: string; name: string; input?: unknown } }
  | { role: 'tool'; tool_result: { id: string; result: unknown } }

/** A message of either shape. */
export type RobotLabMessage = RobotLabCodedMessage | RobotLabDocumentedMessage

/** A declared tool. */
export interface RobotLabToolDefinition {
  name: string
  description?: string
  parameters?: Json
  mcp?: unknown
  strict?: boolean
}

/** The input of a robot: messages, tools and configuration. */
export interface RobotLabRequest {
  messages: RobotLabMessage[]
  tools?: RobotLabToolDefinition[]
  tool_choice?: string
  model?: string
  temperature?: number
  top_p?: number
  top_k?: number
  max_tokens?: number
  presence_penalty?: number
  frequency_penalty?: number
  stop?: string | string[]
}

/** An exported `RobotResult`. */
export interface RobotLabResult {
  robot_name?: string
  delegated_by?: string
  output: RobotLabMessage[]
  tool_calls: RobotLabMessage[]
  created_at?: string
  id?: string
  checksum?: string
  stop_reason?: string
  duration?: number
  input_tokens?: number
  output_tokens?: number
}

/** A message as input, with keys of any style. */
export type RobotLabMessageInput = object

/** A request as input. */
export interface RobotLabRequestInput {
  readonly messages: readonly object[]
}

/** An answer or error as input. */
export type RobotLabResponseInput = object

/** An event of a stream, of either form. */
export type RobotLabEvent =
  | { event: string; data: Json; timestamp?: number; sequence_number?: number; id?: string }
  | { type: string; [key: string]: unknown }

/** All native types. */
export interface RobotLabTypes {
  readonly callSource: object
  readonly call: RobotLabMessage
  readonly result: RobotLabMessage
  readonly message: RobotLabMessage
  readonly messageInput: RobotLabMessageInput
  readonly tool: RobotLabToolDefinition
  readonly toolInput: { readonly name: string }
  readonly request: RobotLabRequest
  readonly requestInput: RobotLabRequestInput
  readonly response: RobotLabResult
  readonly responseInput: RobotLabResponseInput
  readonly event: RobotLabEvent
}
