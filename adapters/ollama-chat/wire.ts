import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * What encoding writes, so that it can be handed to the official client (`ollama` 0.6) as it is, and (`…Input`) the loosest
 * that decoding takes.
 */

/** A call. The types of the official client have neither `id` nor `index`. */
export interface OllamaToolCall {
  id?: string
  function: { name: string; arguments: { [key: string]: unknown }; index?: number }
}

/** A message as it is written. */
export interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  /** Base64. */
  images?: string[]
  tool_calls?: OllamaToolCall[]
  tool_name?: string
  tool_call_id?: string
}

/** A property of a tool's arguments, as far as the server reads it. */
export interface OllamaProperty {
  type?: string | string[]
  items?: unknown
  description?: string
  enum?: unknown[]
  anyOf?: OllamaProperty[]
  properties?: { [name: string]: OllamaProperty }
  required?: string[]
}

/** A function as it is declared. */
export interface OllamaTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: {
      type?: string
      required?: string[]
      properties?: { [name: string]: OllamaProperty }
      $defs?: unknown
      items?: unknown
    }
  }
}

/** The body of `POST /api/chat` as it is written. */
export interface OllamaRequest {
  model: string
  messages: OllamaMessage[]
  tools?: OllamaTool[]
  /** Absent means that it streams. */
  stream?: boolean
  format?: 'json' | { [key: string]: unknown }
  think?: boolean | 'low' | 'medium' | 'high'
  keep_alive?: string | number
  logprobs?: boolean
  top_logprobs?: number
  options?: {
    temperature?: number
    top_p?: number
    top_k?: number
    seed?: number
    stop?: string[]
    num_predict?: number
    presence_penalty?: number
    frequency_penalty?: number
  }
}

/** A whole answer, or a line of a stream, as it is written. */
export interface OllamaResponse {
  model: string
  created_at: string
  message: OllamaMessage
  done: boolean
  done_reason?: string
  prompt_eval_count?: number
  eval_count?: number
}

/** A message as it may be given: of the official client or plain JSON. */
export interface OllamaMessageInput {
  readonly role: string
  readonly content?: string | null
  readonly thinking?: string | null
  readonly images?: readonly (string | Uint8Array)[] | null
  readonly tool_calls?: readonly object[] | null
  readonly tool_name?: string
  readonly tool_call_id?: string
}

/** A request as it may be given. */
export interface OllamaRequestInput {
  readonly model?: string
  readonly messages?: readonly OllamaMessageInput[]
  readonly tools?: readonly object[]
  readonly stream?: boolean
  readonly format?: string | object
  readonly think?: boolean | string
  readonly keep_alive?: string | number
  readonly options?: object
}

/** An answer, a line of a stream, or the body of an error. */
export type OllamaResponseInput = OllamaAnswerInput | { readonly error: string }

/** An answer as it may be given. */
export interface OllamaAnswerInput {
  readonly model?: string
  readonly message: OllamaMessageInput
  readonly done?: boolean
  readonly done_reason?: string
}

/** An answer, or a piece of one that has calls: a message or one call. As loose as will do. */
export interface OllamaCallSource {
  readonly message?: object | undefined
  readonly error?: string
  readonly role?: string
  readonly function?: object
}

/** The native types, all together. */
export interface OllamaChatTypes extends NativeTypes {
  readonly callSource: OllamaCallSource
  readonly call: OllamaToolCall
  readonly result: OllamaMessage
  readonly message: OllamaMessage
  readonly messageInput: OllamaMessageInput
  readonly tool: OllamaTool
  readonly toolInput: object
  readonly request: OllamaRequest
  readonly requestInput: OllamaRequestInput
  readonly response: OllamaResponse
  readonly responseInput: OllamaResponseInput
  readonly event: OllamaResponseInput
}
