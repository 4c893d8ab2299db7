import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** A content block of a message, such as `{type: 'text', text}`, or a block of a provider. */
export type LangChainContentBlock = { type: string; id?: string; [field: string]: unknown }

/** A usable call. */
export interface LangChainToolCall {
  type?: 'tool_call'
  id?: string
  name: string
  args: { [key: string]: unknown }
}

/** An unusable call, with the argument text in `args`. */
export interface LangChainInvalidToolCall {
  type?: 'invalid_tool_call'
  id?: string
  name?: string
  args?: string
  error?: string
}

/** Token counts as in LangChain: `input_tokens` is the complete prompt. */
export interface LangChainUsage {
  input_tokens: number
  output_tokens: number
  total_tokens: number
  input_token_details?: { cache_read?: number; cache_creation?: number; audio?: number }
  output_token_details?: { reasoning?: number; audio?: number }
}

interface MessageFields {
  content: string | LangChainContentBlock[]
  id?: string
  name?: string
  additional_kwargs?: { [key: string]: unknown }
  response_metadata?: { [key: string]: unknown }
}

/** A message of a model, as accepted by `coerceMessageLikeToMessage` and the constructor of `AIMessage`. */
export interface LangChainAnswer extends MessageFields {
  type: 'ai'
  tool_calls?: LangChainToolCall[]
  invalid_tool_calls?: LangChainInvalidToolCall[]
  usage_metadata?: LangChainUsage
}

/** The result of a call. */
export interface LangChainToolMessage extends MessageFields {
  type: 'tool'
  tool_call_id: string
  status?: 'success' | 'error'
  artifact?: unknown
}

/** A message as output, accepted by every LangChain model and stored by graphs. */
export type LangChainMessage =
  | LangChainAnswer
  | LangChainToolMessage
  | (MessageFields & { type: 'human' | 'system' })

/** A message as JSON of its class, returned by `JSON.stringify` and accepted by `load`. */
export interface LangChainConstructor {
  lc: 1
  type: 'constructor'
  id: string[]
  kwargs: { [key: string]: unknown }
}

/** A message of a stored chat history, accepted by `mapStoredMessagesToChatMessages`. */
export interface LangChainStored {
  type: string
  data: {
    content: string
    role: string | undefined
    name: string | undefined
    tool_call_id: string | undefined
    [key: string]: unknown
  }
}

/** A tool in the form that every integration accepts. */
export type LangChainTool =
  | {
      type: 'function'
      function: {
        name: string
        description?: string
        parameters?: { [key: string]: unknown }
        strict?: boolean
      }
    }
  | { type: 'custom'; custom: { name: string; description?: string; format?: object } }

/** Messages, and the other inputs of a chat model. */
export interface LangChainRequest<Message = LangChainMessage> {
  messages: Message[]
  tools?: LangChainTool[]
  tool_choice?: string | { [key: string]: unknown }
  model?: string
  maxTokens?: number
  temperature?: number
  topP?: number
  stop?: string[]
  parallel_tool_calls?: boolean
}

/**
 * A chunk of a stream. `load` converts it to an `AIMessageChunk`, and so does the constructor from `kwargs`.
 */
export type LangChainChunk = LangChainConstructor

/** A message, an answer, a chunk or a tool as input: of a class, or as JSON in any form. */
export type LangChainInput = object

/** A request as input. */
export interface LangChainRequestInput {
  readonly messages: readonly unknown[]
  readonly tools?: readonly object[] | undefined
  readonly tool_choice?: unknown
}

/** All native types. */
export interface LangChainTypes<Message extends object = LangChainMessage> extends NativeTypes {
  readonly callSource: LangChainInput
  readonly call: LangChainToolCall
  readonly result: LangChainToolMessage
  readonly message: Message
  readonly messageInput: LangChainInput
  readonly tool: LangChainTool
  readonly toolInput: LangChainInput
  readonly request: LangChainRequest<Message>
  readonly requestInput: LangChainRequestInput
  readonly response: Message
  readonly responseInput: LangChainInput
  readonly event: LangChainInput
}
