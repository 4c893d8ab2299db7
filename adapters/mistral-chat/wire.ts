import type * as chat from './family.js'
import type { TextContent } from './family.js'

/** The native types as they stand on the wire; the official SDK (2.7) writes the same names in camel case. */
export type ThinkingChunk = {
  type: 'thinking'
  thinking: (TextContent | ReferenceChunk)[]
  signature?: string | null
  closed?: boolean
}

export type ReferenceChunk = { type: 'reference'; reference_ids: (number | string)[] }

export type ContentChunk =
  | TextContent
  | ThinkingChunk
  | ReferenceChunk
  | { type: 'image_url'; image_url: string | { url: string; detail?: 'auto' | 'low' | 'high' | null } }
  | { type: 'document_url'; document_url: string; document_name?: string | null }
  | { type: 'input_audio'; input_audio: string }
  | { type: 'file'; file_id: string }

export interface FunctionCall extends Omit<chat.FunctionToolCall, 'function'> {
  function: { name: string; arguments: string | { [key: string]: unknown } }
}

export type MistralMessage =
  | { role: 'system'; content: string | (TextContent | ThinkingChunk)[] }
  | { role: 'user'; content: string | ContentChunk[] }
  | AssistantMessage
  | { role: 'tool'; tool_call_id: string; name?: string; content: string | ContentChunk[] }

export interface AssistantMessage {
  role: 'assistant'
  content?: string | ContentChunk[] | null
  tool_calls?: FunctionCall[] | null
  prefix?: boolean
}

export interface FunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters: { [key: string]: unknown }
    strict?: boolean
  }
}

export type MistralToolChoice = 'auto' | 'none' | 'any' | 'required' | chat.ChosenFunction

type OwnRequestFields = 'messages' | 'tools' | 'tool_choice' | 'max_completion_tokens'

export interface MistralRequest extends Omit<chat.ChatRequest, OwnRequestFields> {
  messages: MistralMessage[]
  tools?: FunctionTool[]
  tool_choice?: MistralToolChoice
  stream?: boolean
}

export interface MistralResponse extends Omit<Required<chat.ChatResponse>, 'object' | 'choices'> {
  object: string
  choices: {
    index: number
    message: AssistantMessage
    finish_reason: 'stop' | 'length' | 'model_length' | 'error' | 'tool_calls'
  }[]
}

/** Any message, of the wire or of the official client. */
export interface MistralMessageInput extends Omit<chat.ChatMessageInput, 'role'> {
  readonly role?: string
  readonly prefix?: boolean
  readonly toolCalls?: unknown
  readonly toolCallId?: unknown
}

export interface MistralRequestInput extends Omit<chat.ChatRequestInput, 'messages'> {
  readonly messages: readonly MistralMessageInput[]
  readonly toolChoice?: unknown
}

/** A chunk, or the event of the official client that holds it. */
export type MistralStreamEvent = chat.ChatStreamEvent & { readonly data?: unknown }

/** An answer, or the body of an error. */
export type MistralResponseInput = chat.ChatResponseInput & {
  readonly message?: unknown
  readonly detail?: unknown
}

type Shared = Pick<chat.OpenAIChatTypes, 'toolInput' | 'system'>

export interface MistralChatTypes extends Shared {
  readonly message: MistralMessage
  readonly messageInput: MistralMessageInput
  readonly tool: FunctionTool
  readonly request: MistralRequest
  readonly requestInput: MistralRequestInput
  readonly response: MistralResponse
  readonly responseInput: MistralResponseInput
  readonly event: MistralStreamEvent
}
