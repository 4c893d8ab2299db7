import type { NativeTypes } from '../../src/adapter/define.js'

/**
 * The native types, structurally the same as those of the official `openai` SDK (7.55), which is not needed at run time.
 * https://platform.openai.com/docs/api-reference/chat
 */
export interface ChatTextContent {
  type: 'text'
  text: string
}

export interface ChatRefusalContent {
  type: 'refusal'
  refusal: string
}

export interface ChatImageContent {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}

export interface ChatAudioContent {
  type: 'input_audio'
  input_audio: { data: string; format: 'wav' | 'mp3' }
}

export interface ChatFileContent {
  type: 'file'
  file: { file_data?: string; file_id?: string; filename?: string }
}

export type ChatUserContent = ChatTextContent | ChatImageContent | ChatAudioContent | ChatFileContent

export interface ChatFunctionToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface ChatCustomToolCall {
  id: string
  type: 'custom'
  custom: { name: string; input: string }
}

export interface ChatSystemMessage {
  role: 'system'
  content: string | ChatTextContent[]
  name?: string
}

export interface ChatDeveloperMessage {
  role: 'developer'
  content: string | ChatTextContent[]
  name?: string
}

export interface ChatUserMessage {
  role: 'user'
  content: string | ChatUserContent[]
  name?: string
}

export interface ChatAssistantMessage {
  role: 'assistant'
  content?: string | (ChatTextContent | ChatRefusalContent)[] | null
  refusal?: string | null
  name?: string
  audio?: { id: string } | null
  tool_calls?: (ChatFunctionToolCall | ChatCustomToolCall)[]
  function_call?: { name: string; arguments: string } | null
}

export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | ChatTextContent[]
}

export interface ChatFunctionMessage {
  role: 'function'
  name: string
  content: string | null
}

export type ChatMessage =
  | ChatSystemMessage
  | ChatDeveloperMessage
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage

export interface ChatFunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: { [key: string]: unknown }
    strict?: boolean | null
  }
}

export interface ChatCustomTool {
  type: 'custom'
  custom: {
    name: string
    description?: string
    format?: { type: 'text' } | { type: 'grammar'; grammar: { definition: string; syntax: 'lark' | 'regex' } }
  }
}

export type ChatTool = ChatFunctionTool | ChatCustomTool

export interface ChatChosenFunction {
  type: 'function'
  function: { name: string }
}

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

export interface ChatUrlCitation {
  type: 'url_citation'
  url_citation: { url: string; title: string; start_index: number; end_index: number }
}

export interface ChatResponseMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  annotations?: ChatUrlCitation[]
  tool_calls?: (ChatFunctionToolCall | ChatCustomToolCall)[]
  function_call?: { name: string; arguments: string } | null
}

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

export interface ChatToolInput {
  readonly type?: string
  readonly function?: unknown
  readonly custom?: unknown
}

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
}

/** A `ChatCompletion`, or the body of an error. */
export type ChatResponseInput = ChatAnswerInput | { readonly error: object | string }

export interface ChatAnswerInput {
  readonly choices: readonly ChatChoiceInput[]
  readonly error?: unknown
  readonly id?: unknown
  readonly object?: unknown
  readonly created?: unknown
  readonly model?: unknown
  readonly usage?: unknown
}

export interface ChatChoiceInput {
  readonly message?: unknown
  readonly finish_reason?: unknown
  readonly index?: unknown
  readonly logprobs?: unknown
  /** What a client with names of its own calls it. */
  readonly finishReason?: undefined
}

export interface ChatStreamEvent {
  readonly choices?: unknown
  readonly error?: unknown
  readonly usage?: unknown
}

export interface OpenAIChatTypes extends NativeTypes {
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
