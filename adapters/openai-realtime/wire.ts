import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/*
 * The public native types. Output types can be assigned to `RealtimeClientEvent` of openai 7. Input types
 * also accept the SDK's own events and events of Azure, xAI and Qwen.
 */

type Status = 'completed' | 'incomplete' | 'in_progress'

/** Text of the user or the application. */
export interface RealtimeInputText {
  type: 'input_text'
  text: string
}

/** Audio of the user, as base64. */
export interface RealtimeInputAudio {
  type: 'input_audio'
  audio?: string
  transcript?: string
}

/** An image of the user, as a data URL. */
export interface RealtimeInputImage {
  type: 'input_image'
  image_url: string
  detail?: 'auto' | 'low' | 'high'
}

/** Text of the model. */
export interface RealtimeOutputText {
  type: 'output_text'
  text: string
}

/** A message of the user. */
export interface RealtimeUserMessage {
  type: 'message'
  role: 'user'
  content: (RealtimeInputText | RealtimeInputAudio | RealtimeInputImage)[]
  id?: string
}

/** A message of the application. */
export interface RealtimeSystemMessage {
  type: 'message'
  role: 'system'
  content: RealtimeInputText[]
  id?: string
}

/** A message of the model. */
export interface RealtimeAssistantMessage {
  type: 'message'
  role: 'assistant'
  content: RealtimeOutputText[]
  id?: string
}

/** A call with JSON arguments, as text. */
export interface RealtimeFunctionCall {
  type: 'function_call'
  call_id?: string
  name: string
  arguments: string
  id?: string
  status?: Status
}

/** The output of a call. */
export interface RealtimeFunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string
  id?: string
}

/** An item in the conversation of a session. */
export type RealtimeItem =
  | RealtimeUserMessage
  | RealtimeSystemMessage
  | RealtimeAssistantMessage
  | RealtimeFunctionCall
  | RealtimeFunctionCallOutput

/** Adds an item to the conversation. */
export interface RealtimeItemCreate {
  type: 'conversation.item.create'
  item: RealtimeItem
  previous_item_id?: string
  event_id?: string
}

/** A declared function. */
export interface RealtimeFunctionTool {
  type?: 'function'
  name?: string
  description?: string
  parameters?: { [key: string]: unknown }
}

/** The settings of a session. */
export interface RealtimeSession {
  type: 'realtime'
  model?: string
  instructions?: string
  tools?: RealtimeFunctionTool[]
  tool_choice?: 'none' | 'auto' | 'required' | { type: 'function'; name: string }
  max_output_tokens?: number | 'inf'
  parallel_tool_calls?: boolean
}

/** Changes the settings of the session. */
export interface RealtimeSessionUpdate {
  type: 'session.update'
  session: RealtimeSession
  event_id?: string
}

/** Requests an answer. */
export interface RealtimeResponseCreate {
  type: 'response.create'
  event_id?: string
}

/** An event that the client sends. */
export type RealtimeClientEvent = RealtimeSessionUpdate | RealtimeItemCreate | RealtimeResponseCreate

/** All events of a session's client, in order. */
export interface RealtimeRequest {
  clientEvents: RealtimeClientEvent[]
}

/** A complete answer. */
export interface RealtimeResponse {
  object?: 'realtime.response'
  id?: string
  status?: 'completed' | 'cancelled' | 'failed' | 'incomplete' | 'in_progress'
  output?: RealtimeItem[]
}

/** An event, or a member of an event, that may have more fields than are declared. */
export interface RealtimeAnything {
  readonly type?: string
  readonly [field: string]: unknown
}

/** An answer, or an item that is a call. Declared loosely to accept SDK objects. */
export interface RealtimeCallSource {
  readonly output?: unknown
  readonly error?: object
  readonly type?: string
}

/** All native types. */
export interface RealtimeTypes extends NativeTypes {
  readonly callSource: RealtimeCallSource
  readonly call: RealtimeItem
  readonly result: RealtimeItem
  readonly message: RealtimeItemCreate
  readonly messageInput: { readonly type: string } | RealtimeAnything
  readonly tool: RealtimeFunctionTool
  readonly toolInput: { readonly type?: string } | RealtimeAnything
  readonly request: RealtimeRequest
  readonly requestInput: { readonly clientEvents: readonly object[] }
  readonly response: RealtimeResponse
  readonly responseInput: { readonly output?: readonly object[] } | { readonly error: object }
  readonly event: { readonly type: string }
  readonly system?: string
}
