import type { NativeTypes } from '../../src/codec/wire/define-adapter.js'

/** The native types as they stand on the wire; the official client (`cohere-ai` 8.1) writes the same names in camel case. */
export interface CohereTextContent {
  type: 'text'
  text: string
}

/** What the model thought. */
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

/** What a citation rests on. */
export type CohereSource =
  | { type: 'tool'; id?: string; tool_output?: { [key: string]: unknown } }
  | { type: 'document'; id?: string; document?: { [key: string]: unknown } }

/** Which characters of a block rest on which sources. */
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

/** A message as it is written. */
export type CohereMessage =
  | { role: 'system'; content: string | CohereTextContent[] }
  | { role: 'user'; content: string | (CohereTextContent | CohereImageContent)[] }
  | CohereAssistantMessage
  | CohereToolMessage

/** A function as it is declared. */
export interface CohereTool {
  type: 'function'
  function: { name: string; description?: string; parameters: { [key: string]: unknown } }
}

/** What encoding writes; fields that only the provider knows are there too. */
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

/** What was counted. */
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

/** A whole answer as it is written. */
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

/** A tool definition as it may be given. */
export interface CohereToolInput {
  readonly type?: string
  readonly function?: unknown
}

/** A request as it may be given: of the wire or of the official client. */
export interface CohereRequestInput {
  readonly messages: readonly CohereMessageInput[]
  readonly model?: unknown
  readonly tools?: unknown
  readonly tool_choice?: unknown
  readonly toolChoice?: unknown
  readonly stream?: unknown
  /** Where another format of messages has its instructions; here they are one of the messages. */
  readonly system?: undefined
  /** The name of `stop_sequences` elsewhere. */
  readonly stop?: undefined
}

/** An answer, or the body of an error. */
export type CohereResponseInput = CohereAnswerInput | { readonly message: string; readonly id?: unknown }

/** A whole answer as it may be given. */
export interface CohereAnswerInput {
  readonly message: CohereAnswerMessage
  readonly id?: unknown
  readonly finish_reason?: unknown
  readonly finishReason?: unknown
  readonly usage?: unknown
  /** What others have in place of the message. */
  readonly choices?: undefined
}

/** The message of an answer as it may be given. */
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

/** An answer, or a piece of one that has calls: a message or one call. As loose as will do. */
export interface CohereCallSource {
  readonly message?: object | string | undefined
  readonly role?: string
  readonly function?: object | undefined
}

/** The native types, all together. */
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
