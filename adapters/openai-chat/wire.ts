import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * The native types, structurally the same as those of the official `openai` SDK (7.55), which is not needed at run time.
 * https://platform.openai.com/docs/api-reference/chat
 */
export interface ChatTextContent {
  type: 'text'
  text: string
}

/** What the model refused with. */
export interface ChatRefusalContent {
  type: 'refusal'
  refusal: string
}

/** An image, by URL or in base64. */
export interface ChatImageContent {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}

/** A sound in base64. */
export interface ChatAudioContent {
  type: 'input_audio'
  input_audio: { data: string; format: 'wav' | 'mp3' }
}

/** A file: in base64, or by the id that OpenAI gave it. */
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

/** The answer to a call. */
export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | ChatTextContent[]
}

/** The answer to a legacy `function_call`. */
export interface ChatFunctionMessage {
  role: 'function'
  name: string
  content: string | null
}

/** A message as it is written. */
export type ChatMessage =
  | ChatSystemMessage
  | ChatDeveloperMessage
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage

/** A function as it is declared. */
export interface ChatFunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: { [key: string]: unknown }
    strict?: boolean | null
  }
}

/** A tool for free text as it is declared. */
export interface ChatCustomTool {
  type: 'custom'
  custom: {
    name: string
    description?: string
    format?: { type: 'text' } | { type: 'grammar'; grammar: { definition: string; syntax: 'lark' | 'regex' } }
  }
}

/** A tool definition as it is written. */
export type ChatTool = ChatFunctionTool | ChatCustomTool

/** The function that must be called. */
export interface ChatChosenFunction {
  type: 'function'
  function: { name: string }
}

/** The choice of tools. */
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

/** What encoding writes; fields that only the vendor of a decoded request knows are there too. */
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

/** A whole answer as it is written. */
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

/** How likely a token was. */
export interface ChatTokenLogprob {
  token: string
  bytes: number[] | null
  logprob: number
  top_logprobs: { token: string; bytes: number[] | null; logprob: number }[]
}

/** Any message: of the official SDK, of another client, or plain JSON with a vendor's own fields. */
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

/** A tool definition as it may be given. */
export interface ChatToolInput {
  readonly type?: string
  readonly function?: unknown
  readonly custom?: unknown
}

/** A request as it may be given, with any vendor's fields. */
export interface ChatRequestInput {
  readonly messages: readonly ChatMessageInput[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly tool_choice?: unknown
  readonly functions?: unknown
  readonly function_call?: unknown
  readonly stream?: unknown
  /** Where another format of messages has its instructions; here they are one of the messages. */
  readonly system?: undefined
  /** The name of `stop` there. */
  readonly stop_sequences?: undefined
  /** The same in the words of a client. */
  readonly stopSequences?: undefined
}

/** A `ChatCompletion`, or the body of an error. */
export type ChatResponseInput = ChatAnswerInput | { readonly error: object | string }

/** A whole answer as it may be given. */
export interface ChatAnswerInput {
  readonly choices: readonly ChatChoiceInput[]
  readonly error?: unknown
  readonly id?: unknown
  readonly object?: unknown
  readonly created?: unknown
  readonly model?: unknown
  readonly usage?: unknown
}

/** A choice of an answer as it may be given. */
export interface ChatChoiceInput {
  readonly message?: unknown
  readonly finish_reason?: unknown
  readonly index?: unknown
  readonly logprobs?: unknown
  /** What a client with names of its own calls it. */
  readonly finishReason?: undefined
}

/** A chunk of a stream. */
export interface ChatStreamEvent {
  readonly choices?: unknown
  readonly error?: unknown
  readonly usage?: unknown
}

/** An answer, or a piece of one that has calls: a choice, a message or one call. As loose as will do. */
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

/** The native types, all together. */
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
