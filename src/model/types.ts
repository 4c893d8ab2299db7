import type { JsonObject, JsonValue } from '../json/types.js'
import type {
  ALLOWED_MODES,
  FINISH_REASONS,
  MEDIA_KINDS,
  ROLES,
  TOOL_CALL_STATUSES,
  TOOL_KINDS,
} from './words.js'

/**
 * What kind of tool a call addresses. `function` takes a JSON object, `custom` takes free text; the others are tools
 * that the vendors define (run by the provider or by the client, see `providerExecuted`).
 */
export type ToolKind = (typeof TOOL_KINDS)[number]

/**
 * Whether the arguments can be used. Only `complete` calls may be executed.
 * - `malformed`: the text is not JSON.
 * - `truncated`: cut by the output limit, an abort or a broken stream.
 * - `not-object`: valid JSON, but not an object.
 */
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number]

/**
 * Per wire id: what that wire needs back untouched. `extra` holds native fields the canonical model has no place for,
 * verbatim; the other keys are named by the adapter (its README lists them). Other wires never read it.
 */
export type ProviderMetadata = Readonly<Record<string, WireMetadata>>
export type WireMetadata = JsonObject

interface ToolCallBase {
  readonly type: 'tool-call'
  /** Never empty. Pairs the call with its result. */
  readonly id: string
  /** True when the wire gave no id and this one was derived; it is not sent back to that wire. */
  readonly minted?: true
  readonly name: string
  /** The exact argument text, when the wire carried text or its numbers would not survive parsing. */
  readonly rawArguments?: string
  /** The namespace that the tool stands in, on wires that have them: two of them may hold tools of one name. */
  readonly namespace?: string
  /** True when the provider runs the tool itself. Never run such a call locally. */
  readonly providerExecuted: boolean
  /** True when the tool was not declared up front (loaded by a search or by an MCP server). */
  readonly dynamic?: boolean
  readonly title?: string
  /** Host-side attribution. Never sent to a provider. */
  readonly callerId?: string
  readonly context?: JsonValue
  readonly skills?: readonly string[]
  readonly providerMetadata?: ProviderMetadata
}

/** Arguments are present exactly when they can be used. */
export type ArgumentsState<Arguments> =
  | { readonly status: 'complete'; readonly arguments: Arguments }
  | { readonly status: Exclude<ToolCallStatus, 'complete'>; readonly arguments?: undefined }

/** A call whose arguments are a JSON object. */
export type ObjectToolCall = ToolCallBase & {
  readonly kind: Exclude<ToolKind, 'custom'>
} & ArgumentsState<JsonObject>

/** A call to a custom tool: `arguments` is the model's free text. */
export type CustomToolCall = ToolCallBase & { readonly kind: 'custom' } & ArgumentsState<string>

/** A call that the model made. `status === 'complete'` tells that it has `arguments`. */
export type ToolCall = ObjectToolCall | CustomToolCall

export type ToolOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly value: readonly ResultPart[] }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'denied'; readonly reason?: string }

/** What may stand inside a result of type `content`. */
export type ResultPart = TextPart | MediaPart | OpaquePart

export interface ToolResult {
  readonly type: 'tool-result'
  /** The `id` of the call it answers. */
  readonly callId: string
  /** True when `callId` was derived because the wire gave none; it is not sent back to that wire. */
  readonly minted?: true
  /** The tool's name; empty when the wire carries none and the call is not at hand. */
  readonly name: string
  readonly output: ToolOutput
  readonly isError: boolean
  readonly providerExecuted: boolean
  /**
   * The call that it answers, unless that was to a plain function: some wires answer each kind in a form of its own.
   * Set by `toolResult` and its siblings, so that a result can be encoded when its call is not at hand.
   */
  readonly answers?: { readonly kind: ToolKind; readonly providerMetadata?: ProviderMetadata }
  /** True for an interim result that a later one replaces. */
  readonly preliminary?: boolean
  /** Host-side data. Never sent to a provider. */
  readonly raw?: JsonValue
  readonly metadata?: JsonObject
  readonly category?: string
  readonly retryable?: boolean
  readonly providerMetadata?: ProviderMetadata
}

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  readonly providerMetadata?: ProviderMetadata
}

/** The model's thinking. What proves it to its own wire (signature, encrypted content) is in `providerMetadata`. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  /** Empty when the provider hides it. */
  readonly text: string
  readonly providerMetadata?: ProviderMetadata
}

export type MediaContent =
  | { readonly type: 'data' /** base64 */; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file-id'; readonly id: string }
  | { readonly type: 'text'; readonly text: string }

export type MediaKind = (typeof MEDIA_KINDS)[number]

export interface MediaPart {
  readonly type: 'media'
  readonly kind: MediaKind
  /** IANA media type, when the wire says it. */
  readonly mediaType?: string
  readonly source: MediaContent
  readonly filename?: string
  readonly providerMetadata?: ProviderMetadata
}

/** A citation or a search hit. */
export interface SourcePart {
  readonly type: 'source'
  readonly url?: string
  readonly title?: string
  readonly providerMetadata?: ProviderMetadata
}

/** A native part without canonical meaning, kept verbatim for its own wire. */
export interface OpaquePart {
  readonly type: 'opaque'
  readonly wire: string
  readonly value: JsonValue
  /** What it tells a model, for wires that cannot carry it inside a result. Its own wire does not read it. */
  readonly text?: string
}

export type Part = TextPart | ReasoningPart | ToolCall | ToolResult | MediaPart | SourcePart | OpaquePart

export type Role = (typeof ROLES)[number]

/** Role `tool` holds only the results that the client sends; results of provider-run tools are in assistant messages. */
export interface Message {
  readonly role: Role
  readonly parts: readonly Part[]
  /** Who wrote an assistant message, as far as known: signatures go back only there. */
  readonly origin?: Origin
  readonly providerMetadata?: ProviderMetadata
}

export interface Origin {
  readonly wire: string
  readonly model?: string
}

/** A group of tools whose names count inside it only. */
export interface ToolNamespace {
  readonly name: string
  readonly description?: string
}

export interface FunctionTool {
  readonly type: 'function'
  readonly name: string
  readonly namespace?: ToolNamespace
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  readonly strict?: boolean
  readonly providerMetadata?: ProviderMetadata
}

export interface CustomTool {
  readonly type: 'custom'
  readonly name: string
  readonly namespace?: ToolNamespace
  readonly description?: string
  /** A grammar the text must follow; absent means any text. */
  readonly grammar?: { readonly syntax: string; readonly definition: string }
  readonly providerMetadata?: ProviderMetadata
}

/** A tool that the vendor defines, kept verbatim for its own wire. */
export interface ProviderTool {
  readonly type: 'provider'
  readonly wire: string
  readonly kind: ToolKind
  readonly name: string
  readonly value: JsonValue
  /** Present when the client runs it and its input is known: so other wires can have it as a function. */
  readonly client?: ClientTool
}

/** A vendor's tool as a function. */
export interface ClientTool {
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** What makes a call of the function one of the vendor's tool again. */
  readonly callMetadata?: ProviderMetadata
}

export type ToolDefinition = FunctionTool | CustomTool | ProviderTool

type AllowedMode = (typeof ALLOWED_MODES)[number]

export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'allowed'; readonly mode: AllowedMode; readonly names: readonly string[] }
  | { readonly type: 'opaque'; readonly wire: string; readonly value: JsonValue }

/** Settings that every wire has under some name. Absent means the provider's own default. */
export interface Settings {
  readonly model?: string
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stop?: readonly string[]
  readonly stream?: boolean
}

/** A whole request: history, tools and settings. */
export interface Conversation extends Settings {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  readonly toolChoice?: ToolChoice
  /** Whether the model may make several calls in one turn. */
  readonly parallelToolCalls?: boolean
  /** Per wire: the rest of the request, verbatim. */
  readonly providerMetadata?: ProviderMetadata
}

export type FinishReason = (typeof FINISH_REASONS)[number]

/** `reason` is normalized: a call left to the client makes it `tool-calls`. `raw` is the wire's own word. */
export interface Finish {
  readonly reason: FinishReason
  readonly raw?: string
}

/** Tokens. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly totalTokens?: number
  readonly cachedInputTokens?: number
  readonly reasoningTokens?: number
}

export interface ProviderError {
  readonly message: string
  readonly code?: string
  /** HTTP status, when the answer was refused with one. */
  readonly status?: number
  /** Seconds after which the provider wants to be asked again. */
  readonly retryAfter?: number
  /** The provider's id of the request, for its support. */
  readonly requestId?: string
  /** The error as the provider sent it. */
  readonly raw?: JsonValue
}

export interface ModelResponse {
  readonly message: Message
  readonly finish: Finish
  readonly id?: string
  readonly model?: string
  readonly usage?: Usage
  /** Present when the provider answered with an error instead of, or after, a message. */
  readonly error?: ProviderError
  readonly providerMetadata?: ProviderMetadata
}
