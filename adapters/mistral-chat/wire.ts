import type * as chat from './family.js'
import type { ChatTextContent } from './family.js'

/** The native types as on the wire. The official SDK (2.7) writes the same names in camel case. */
export type MistralThinkingChunk = {
  type: 'thinking'
  thinking: (ChatTextContent | MistralReferenceChunk)[]
  signature?: string | null
  closed?: boolean
}

/** References of a text to its documents. */
export type MistralReferenceChunk = { type: 'reference'; reference_ids: (number | string)[] }

/** A piece of content. */
export type MistralContentChunk =
  | ChatTextContent
  | MistralThinkingChunk
  | MistralReferenceChunk
  | { type: 'image_url'; image_url: string | { url: string; detail?: 'auto' | 'low' | 'high' | null } }
  | { type: 'document_url'; document_url: string; document_name?: string | null }
  | { type: 'input_audio'; input_audio: string }
  | { type: 'file'; file_id: string }

/** A call; its arguments may be an object. */
export interface MistralFunctionCall extends Omit<chat.ChatFunctionToolCall, 'function'> {
  function: { name: string; arguments: string | { [key: string]: unknown } }
}

/** A message as output. */
export type MistralMessage =
  | { role: 'system'; content: string | (ChatTextContent | MistralThinkingChunk)[] }
  | { role: 'user'; content: string | MistralContentChunk[] }
  | MistralAssistantMessage
  | { role: 'tool'; tool_call_id: string; name?: string; content: string | MistralContentChunk[] }

/** A message of the model. */
export interface MistralAssistantMessage {
  role: 'assistant'
  content?: string | MistralContentChunk[] | null
  tool_calls?: MistralFunctionCall[] | null
  prefix?: boolean
}

/** A function as declared in a request. */
export interface MistralFunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters: { [key: string]: unknown }
    strict?: boolean
  }
}

/** The tool choice. */
export type MistralToolChoice = 'auto' | 'none' | 'any' | 'required' | chat.ChatChosenFunction

type OwnRequestFields = 'messages' | 'tools' | 'tool_choice' | 'max_completion_tokens'

/** The body of `POST /v1/chat/completions` as output. */
export interface MistralRequest extends Omit<chat.ChatRequest, OwnRequestFields> {
  messages: MistralMessage[]
  tools?: MistralFunctionTool[]
  tool_choice?: MistralToolChoice
  stream?: boolean
}

/** A complete, non-streaming answer as output. */
export interface MistralResponse extends Omit<Required<chat.ChatResponse>, 'object' | 'choices'> {
  object: string
  choices: {
    index: number
    message: MistralAssistantMessage
    finish_reason: 'stop' | 'length' | 'model_length' | 'error' | 'tool_calls'
  }[]
}

/** Any message, of the wire or of the official client. */
export interface MistralMessageInput extends Omit<chat.ChatMessageInput, 'role' | 'name' | 'refusal'> {
  readonly role?: string | undefined
  readonly name?: unknown
  /** A field of another wire. */
  readonly refusal?: undefined
  readonly prefix?: boolean | undefined
  readonly toolCalls?: unknown
  readonly toolCallId?: unknown
}

/** A request as input: of the wire or of the official client. */
export interface MistralRequestInput extends Omit<chat.ChatRequestInput, 'messages'> {
  readonly messages: readonly MistralMessageInput[]
  readonly toolChoice?: unknown
}

/** A chunk, or the event of the official client that contains it. */
export type MistralStreamEvent = chat.ChatStreamEvent & { readonly data?: unknown }

/** An answer, or the body of an error. */
export type MistralResponseInput =
  | MistralAnswerInput
  | { readonly error: object | string }
  | MistralRefusalInput
  | { readonly detail: object | string }

/** An error body with only a message. */
export interface MistralRefusalInput {
  readonly message: object | string
  /** A field that answers of another wire have next to the message. */
  readonly finishReason?: undefined
}

/** A complete, non-streaming answer as input. */
export interface MistralAnswerInput extends Omit<chat.ChatAnswerInput, 'choices'> {
  readonly choices: readonly MistralChoiceInput[]
}

/** A choice of an answer as input. */
export interface MistralChoiceInput extends Omit<chat.ChatChoiceInput, 'message' | 'finishReason'> {
  readonly message?: MistralMessageInput | undefined
  readonly finishReason?: unknown
}

type Shared = Pick<chat.OpenAIChatTypes, 'toolInput' | 'system'>

/** An answer, choice, message or single call. Deliberately loosely typed. */
export interface MistralCallSource {
  readonly choices?: readonly object[] | undefined
  readonly object?: string
  readonly message?: unknown
  readonly role?: string
  readonly function?: object
}

/** All native types. */
export interface MistralChatTypes extends Shared {
  readonly callSource: MistralCallSource
  readonly call: MistralFunctionCall
  readonly result: MistralMessage
  readonly message: MistralMessage
  readonly messageInput: MistralMessageInput
  readonly tool: MistralFunctionTool
  readonly request: MistralRequest
  readonly requestInput: MistralRequestInput
  readonly response: MistralResponse
  readonly responseInput: MistralResponseInput
  readonly event: MistralStreamEvent
}
