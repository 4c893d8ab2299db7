import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/**
 * The native types as on the wire. The official client (`cohere-ai` 8.1) writes the same names in camel case.
 */
export interface CohereTextContent {
  type: 'text'
  text: string
}

/** Reasoning of the model. */
export interface CohereThinkingContent {
  type: 'thinking'
  thinking: string
}

/** An image: a link, or base64 in a data URL. */
export interface CohereImageContent {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}

/** A document that an answer may cite. */
export interface CohereDocument {
  data: { [key: string]: unknown }
  id?: string
}

/** A document in a result. */
export interface CohereDocumentContent {
  type: 'document'
  document: CohereDocument
}

/** A call; its arguments are the text of an object. */
export interface CohereToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** The source of a citation. */
export type CohereSource =
  | { type: 'tool'; id?: string; tool_output?: { [key: string]: unknown } }
  | { type: 'document'; id?: string; document?: { [key: string]: unknown } }

/** A range of characters in a block, with its sources. */
export interface CohereCitation {
  start?: number
  end?: number
  text?: string
  sources?: CohereSource[]
  content_index?: number
  type?: 'TEXT_CONTENT' | 'THINKING_CONTENT' | 'PLAN'
}

/** A message of the model. */
export interface CohereAssistantMessage {
  role: 'assistant'
  content?: string | (CohereTextContent | CohereThinkingContent)[]
  tool_plan?: string
  tool_calls?: CohereToolCall[]
  citations?: CohereCitation[]
}

/** The answer to a call. */
export interface CohereToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | (CohereTextContent | CohereDocumentContent)[]
}

/** A message as output. */
export type CohereMessage =
  | { role: 'system'; content: string | CohereTextContent[] }
  | { role: 'user'; content: string | (CohereTextContent | CohereImageContent)[] }
  | CohereAssistantMessage
  | CohereToolMessage

/** A function as declared in a request. */
export interface CohereTool {
  type: 'function'
  function: { name: string; description?: string; parameters: { [key: string]: unknown } }
}

/** A request as output, including fields that only this provider has. */
export interface CohereRequest {
  model: string
  messages: CohereMessage[]
  tools?: CohereTool[]
  strict_tools?: boolean
  tool_choice?: 'REQUIRED' | 'NONE'
  documents?: (string | CohereDocument)[]
  citation_options?: { mode?: 'ENABLED' | 'DISABLED' | 'FAST' | 'ACCURATE' | 'OFF' }
  response_format?: { type: 'text' } | { type: 'json_object'; json_schema?: { [key: string]: unknown } }
  safety_mode?: 'CONTEXTUAL' | 'STRICT' | 'OFF'
  max_tokens?: number
  stop_sequences?: string[]
  temperature?: number
  seed?: number
  frequency_penalty?: number
  presence_penalty?: number
  k?: number
  p?: number
  logprobs?: boolean
  thinking?: { type: 'enabled' | 'disabled'; token_budget?: number }
  priority?: number
}

/** Token counts. */
export interface CohereUsage {
  billed_units?: {
    input_tokens?: number
    output_tokens?: number
    search_units?: number
    classifications?: number
  }
  tokens?: { input_tokens?: number; output_tokens?: number }
  cached_tokens?: number
}

/** A complete, non-streaming answer as output. */
export interface CohereResponse {
  id: string
  finish_reason: 'COMPLETE' | 'STOP_SEQUENCE' | 'MAX_TOKENS' | 'TOOL_CALL' | 'ERROR' | 'TIMEOUT'
  message: Omit<CohereAssistantMessage, 'content'> & {
    content?: (CohereTextContent | CohereThinkingContent)[]
  }
  usage?: CohereUsage
}

/** Any message, of the wire or of the official client. */
export interface CohereMessageInput {
  readonly role: string
  readonly content?: unknown
  readonly tool_plan?: unknown
  readonly toolPlan?: unknown
  readonly tool_calls?: unknown
  readonly toolCalls?: unknown
  readonly tool_call_id?: unknown
  readonly toolCallId?: unknown
  readonly citations?: unknown
}

/** A tool definition as input. */
export interface CohereToolInput {
  readonly type?: string
  readonly function?: unknown
}

/** A request as input: of the wire or of the official client. */
export interface CohereRequestInput {
  readonly messages: readonly CohereMessageInput[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly tool_choice?: unknown
  readonly toolChoice?: unknown
  readonly stream?: unknown
  /** The field for instructions in another format; on this wire they are one of the messages. */
  readonly system?: undefined
  /** The name of `stop_sequences` in other formats. */
  readonly stop?: undefined
}

/** An answer, or the body of an error. */
export type CohereResponseInput = CohereAnswerInput | { readonly message: string; readonly id?: unknown }

/** A complete, non-streaming answer as input. */
export interface CohereAnswerInput {
  readonly message: CohereAnswerMessage
  readonly id?: unknown
  readonly finish_reason?: unknown
  readonly finishReason?: unknown
  readonly usage?: unknown
  /** The field for the message in other formats. */
  readonly choices?: undefined
}

/** The message of an answer as input. */
export interface CohereAnswerMessage extends Omit<CohereMessageInput, 'role'> {
  readonly role?: string
}

/** An event of a stream. */
export interface CohereStreamEvent {
  readonly type?: string
  readonly index?: unknown
  readonly delta?: unknown
  readonly id?: unknown
}

/** An answer, or a message or single call. Deliberately loosely typed. */
export interface CohereCallSource {
  readonly message?: object | string | undefined
  readonly role?: string
  readonly function?: object | undefined
}

/** All native types. */
export interface CohereChatTypes extends NativeTypes {
  readonly callSource: CohereCallSource
  readonly call: CohereToolCall
  readonly result: CohereToolMessage
  readonly message: CohereMessage
  readonly messageInput: CohereMessageInput
  readonly tool: CohereTool
  readonly toolInput: CohereToolInput
  readonly request: CohereRequest
  readonly requestInput: CohereRequestInput
  readonly response: CohereResponse
  readonly responseInput: CohereResponseInput
  readonly event: CohereStreamEvent
  readonly system?: undefined
}
