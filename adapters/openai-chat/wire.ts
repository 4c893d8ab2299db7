import type { NativeTypes } from '../../src/adapter/define.js'

/**
 * The native types, structurally the same as those of the official `openai` SDK (7.55), which is not needed at run time.
 * https://platform.openai.com/docs/api-reference/chat
 */
export interface TextContent {
  type: 'text'
  text: string
}

export interface RefusalContent {
  type: 'refusal'
  refusal: string
}

export interface ImageContent {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}

export interface AudioContent {
  type: 'input_audio'
  input_audio: { data: string; format: 'wav' | 'mp3' }
}

export interface FileContent {
  type: 'file'
  file: { file_data?: string; file_id?: string; filename?: string }
}

export type UserContent = TextContent | ImageContent | AudioContent | FileContent

export interface FunctionToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface CustomToolCall {
  id: string
  type: 'custom'
  custom: { name: string; input: string }
}

export interface SystemMessage {
  role: 'system'
  content: string | TextContent[]
  name?: string
}

export interface DeveloperMessage {
  role: 'developer'
  content: string | TextContent[]
  name?: string
}

export interface UserMessage {
  role: 'user'
  content: string | UserContent[]
  name?: string
}

export interface AssistantMessage {
  role: 'assistant'
  content?: string | (TextContent | RefusalContent)[] | null
  refusal?: string | null
  name?: string
  audio?: { id: string } | null
  tool_calls?: (FunctionToolCall | CustomToolCall)[]
  function_call?: { name: string; arguments: string } | null
}

export interface ToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | TextContent[]
}

export interface FunctionMessage {
  role: 'function'
  name: string
  content: string | null
}

export type ChatMessage =
  | SystemMessage
  | DeveloperMessage
  | UserMessage
  | AssistantMessage
  | ToolMessage
  | FunctionMessage

export interface FunctionTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: { [key: string]: unknown }
    strict?: boolean | null
  }
}

export interface CustomTool {
  type: 'custom'
  custom: {
    name: string
    description?: string
    format?: { type: 'text' } | { type: 'grammar'; grammar: { definition: string; syntax: 'lark' | 'regex' } }
  }
}

export type ChatTool = FunctionTool | CustomTool

export interface ChosenFunction {
  type: 'function'
  function: { name: string }
}

export type ChatToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | ChosenFunction
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

export interface UrlCitation {
  type: 'url_citation'
  url_citation: { url: string; title: string; start_index: number; end_index: number }
}

export interface ChatResponseMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  annotations?: UrlCitation[]
  tool_calls?: (FunctionToolCall | CustomToolCall)[]
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
    logprobs: { content: TokenLogprob[] | null; refusal: TokenLogprob[] | null } | null
  }[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

export interface TokenLogprob {
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
}

/** A `ChatCompletion`, or the body of an error. */
export interface ChatResponseInput {
  readonly choices?: unknown
  readonly error?: unknown
  readonly id?: unknown
  readonly object?: unknown
  readonly created?: unknown
  readonly model?: unknown
  readonly usage?: unknown
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
