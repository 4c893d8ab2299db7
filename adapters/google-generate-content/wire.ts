/**
 * A field that each official SDK types with its own enumeration or schema. Only `never` is assignable to both
 * types. The value is a string or a schema.
 */
export type SdkOwn = never

/** A part as output. Both SDKs accept it: `Part` of `@google/genai` and of `@google/generative-ai`. */
export type GooglePart =
  | GoogleTextPart
  | GoogleInlineDataPart
  | GoogleFileDataPart
  | GoogleFunctionCallPart
  | GoogleFunctionResponsePart
  | GoogleExecutableCodePart
  | GoogleCodeExecutionResultPart

interface PartEnvelope {
  /**
   * The signature of the model's thinking before this part. It must be sent back unchanged in the same part.
   */
  thoughtSignature?: string
}

/** Text, or thinking if `thought` is true. */
export interface GoogleTextPart extends PartEnvelope {
  text: string
  /** True for the model's thinking. */
  thought?: boolean
}

/** Media in base64. */
export interface GoogleInlineDataPart extends PartEnvelope {
  /** `data` is base64. */
  inlineData: { mimeType: string; data: string; displayName?: string }
}

/** Media by URL. */
export interface GoogleFileDataPart extends PartEnvelope {
  fileData: { mimeType: string; fileUri: string; displayName?: string }
}

/** A call. Its `id` is often missing. */
export interface GoogleFunctionCallPart extends PartEnvelope {
  functionCall: { name: string; args: Record<string, unknown>; id?: string }
}

/** The result of a call. */
export interface GoogleFunctionResponsePart extends PartEnvelope {
  functionResponse: {
    name: string
    response: Record<string, unknown>
    id?: string
    parts?: {
      inlineData?: { mimeType: string; data: string }
      fileData?: { mimeType: string; fileUri: string }
    }[]
  }
}

/** Code that Google ran. */
export interface GoogleExecutableCodePart extends PartEnvelope {
  executableCode: { code: string; language: SdkOwn; id?: string }
}

/** The output of code that Google ran. */
export interface GoogleCodeExecutionResultPart extends PartEnvelope {
  codeExecutionResult: { outcome: SdkOwn; output: string; id?: string }
}

/** A turn as output. */
export interface GoogleContent {
  role: string
  parts: GooglePart[]
}

/** A function as declared in a request. */
export interface GoogleFunctionDeclaration {
  name: string
  description?: string
  /** OpenAPI subset. */
  parameters?: SdkOwn
  /** JSON Schema. */
  parametersJsonSchema?: unknown
}

/** An entry of `tools`. Each built-in tool is a field next to `functionDeclarations`. */
export interface GoogleTool {
  functionDeclarations?: GoogleFunctionDeclaration[]
}

/** The tool choice. */
export interface GoogleToolConfig {
  functionCallingConfig: { mode?: SdkOwn; allowedFunctionNames?: string[] }
  includeServerSideToolInvocations?: boolean
}

/** Settings of the answer. */
export interface GoogleGenerationConfig {
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  stopSequences?: string[]
  candidateCount?: number
  seed?: number
  responseMimeType?: string
}

/**
 * A REST body. `@google/generative-ai` accepts it unchanged; `sdkParameters` converts it for `@google/genai`.
 */
export interface GoogleRequest {
  contents: GoogleContent[]
  systemInstruction?: GoogleContent
  tools?: GoogleTool[]
  toolConfig?: GoogleToolConfig
  generationConfig?: GoogleGenerationConfig
  cachedContent?: string
  model?: string
}

/** `GenerateContentParameters` of `@google/genai`. */
export interface GoogleSdkParameters {
  model: string
  contents: GoogleContent[]
  config: GoogleGenerationConfig &
    Pick<GoogleRequest, 'systemInstruction' | 'tools' | 'toolConfig' | 'cachedContent'> & {
      abortSignal?: AbortSignal
    }
}

/** A complete, non-streaming answer, or a chunk of a stream, as output. */
export interface GoogleResponse {
  candidates?: {
    content?: { role?: string; parts?: GooglePart[] }
    finishReason?: string
    index?: number
  }[]
  promptFeedback?: { blockReason?: string }
  usageMetadata?: {
    promptTokenCount?: number
    candidatesTokenCount?: number
    totalTokenCount?: number
    thoughtsTokenCount?: number
    cachedContentTokenCount?: number
  }
  modelVersion?: string
  responseId?: string
}

/** A Content of either SDK, or of a REST body. */
export interface GoogleContentInput {
  readonly role?: string
  readonly parts?: readonly (object | string)[]
}

/** A REST body, or the parameters of either SDK, with `contents` in any of their forms. */
export interface GoogleRequestInput {
  readonly contents: string | object | readonly (object | string)[]
  readonly model?: string
  readonly systemInstruction?: string | object
  readonly generationConfig?: object
  readonly tools?: object
  readonly toolConfig?: object
  readonly safetySettings?: readonly object[]
  readonly cachedContent?: unknown
  readonly labels?: object
  /** All other fields in the parameters of `@google/genai`, except the model. */
  readonly config?: object
}

/** A REST body, a chunk of a stream, or either SDK's response object (also the old SDK's `{response}`). */
export interface GoogleResponseInput {
  readonly candidates?: readonly object[]
  readonly promptFeedback?: object
  readonly usageMetadata?: object
  readonly modelVersion?: string
  readonly responseId?: string
  readonly response?: object
  readonly error?: object
}

/** An answer, candidate, content, part or single call. Deliberately loosely typed. */
export interface GoogleCallSource {
  readonly candidates?: readonly object[] | undefined
  readonly promptFeedback?: object | undefined
  readonly response?: object | undefined
  readonly error?: object | undefined
  readonly content?: object | undefined
  readonly parts?: readonly object[] | undefined
  readonly functionCall?: unknown
  readonly text?: unknown
  readonly args?: object | undefined
}

/** All native types. */
export interface GoogleNative {
  readonly callSource: GoogleCallSource
  readonly call: GooglePart
  readonly result: GooglePart
  readonly message: GoogleContent
  readonly messageInput: GoogleContentInput
  readonly tool: GoogleTool
  readonly toolInput: object
  readonly request: GoogleRequest
  readonly requestInput: GoogleRequestInput
  readonly response: GoogleResponse
  readonly responseInput: GoogleResponseInput
  readonly event: GoogleResponseInput
  readonly system?: GoogleContent
}
