// The native types, as JSON. Output is assignable to the types of `ai` 7 and `@ai-sdk/provider` 4.

/** Any JSON. */
export type AiSdkJson = null | string | number | boolean | { [key: string]: AiSdkJson } | AiSdkJson[]

/** Options for packages of the SDK, by package name. */
export interface AiSdkOptions {
  [provider: string]: { [key: string]: AiSdkJson }
}

interface Optional {
  providerOptions?: AiSdkOptions
}

/** A text. */
export interface AiSdkText extends Optional {
  type: 'text'
  text: string
}

/** A file: bare base64 or URL, other data under a tag. */
export interface AiSdkFile extends Optional {
  type: 'file'
  data:
    | string
    | { type: 'data'; data: string }
    | { type: 'text'; text: string }
    | { type: 'reference'; reference: { [provider: string]: string } }
  mediaType: string
  filename?: string
}

/** A call in a message. */
export interface AiSdkCall extends Optional {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  providerExecuted?: boolean
}

/** The tagged output of a tool. */
export type AiSdkOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'json' | 'error-json'; value: AiSdkJson }
  | { type: 'execution-denied'; reason?: string }
  | { type: 'content'; value: (AiSdkText | AiSdkTaggedFile | ({ type: 'custom' } & Optional))[] }

/** A file inside a result. */
export interface AiSdkTaggedFile extends Optional {
  type: 'file'
  data: { type: 'data'; data: string } | { type: 'text'; text: string }
  mediaType: string
  filename?: string
}

/** A result in a message. */
export interface AiSdkResult extends Optional {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: AiSdkOutput
}

/** An instruction. */
export interface AiSdkSystemMessage extends Optional {
  role: 'system'
  content: string
}

/** A message of the model. */
export interface AiSdkAssistantMessage extends Optional {
  role: 'assistant'
  content:
    | string
    | (
        | AiSdkText
        | ({ type: 'reasoning'; text: string } & Optional)
        | ({ type: 'custom'; kind: `${string}.${string}` } & Optional)
        | AiSdkFile
        | AiSdkCall
        | AiSdkResult
      )[]
}

/** A message as output: a `ModelMessage` of the SDK. */
export type AiSdkMessage =
  | AiSdkSystemMessage
  | ({ role: 'user'; content: string | (AiSdkText | AiSdkFile)[] } & Optional)
  | AiSdkAssistantMessage
  | ({ role: 'tool'; content: AiSdkResult[] } & Optional)

/** A message of any form: of a prompt, of `generateText`, or of a user interface. */
export interface AiSdkMessageInput {
  readonly role: string
  readonly content?: unknown
  readonly parts?: unknown
}

/** A message of a user interface. */
export interface AiSdkUiMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  parts: { type: string }[]
  metadata?: unknown
}

/** A function, or a tool that a package of the SDK defines. */
export type AiSdkTool =
  | ({
      type: 'function'
      name: string
      description?: string
      inputSchema: { [key: string]: unknown }
      strict?: boolean
    } & Optional)
  | { type: 'provider'; id: `${string}.${string}`; name: string; args: { [key: string]: unknown } }

/** A tool as input. */
export interface AiSdkToolInput {
  readonly name?: string
}

/** Call options as output. */
export interface AiSdkRequest extends Optional {
  messages?: AiSdkMessage[]
  prompt?: string | AiSdkMessage[]
  instructions?: string | AiSdkSystemMessage | AiSdkSystemMessage[]
  allowSystemInMessages?: boolean
  tools?: AiSdkTool[]
  toolChoice?: 'auto' | 'none' | 'required' | { type: 'tool'; toolName: string }
  activeTools?: string[]
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
  stopSequences?: string[]
}

/** Call options as input: with `messages` or a `prompt`. */
export interface AiSdkRequestInput {
  readonly messages?: readonly AiSdkMessageInput[]
  readonly prompt?: string | readonly AiSdkMessageInput[]
  readonly tools?: unknown
  readonly toolChoice?: unknown
}

interface Metadata {
  providerMetadata?: AiSdkOptions
}

/** A part of an answer. */
export type AiSdkContent =
  | ({ type: 'text' | 'reasoning'; text: string } & Metadata)
  | ({ type: 'custom'; kind: `${string}.${string}` } & Metadata)
  | ({ type: 'file'; mediaType: string; data: { type: 'data'; data: string } } & Metadata)
  | ({ type: 'source'; sourceType: 'url'; id: string; url: string; title?: string } & Metadata)
  | ({
      type: 'tool-call'
      toolCallId: string
      toolName: string
      input: string
      providerExecuted?: boolean
      dynamic?: boolean
    } & Metadata)
  | ({
      type: 'tool-result'
      toolCallId: string
      toolName: string
      result: NonNullable<AiSdkJson>
      isError?: boolean
      dynamic?: boolean
    } & Metadata)

type FinishWord = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/** An answer as output: the return value of a model's `doGenerate`. */
export interface AiSdkResponse extends Metadata {
  content: AiSdkContent[]
  finishReason: { unified: FinishWord; raw: string | undefined }
  usage: {
    inputTokens: {
      total: number | undefined
      noCache: number | undefined
      cacheRead: number | undefined
      cacheWrite: number | undefined
    }
    outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined }
  }
  warnings: []
  response?: { id?: string; modelId?: string }
}

/** An answer of a model, the UI message made from an answer, or an error. */
export type AiSdkResponseInput =
  | { readonly content: readonly object[] }
  | { readonly parts: readonly object[] }
  | { readonly error: unknown }

/** A part of a stream: of a model, of `streamText`, or of a user interface. */
export interface AiSdkStreamPart {
  readonly type: string
}

/** An answer, or a message or part with calls. Deliberately loosely typed. */
export interface AiSdkCallSource {
  readonly content?: unknown
  readonly error?: unknown
  readonly role?: string
  readonly type?: string
}

/** All native types. */
export interface AiSdkTypes {
  readonly callSource: AiSdkCallSource
  readonly call: AiSdkCall
  readonly result: AiSdkResult
  readonly message: AiSdkMessage
  readonly messageInput: AiSdkMessageInput
  readonly tool: AiSdkTool
  readonly toolInput: AiSdkToolInput
  readonly request: AiSdkRequest
  readonly requestInput: AiSdkRequestInput
  readonly response: AiSdkResponse
  readonly responseInput: AiSdkResponseInput
  readonly event: AiSdkStreamPart
  readonly system: string | AiSdkSystemMessage | AiSdkSystemMessage[] | undefined
}

/** All native types, with UI messages. */
export interface AiSdkUiTypes extends Omit<AiSdkTypes, 'message' | 'request' | 'response' | 'system'> {
  readonly message: AiSdkUiMessage
  readonly request: Omit<AiSdkRequest, 'messages'> & { messages: AiSdkUiMessage[] }
  readonly response: AiSdkUiMessage
}
