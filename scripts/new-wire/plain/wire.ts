import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

// TODO: the types of the vendor's reference. `…Input` types are as loose as decoding is.

export type AcmeChatBlock =
  | { type: 'text'; text: string }
  | { type: 'acme-chat/call'; id: string; name: string; input: { [key: string]: unknown } }
  | { type: 'acme-chat/result'; call_id: string; output: string; is_error?: boolean }

export interface AcmeChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: AcmeChatBlock[]
}

export interface AcmeChatTool {
  name: string
  description?: string
  parameters?: { [key: string]: unknown }
}

/** The body of a request as it is written. */
export interface AcmeChatRequest {
  api: string
  model: string
  messages: AcmeChatMessage[]
  tools?: AcmeChatTool[]
  tool_choice?: 'auto' | 'none' | 'required' | { name: string }
  max_tokens?: number
  temperature?: number
  stream?: boolean
}

/** A complete answer as it is written. */
export interface AcmeChatResponse {
  api: string
  id?: string
  model?: string
  content: AcmeChatBlock[]
  stop_reason: string
  usage?: { input_tokens?: number; output_tokens?: number }
}

export interface AcmeChatMessageInput {
  readonly role: string
  readonly content: readonly object[]
}

/** The native types, all together. */
export interface AcmeChatTypes extends NativeTypes {
  readonly message: AcmeChatMessage
  readonly messageInput: AcmeChatMessageInput
  readonly tool: AcmeChatTool
  readonly toolInput: object
  readonly request: AcmeChatRequest
  readonly requestInput: object
  readonly response: AcmeChatResponse
  readonly responseInput: object
  readonly callSource: object
  readonly call: AcmeChatBlock
  readonly result: AcmeChatBlock
  readonly event: object
}
