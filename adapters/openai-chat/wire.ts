import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * The native types, structurally the same as those of the official `openai` SDK (7.55). The SDK is not needed
 * at run time. https://platform.openai.com/docs/api-reference/chat
 */
export interface ChatTextContent {
  type: 'text'
  text: string
}

/** The model's refusal text. */
export interface ChatRefusalContent {
  type: 'refusal'
  refusal: string
}

/** An image, by URL or in base64. */
export interface ChatImageContent {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}

/** Audio in base64. */
export interface ChatAudioContent {
  type: 'input_audio'
  input_audio: { data: string; format: 'wav' | 'mp3' }
}

/** A file: in base64, or with an OpenAI id. */
export interface ChatFileContent {
  type: 'file'
  file: { file_data?: string; file_id?: string; filename?: string }
}

/** A part of a user message. */
export type ChatUserContent = ChatTextContent | ChatImageContent | ChatAudioContent | ChatFileContent

/** A call with JSON arguments, as text. */
export interface ChatFunctionToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A call with free text. */
export interface ChatCustomToolCall {
  id: string
  type: 'custom'
  custom: { name: string; input: string }
}

/** Instructions. */
export interface ChatSystemMessage {
  role: 'system'
  content: string | ChatTextContent[]
  name?: string
}

/** Instructions for reasoning models. */
export interface ChatDeveloperMessage {
  role: 'developer'
  content: string | ChatTextContent[]
  name?: string
}

/** A message of the user. */
export interface ChatUserMessage {
  role: 'user'
  content: string | ChatUserContent[]
  name?: string
}

/** A message of the model. */
export interface ChatAssistantMessage {
  role: 'assistant'
  content?: string | (ChatTextContent | ChatRefusalContent)[] | null
  refusal?: string | null
  name?: string
  audio?: { id: string } | null
  tool_calls?: (ChatFunctionToolCall | ChatCustomToolCall)[]
  function_call?: { name: string; arguments: string } | null
}

/** The result of a call. */
export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | ChatTextContent[]
}

/** The result of a legacy `function_call`. */
export interface ChatFunctionMessage {
  role: 'function'
  name: string
  content: string | null
}

/** A message as output. */
export type ChatMessage =
  | ChatSystemMessage
  | ChatDeveloperMessage
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage

/** A function as declared in a request. */
export interface ChatFunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: { [key: string]: unknown }
    strict?: boolean | null
  }
}

/** A free-text tool as declared in a request. */
export interface ChatCustomTool {
  type: 'custom'
  custom: {
    name: string
    description?: string
    format?: { type: 'text' } | { type: 'grammar'; grammar: { definition: string; syntax: 'lark' | 'regex' } }
  }
}

/** A tool definition as output. */
export type ChatTool = ChatFunctionTool | ChatCustomTool

/** The function that must be called. */
export interface ChatChosenFunction {
  type: 'function'
  function: { name: string }
}

/** The tool choice. */
export type ChatToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | ChatChosenFunction
  | { type: 'custom'; custom: { name: string } }
  | {
      type: 'allowed_tools'
      allowed_tools: { mode: 'auto' | 'required'; tools: { [key: string]: unknown }[] }
    }

/** A request as output, including fields that only the vendor of a decoded request has. */
export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  tools?: ChatTool[]
  tool_choice?: ChatToolChoice
  parallel_tool_calls?: boolean
  max_completion_tokens?: number
  max_tokens?: number
  temperature?: number
  top_p?: number
  stop?: string | string[]
}

/** A citation of the web search. */
export interface ChatUrlCitation {
  type: 'url_citation'
  url_citation: { url: string; title: string; start_index: number; end_index: number }
}

/** The message of an answer. */
export interface ChatResponseMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  annotations?: ChatUrlCitation[]
  tool_calls?: (ChatFunctionToolCall | ChatCustomToolCall)[]
  function_call?: { name: string; arguments: string } | null
}

/** A complete, non-streaming answer as output. */
export interface ChatResponse {
  id: string
  object: 'chat.completion'
  created: number
  model: string
  choices: {
    index: number
    message: ChatResponseMessage
    finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call'
    logprobs: { content: ChatTokenLogprob[] | null; refusal: ChatTokenLogprob[] | null } | null
  }[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

/** Log probability of a token. */
export interface ChatTokenLogprob {
  token: string
  bytes: number[] | null
  logprob: number
  top_logprobs: { token: string; bytes: number[] | null; logprob: number }[]
}

/** Any message: of the official SDK, of another client, or plain JSON with additional fields of a vendor. */
export interface ChatMessageInput {
  readonly role: string
  readonly content?: unknown
  readonly name?: string
  readonly refusal?: unknown
  readonly audio?: unknown
  readonly annotations?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly function_call?: unknown
  readonly reasoning?: unknown
  readonly reasoning_content?: unknown
  readonly reasoning_details?: unknown
  readonly extra_content?: unknown
}

/** A tool definition as input. */
export interface ChatToolInput {
  readonly type?: string
  readonly function?: unknown
  readonly custom?: unknown
}

/** A request as input, with any vendor's fields. */
export interface ChatRequestInput {
  readonly messages: readonly ChatMessageInput[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly tool_choice?: unknown
  readonly functions?: unknown
  readonly function_call?: unknown
  readonly stream?: unknown
  /** The field for instructions in another format; on this wire they are one of the messages. */
  readonly system?: undefined
  /** The name of `stop` in that format. */
  readonly stop_sequences?: undefined
  /** The name of `stop` in a client of that format. */
  readonly stopSequences?: undefined
}

/** A `ChatCompletion`, or the body of an error. */
export type ChatResponseInput = ChatAnswerInput | { readonly error: object | string }

/** A complete, non-streaming answer as input. */
export interface ChatAnswerInput {
  readonly choices: readonly ChatChoiceInput[]
  readonly error?: unknown
  readonly id?: unknown
  readonly object?: unknown
  readonly created?: unknown
  readonly model?: unknown
  readonly usage?: unknown
}

/** A choice of an answer as input. */
export interface ChatChoiceInput {
  readonly message?: unknown
  readonly finish_reason?: unknown
  readonly index?: unknown
  readonly logprobs?: unknown
  /** The name of `finish_reason` in clients with other names. */
  readonly finishReason?: undefined
}

/** A chunk of a stream. */
export interface ChatStreamEvent {
  readonly choices?: unknown
  readonly error?: unknown
  readonly usage?: unknown
}

/** An answer, choice, message or single call. Deliberately loosely typed. */
export interface ChatCallSource {
  readonly choices?: readonly object[] | null
  readonly error?: unknown
  readonly message?: unknown
  readonly role?: string
  readonly tool_calls?: unknown
  readonly function?: object
  readonly custom?: object
  readonly type?: string
}

/** All native types. */
export interface OpenAIChatTypes extends NativeTypes {
  readonly callSource: ChatCallSource
  readonly call: ChatFunctionToolCall | ChatCustomToolCall
  readonly result: ChatToolMessage
  readonly message: ChatMessage
  readonly messageInput: ChatMessageInput
  readonly tool: ChatTool
  readonly toolInput: ChatToolInput
  readonly request: ChatRequest
  readonly requestInput: ChatRequestInput
  readonly response: ChatResponse
  readonly responseInput: ChatResponseInput
  readonly event: ChatStreamEvent
  readonly system?: undefined
}
