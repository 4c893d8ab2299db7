import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * Output types, which can be passed to the official client (`ollama` 0.6) unchanged, and input types
 * (`…Input`), which are as loose as decoding allows.
 */

/** A call. The official client's types have neither `id` nor `index`. */
export interface OllamaToolCall {
  id?: string
  function: { name: string; arguments: { [key: string]: unknown }; index?: number }
}

/** A message as output. */
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

/** A property of a tool's arguments, with the keywords that the server reads. */
export interface OllamaProperty {
  type?: string | string[]
  items?: unknown
  description?: string
  enum?: unknown[]
  anyOf?: OllamaProperty[]
  properties?: { [name: string]: OllamaProperty }
  required?: string[]
}

/** A function as declared in a request. */
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

/** The body of `POST /api/chat` as output. */
export interface OllamaRequest {
  model: string
  messages: OllamaMessage[]
  tools?: OllamaTool[]
  /** Default: true. */
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

/** A complete, non-streaming answer, or a line of a stream, as output. */
export interface OllamaResponse {
  model: string
  created_at: string
  message: OllamaMessage
  done: boolean
  done_reason?: string
  prompt_eval_count?: number
  eval_count?: number
}

/** A message as input: of the official client or plain JSON. */
export interface OllamaMessageInput {
  readonly role: string
  readonly content?: string | null
  readonly thinking?: string | null
  readonly images?: readonly (string | Uint8Array)[] | null
  readonly tool_calls?: readonly object[] | null
  readonly tool_name?: string
  readonly tool_call_id?: string
}

/** A request as input. */
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

/** An answer as input. */
export interface OllamaAnswerInput {
  readonly model?: string
  readonly message: OllamaMessageInput
  readonly done?: boolean
  readonly done_reason?: string
}

/** An answer, message or single call. Deliberately loosely typed. */
export interface OllamaCallSource {
  readonly message?: object | undefined
  readonly error?: string
  readonly role?: string
  readonly function?: object
}

/** All native types. */
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
