import type { JsonObject, JsonValue } from '../json/types.js'
import type {
  ALLOWED_MODES,
  FINISH_REASONS,
  MEDIA_KINDS,
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
  ROLES,
  SERVICE_TIERS,
  TOOL_CALL_STATUSES,
  TOOL_KINDS,
  VERBOSITIES,
} from './constants.js'
import type { HostedTool } from './hosted.js'

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
export interface ProviderMetadata {
  readonly [wire: string]: WireMetadata
}

/** What one wire needs back: its keys are listed in the README of its adapter. */
export type WireMetadata = JsonObject

/**
 * The prompt up to and including what bears it is worth caching. It changes no answer. Which wires have such marks, and
 * how they say them: docs/prompt-caching.md.
 */
export interface CacheMark {
  /** How long it is kept, in the provider's word: `5m`, `1h`; `30m`, `12h`. Default: the provider's own. */
  readonly ttl?: string
}

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
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
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

/**
 * What a tool gave, by the form it has: `text` and `json` for one value, `content` for texts, images and files, `error-
 * text` and `error-json` for a failure that the model can read, `denied` for a call that was not allowed (the reason is
 * for the model).
 */
export type ToolOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly value: readonly ResultPart[] }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'denied'; readonly reason?: string }

/** What may stand inside a result of type `content`. */
export type ResultPart = TextPart | MediaPart | OpaquePart

/** The answer to a call. `toolResult`, `errorResult`, `contentResult` and `deniedResult` make one. */
export interface ToolResult {
  readonly type: 'tool-result'
  /** The `id` of the call it answers. */
  readonly callId: string
  /** True when `callId` was derived because the wire gave none; it is not sent back to that wire. */
  readonly minted?: true
  /** The tool's name; empty when the wire carries none and the call is not at hand. */
  readonly name: string
  /** What the tool gave. */
  readonly output: ToolOutput
  /** True when the call failed or was denied; wires that have no such mark say it in the text. */
  readonly isError: boolean
  /** True when the provider ran the tool; then the result stands in the assistant's message. */
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
  /** Host-side data. Never sent to a provider. */
  readonly metadata?: JsonObject
  /** Host-side word for what went wrong. Never sent to a provider. */
  readonly category?: string
  /** Host-side: whether calling again may help. Never sent to a provider. */
  readonly retryable?: boolean
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** Text of any role. */
export interface TextPart {
  readonly type: 'text'
  /** May be empty. */
  readonly text: string
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** The model's thinking. What proves it to its own wire (signature, encrypted content) is in `providerMetadata`. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  /** Empty when the provider hides it. */
  readonly text: string
  readonly providerMetadata?: ProviderMetadata
}

/**
 * Where media are: base64 in `data`, a `url`, the id of a file that the provider keeps, or the plain text of a
 * document.
 */
export type MediaContent =
  | { readonly type: 'data' /** base64 */; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file-id'; readonly id: string }
  | { readonly type: 'text'; readonly text: string }

/** What media are for the model. */
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** An image, a sound, a video or a file. */
export interface MediaPart {
  readonly type: 'media'
  /** What it is for the model; `mediaType` says its format. */
  readonly kind: MediaKind
  /** IANA media type, when the wire says it. */
  readonly mediaType?: string
  /** Where it is. */
  readonly source: MediaContent
  /** The name that the model sees, where the wire has one. */
  readonly filename?: string
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** A citation or a search hit. */
export interface SourcePart {
  readonly type: 'source'
  /** Absent for what has no address, such as a file of a search. */
  readonly url?: string
  /** As the provider gives it. */
  readonly title?: string
  readonly providerMetadata?: ProviderMetadata
}

/** A native part without canonical meaning, kept verbatim for its own wire. */
export interface OpaquePart {
  readonly type: 'opaque'
  /** The id of the only wire that it is sent to. */
  readonly wire: string
  /** The native part. */
  readonly value: JsonValue
  /** What it tells a model, for wires that cannot carry it inside a result. Its own wire does not read it. */
  readonly text?: string
}

/** One piece of a message. */
export type Part = TextPart | ReasoningPart | ToolCall | ToolResult | MediaPart | SourcePart | OpaquePart

/** Who speaks. Results are in messages of role `tool`. */
export type Role = (typeof ROLES)[number]

/** Role `tool` holds only the results that the client sends; results of provider-run tools are in assistant messages. */
export interface Message {
  /** Who speaks. */
  readonly role: Role
  /** In the order in which they were said. */
  readonly parts: readonly Part[]
  /** Who wrote an assistant message, as far as known: signatures go back only there. */
  readonly origin?: Origin
  readonly providerMetadata?: ProviderMetadata
}

/** Who wrote a message. */
export interface Origin {
  /** The wire id. */
  readonly wire: string
  /** The model as its provider names it. */
  readonly model?: string
}

/** A group of tools whose names count inside it only. */
export interface ToolNamespace {
  /** Part of what calls are told apart by. */
  readonly name: string
  /** For the model. */
  readonly description?: string
}

/** A function that the model may call with a JSON object. `defineTool` makes one of a zod schema. */
export interface FunctionTool {
  readonly type: 'function'
  /** Any text; wires that take only some letters get another, and `restoreResponse` undoes it. */
  readonly name: string
  /** The group that it stands in. Default: none. */
  readonly namespace?: ToolNamespace
  /** What it does, for the model. */
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** Whether the provider holds the model to the schema, where it can. Default: the provider's own. */
  readonly strict?: boolean
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** A tool that takes free text. Wires without such tools get it as a function with one text `input`. */
export interface CustomTool {
  readonly type: 'custom'
  /** As that of a function. */
  readonly name: string
  /** The group that it stands in. Default: none. */
  readonly namespace?: ToolNamespace
  /** What it does, for the model. */
  readonly description?: string
  /** A grammar the text must follow; absent means any text. */
  readonly grammar?: { readonly syntax: string; readonly definition: string }
  /** Marks the prompt up to here for its cache. Default: it is not marked. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** A tool that the vendor defines, kept verbatim for its own wire. */
export interface ProviderTool {
  readonly type: 'provider'
  /** The id of the only wire that has it. */
  readonly wire: string
  /** What it does. */
  readonly kind: ToolKind
  /** What its calls are called; some wires have no name but the type. */
  readonly name: string
  /** The wire's own definition, verbatim. */
  readonly value: JsonValue
  /** Present when the client runs it and its input is known: so other wires can have it as a function. */
  readonly client?: ClientTool
}

/** A vendor's tool as a function. */
export interface ClientTool {
  /** What it does, for the model. */
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** What makes a call of the function one of the vendor's tool again. */
  readonly callMetadata?: ProviderMetadata
}

/** A tool that the model may use. */
export type ToolDefinition = FunctionTool | CustomTool | ProviderTool | HostedTool

type AllowedMode = (typeof ALLOWED_MODES)[number]

/**
 * Whether the model has to call: `auto` leaves it to the model, `none` forbids it, `required` asks for any call, `tool`
 * for one of that name, `allowed` restricts the choice to those names (`mode`: whether it has to call), `opaque` is a
 * wire's own word.
 */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'allowed'; readonly mode: AllowedMode; readonly names: readonly string[] }
  | { readonly type: 'opaque'; readonly wire: string; readonly value: JsonValue }

/**
 * What form the answer's text is to have.
 * - `text`: any. It is what providers give when nothing is said.
 * - `json`: a JSON value. Some wires want the word JSON in a message as well; others have only schemas.
 * - `json-schema`: JSON that keeps to `schema` (JSON Schema; each provider takes another subset of it).
 */
export type OutputFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json' }
  | {
      readonly type: 'json-schema'
      readonly schema: JsonObject
      /** Names the schema, for wires that ask for one: at most 64 of `A-Z a-z 0-9 _ -`. */
      readonly name?: string
      readonly description?: string
      /** Whether the schema is enforced. Some wires always do. Default: the provider's own. */
      readonly strict?: boolean
    }

/** How deep a model is to think, in the words that providers share. Not every model knows every word. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** How much of the thinking the answer shows. `auto`: as much as there is; wires with no other word take this one. */
export type ReasoningSummary = (typeof REASONING_SUMMARIES)[number]

/**
 * Whether and how deep the model thinks before it answers. Effort and budget are two scales: no provider documents how
 * one becomes the other, so neither is made of the other.
 */
export interface Reasoning {
  /** `false`: off. `true`: on, as deep as the model sees fit. Default: on when `effort` or `budgetTokens` is there, else the model's own. */
  readonly enabled?: boolean
  /** How deep, as a word. Default: the model's own. */
  readonly effort?: ReasoningEffort
  /** Tokens that may go into thinking. On most wires they count against `maxOutputTokens`. */
  readonly budgetTokens?: number
  /** Default: the provider's own. */
  readonly summary?: ReasoningSummary
}

/** How fast, and at which price: `standard` is what is usual, `flex` slower and cheaper, `priority` the reverse. */
export type ServiceTier = (typeof SERVICE_TIERS)[number]

/** Whether the answer tells how likely its tokens were. */
export interface LogProbabilities {
  /** Default: only when `top` is there. */
  readonly enabled?: boolean
  /** How many alternatives to tell of for each token, 0 to 20. */
  readonly top?: number
}

/**
 * Settings of a request, under the names that most wires use. Absent means the provider's own default. A wire that has no
 * place for one leaves it out with the notice `setting-dropped`; values are never clamped or scaled.
 * What each wire calls them: docs/settings-by-wire.md.
 */
export interface Settings {
  /** The model as the provider names it. It means nothing to another provider. */
  readonly model?: string
  /** Tokens that the answer may have, thinking included. Some wires require it. */
  readonly maxOutputTokens?: number
  /** 0 to 2 on most wires, to 1 on others. */
  readonly temperature?: number
  /** 0 to 1: only the most likely tokens that together have this probability are drawn from. */
  readonly topP?: number
  /** Only so many of the most likely tokens are drawn from; a whole number. */
  readonly topK?: number
  /** Texts at which the answer ends; most wires take four or five. */
  readonly stop?: readonly string[]
  /** Whether the answer is to come as a stream. Default: no. */
  readonly stream?: boolean
  /** A whole number; the same one makes the same answer more likely. */
  readonly seed?: number
  /** -2 to 2, default 0: above it, tokens get less likely the more often they came. */
  readonly frequencyPenalty?: number
  /** -2 to 2, default 0: above it, tokens get less likely once they came. */
  readonly presencePenalty?: number
  /** Whether the answer tells how likely its tokens were. Default: no. */
  readonly logProbabilities?: LogProbabilities
  /** The form that the text of the answer must have. Default: free text. */
  readonly outputFormat?: OutputFormat
  /** Whether and how deep the model thinks first. Default: the model's own. */
  readonly reasoning?: Reasoning
  /** How long answers are to be. Default: `medium`. */
  readonly verbosity?: (typeof VERBOSITIES)[number]
  /** For the caller's own bookkeeping: at most 16 pairs, keys of up to 64 and values of up to 512 characters. */
  readonly metadata?: Readonly<Record<string, string>>
  /** A stable, opaque id of the person behind the request, by which providers notice abuse. Never a name or an address. */
  readonly endUser?: string
  /** Requests with the same key are sent to where their prompt is cached. It changes no answer. */
  readonly cacheKey?: string
  /** How fast and at what price. Default: the provider's own. */
  readonly serviceTier?: ServiceTier
}

/** A whole request: history, tools and settings. */
export interface Conversation extends Settings {
  readonly messages: readonly Message[]
  /** What the model may call. Default: nothing. */
  readonly tools?: readonly ToolDefinition[]
  /** Whether the model has to call, and what. Default: `auto`. */
  readonly toolChoice?: ToolChoice
  /** Whether the model may make several calls in one turn. */
  readonly parallelToolCalls?: boolean
  /** Per wire: the rest of the request, verbatim. */
  readonly providerMetadata?: ProviderMetadata
}

/**
 * Why an answer ended: `stop` (it is done), `tool-calls` (the client owes results), `length` (the output limit),
 * `content-filter` (refused or cut by a filter), `error`, `other`.
 */
export type FinishReason = (typeof FINISH_REASONS)[number]

/** `reason` is normalized: a call left to the client makes it `tool-calls`. `raw` is the wire's own word. */
export interface Finish {
  /** The normalized reason. */
  readonly reason: FinishReason
  /** The wire's own word. */
  readonly raw?: string
}

/** Tokens that a request and its answer took. Absent means that the provider does not say. */
export interface Usage {
  /** The whole prompt, with what came from a cache and what was written to one. */
  readonly inputTokens?: number
  /** All that was generated, thinking included. */
  readonly outputTokens?: number
  /** As the provider counts it. */
  readonly totalTokens?: number
  /** Those of `inputTokens` that were read from a cache. */
  readonly cachedInputTokens?: number
  /** Those of `inputTokens` that were written to a cache. */
  readonly cacheWriteTokens?: number
  /** Those of `outputTokens` that went into thinking. */
  readonly reasoningTokens?: number
}

/** An error as the provider told it. */
export interface ProviderError {
  /** For people. */
  readonly message: string
  /** The provider's own word for it (`rate_limit_error`), or one of the library's (`stream-cut`). */
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

/** An answer, whole: also one that came as a stream. */
export interface ModelResponse {
  readonly message: Message
  readonly finish: Finish
  /** The provider's id of the answer. */
  readonly id?: string
  /** The model that answered, as the provider names it. */
  readonly model?: string
  /** Absent when the provider did not count. */
  readonly usage?: Usage
  /** Present when the provider answered with an error instead of, or after, a message. */
  readonly error?: ProviderError
  readonly providerMetadata?: ProviderMetadata
}
