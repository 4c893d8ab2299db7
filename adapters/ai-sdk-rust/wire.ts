// The native types, as JSON. Output can be read by the serde derives of `ai-sdk-provider`.

/** Provider-specific data, by provider name. */
export interface AiSdkRustMetadata {
  [provider: string]: { [key: string]: unknown }
}

/** A `ToolCallPart`; `input` is JSON text. */
export interface AiSdkRustCall {
  type?: 'tool-call'
  toolCallId: string
  toolName: string
  input: string
  providerExecuted?: boolean
  dynamic?: boolean
  providerMetadata?: AiSdkRustMetadata
}

/** A `ContentPart`: an item of a result's content. */
export type AiSdkRustContentPart = (
  | { type: 'text'; text: string }
  | { type: 'image-url' | 'file-url'; url: string }
  | { type: 'image-data'; data: string; mediaType: string }
  | { type: 'file-data'; data: string; mediaType: string; filename?: string }
) & { provider_metadata?: AiSdkRustMetadata }

/** A `ToolResultOutput`. */
export type AiSdkRustOutput = (
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: unknown }
  | { type: 'execution-denied'; reason?: string }
  | { type: 'content'; value: AiSdkRustContentPart[] }
) & { provider_metadata?: AiSdkRustMetadata }

/** A `ToolResultPart`. In tool messages it has no `type`. */
export interface AiSdkRustResult {
  type?: 'tool-result'
  toolCallId: string
  toolName: string
  output: AiSdkRustOutput
  preliminary?: boolean
  providerMetadata?: AiSdkRustMetadata
}

/** A file: its bytes, or a URL. */
export interface AiSdkRustFile {
  type: 'file'
  data: number[] | string
  mediaType: string
  providerMetadata?: AiSdkRustMetadata
}

/** A text. */
export interface AiSdkRustText {
  type: 'text'
  text: string
  provider_metadata?: AiSdkRustMetadata
}

/** Reasoning of the model. */
export interface AiSdkRustReasoning {
  type: 'reasoning'
  reasoning: string
  provider_metadata?: AiSdkRustMetadata
}

/** A citation. */
export interface AiSdkRustSource {
  type: 'source'
  sourceType: 'url' | 'document'
  id: string
  url?: string
  title?: string
  providerMetadata?: AiSdkRustMetadata
}

/** A `Message`. */
export type AiSdkRustMessage =
  | { role: 'system'; content: string }
  | {
      role: 'user'
      content: (AiSdkRustText | { type: 'file'; data: number[] | string; media_type: string })[]
    }
  | {
      role: 'assistant'
      content: (AiSdkRustText | AiSdkRustReasoning | AiSdkRustFile | AiSdkRustCall | AiSdkRustResult)[]
    }
  | { role: 'tool'; content: AiSdkRustResult[] }

/** A `Tool`. */
export type AiSdkRustTool =
  | {
      type: 'function'
      name: string
      description?: string
      inputSchema: { [key: string]: unknown }
      providerOptions?: AiSdkRustMetadata
    }
  | { type: 'providerdefined'; id: string; name: string; args: { [key: string]: unknown } }

/** A `ToolChoice`. */
export type AiSdkRustToolChoice = { type: 'auto' | 'none' | 'required' } | { type: 'tool'; tool_name: string }

/** `CallOptions`. */
export interface AiSdkRustRequest {
  prompt: AiSdkRustMessage[]
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  stopSequences?: string[]
  presencePenalty?: number
  frequencyPenalty?: number
  responseFormat?:
    | { type: 'text' }
    | { type: 'json'; schema?: { [key: string]: unknown }; name?: string; description?: string }
  seed?: number
  tools?: AiSdkRustTool[]
  toolChoice?: AiSdkRustToolChoice
  providerOptions?: AiSdkRustMetadata
}

/** A `GenerateResponse`, with its field names in camelCase. */
export interface AiSdkRustResponse {
  content: (
    | AiSdkRustText
    | AiSdkRustReasoning
    | AiSdkRustFile
    | AiSdkRustSource
    | AiSdkRustCall
    | AiSdkRustResult
  )[]
  finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other' | 'unknown'
  usage: {
    inputTokens?: number
    outputTokens?: number
    totalTokens?: number
    reasoningTokens?: number
    cachedInputTokens?: number
  }
  warnings: { message: string }[]
  providerMetadata?: AiSdkRustMetadata
  response?: { id?: string; timestamp?: string; modelId?: string }
}

/** A message as input, in either spelling. */
export interface AiSdkRustMessageInput {
  readonly role: string
  readonly content: unknown
}

/** A request as input, in either spelling. */
export type AiSdkRustRequestInput =
  | { readonly prompt: readonly AiSdkRustMessageInput[] }
  | { readonly messages: readonly AiSdkRustMessageInput[] }

/** An answer or an error as input, in either spelling. */
export type AiSdkRustResponseInput = { readonly content: readonly object[] } | { readonly error: unknown }

/** A `StreamPart`. */
export interface AiSdkRustStreamPart {
  readonly type: string
}

/** An answer, or a message or part with calls. Deliberately loosely typed. */
export interface AiSdkRustCallSource {
  readonly content?: unknown
  readonly error?: unknown
  readonly role?: string
  readonly type?: string
}

/** All native types. */
export interface AiSdkRustTypes {
  readonly callSource: AiSdkRustCallSource
  readonly call: AiSdkRustCall
  readonly result: AiSdkRustResult
  readonly message: AiSdkRustMessage
  readonly messageInput: AiSdkRustMessageInput
  readonly tool: AiSdkRustTool
  readonly toolInput: { readonly name: string }
  readonly request: AiSdkRustRequest
  readonly requestInput: AiSdkRustRequestInput
  readonly response: AiSdkRustResponse
  readonly responseInput: AiSdkRustResponseInput
  readonly event: AiSdkRustStreamPart
}
