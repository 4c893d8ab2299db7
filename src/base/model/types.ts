import type { JsonObject, JsonValue } from '../json/json-types.js'
import type {
  ALLOWED_MODES,
  FINISH_REASONS,
  MEDIA_KINDS,
  OUTCOMES,
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
  ROLES,
  SERVICE_TIERS,
  TOOL_CALL_STATUSES,
  TOOL_KINDS,
  VERBOSITIES,
  WITHHELD_REASONS,
} from './constants.js'
import type { HostedTool } from './hosted-settings.js'

/**
 * The kind of tool that a call addresses. `function` takes a JSON object, `custom` takes free text; the other
 * kinds are tools that vendors define. They are run by the provider or by the client (see
 * `providerExecuted`).
 */
export type ToolKind = (typeof TOOL_KINDS)[number]

/**
 * The state of the arguments. Run only `complete` calls.
 * - `malformed`: the text is not JSON.
 * - `truncated`: interrupted by the output limit, an abort or a broken stream.
 * - `not-object`: valid JSON, but not an object.
 */
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number]

/**
 * The reason why a call must not run although its arguments may be usable: the outcome of its turn, or `superseded` for a call
 * of a model whose answer another model replaced within the same turn.
 */
export type WithheldReason = (typeof WITHHELD_REASONS)[number]

/**
 * Data that must be sent back to a wire unchanged, by wire id. `extra` contains native fields without a
 * canonical field, verbatim; the adapter's README lists the other keys. Other wires ignore this data.
 */
export interface ProviderMetadata {
  readonly [wire: string]: WireMetadata
}

/** The metadata of one wire; the README of its adapter lists the keys. */
export type WireMetadata = JsonObject

/**
 * Marks the end of a prefix of the prompt to cache. The mark does not change answers. Wires with cache marks:
 * docs/prompt-caching.md.
 */
export interface CacheMark {
  /** The lifetime, in a value of the provider: `5m`, `1h`; `30m`, `12h`. Default: the provider's. */
  readonly ttl?: string
}

interface ToolCallBase {
  readonly type: 'tool-call'
  /**
   * The id that pairs the call with its result. Never empty.
   * @minLength 1
   */
  readonly id: string
  /** True if Toolwire derived the id because the wire has none. A minted id is not sent back to its wire. */
  readonly minted?: true
  readonly name: string
  /** The exact argument text, if the wire has text, or if parsing would change its numbers. */
  readonly rawArguments?: string
  /** The namespace of the tool, on wires with namespaces. */
  readonly namespace?: string
  /** True when the provider runs the tool itself. Never run this call locally. */
  readonly providerExecuted: boolean
  /**
   * The reason why the call must not run, because its turn did not end well. Decoders set it. `clientCalls`,
   * `runTools`, `runLoop`, executors and sessions do not run the call unless `alsoAfter` names the reason.
   */
  readonly withheld?: WithheldReason
  /** True if the tool was not declared in the request (loaded by a tool search or an MCP server). */
  readonly dynamic?: boolean
  /** True if the model continues without the result, which may be in any later request. */
  readonly async?: boolean
  readonly title?: string
  /** Host-side attribution. Never sent to a provider. */
  readonly callerId?: string
  readonly context?: JsonValue
  readonly skills?: readonly string[]
  /** Marks the prompt up to the end of this call for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** The status and the arguments of a call. `arguments` is present exactly if `status` is `complete`. */
export type ArgumentsState<Arguments> =
  | { readonly status: 'complete'; readonly arguments: Arguments }
  | { readonly status: Exclude<ToolCallStatus, 'complete'>; readonly arguments?: undefined }

/** A call whose arguments are a JSON object. */
export type ObjectToolCall = ToolCallBase & {
  readonly kind: Exclude<ToolKind, 'custom'>
} & ArgumentsState<JsonObject>

/** A call to a custom tool: `arguments` is the model's free text. */
export type CustomToolCall = ToolCallBase & { readonly kind: 'custom' } & ArgumentsState<string>

/** A tool call. It has `arguments` exactly if `status` is `complete`. */
export type ToolCall = ObjectToolCall | CustomToolCall

/**
 * The output of a tool. `text` and `json`: one value. `content`: texts, images and files. `error-text` and
 * `error-json`: an error that the model can read. `denied`: the call was denied, with a reason for the model.
 */
export type ToolOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly value: readonly ResultPart[] }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'denied'; readonly reason?: string }

/** A part of a result of type `content`. */
export type ResultPart = TextPart | MediaPart | OpaquePart

/** The result of a call. Created by `toolResult`, `errorResult`, `contentResult` and `deniedResult`. */
export interface ToolResult {
  readonly type: 'tool-result'
  /** The `id` of the call that the result answers. */
  readonly callId: string
  /**
   * True if Toolwire derived `callId` because the wire has no ids. A minted id is not sent back to its wire.
   */
  readonly minted?: true
  /** The tool's name. Empty if the wire's results have no name and the call is not available. */
  readonly name: string
  /** The output of the tool. */
  readonly output: ToolOutput
  /** True if the call failed or was denied. Wires without an error flag have a mark in the text. */
  readonly isError: boolean
  /** True if the provider executed the call. This result is in the assistant message. */
  readonly providerExecuted: boolean
  /**
   * The kind of the answered call, if the call is not a plain function: some wires have a result form for
   * each kind, and for a call without an id. `toolResult`, `contentResult`, `errorResult` and `deniedResult` set it, so that a result can
   * be encoded without its call.
   */
  readonly answers?: { readonly kind: ToolKind; readonly providerMetadata?: ProviderMetadata }
  /** True for a result that a later result replaces. */
  readonly preliminary?: boolean
  /** Host-side data. Never sent to a provider. */
  readonly raw?: JsonValue
  /** Host-side data. Never sent to a provider. */
  readonly metadata?: JsonObject
  /** Host-side: the category of the error. Never sent to a provider. */
  readonly category?: string
  /** Host-side: true if a retry may help. Never sent to a provider. */
  readonly retryable?: boolean
  /** Marks the prompt up to the end of this result for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** Text of any role. */
export interface TextPart {
  readonly type: 'text'
  /** The text, which may be empty. */
  readonly text: string
  /** Marks the prompt up to the end of this part for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** The model's reasoning. Its signature or encrypted content is in `providerMetadata`. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  /** The reasoning text. Empty if the provider hides the reasoning. */
  readonly text: string
  readonly providerMetadata?: ProviderMetadata
}

/**
 * The content of media: base64 in `data`, a `url`, the id of a file at the provider, or the plain text of a document.
 */
export type MediaContent =
  | { readonly type: 'data' /** base64 */; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file-id'; readonly id: string }
  | { readonly type: 'text'; readonly text: string }

/** The kind of media. */
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** An image, audio, video or file. */
export interface MediaPart {
  readonly type: 'media'
  /** The kind of the content. `mediaType` is the format. */
  readonly kind: MediaKind
  /** The IANA media type, if the wire states one. */
  readonly mediaType?: string
  /** The content. */
  readonly source: MediaContent
  /** The file name, if the wire has one. */
  readonly filename?: string
  /** Marks the prompt up to the end of this part for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** A citation or a search hit. */
export interface SourcePart {
  readonly type: 'source'
  /** The URL of the source. Absent for sources without a URL, such as files of a search. */
  readonly url?: string
  /** The title from the provider. */
  readonly title?: string
  readonly providerMetadata?: ProviderMetadata
}

/** A native part without canonical meaning, kept verbatim for its own wire. */
export interface OpaquePart {
  readonly type: 'opaque'
  /** The id of the only wire to which the part is sent. */
  readonly wire: string
  /** The native part. */
  readonly value: JsonValue
  /**
   * A text that replaces the part on other wires, if the part is in a result. The wire of the part ignores
   * this text.
   */
  readonly text?: string
  /**
   * The changes of tools and settings that begin at this part, in order, for other wires. The wire of the
   * part ignores this list.
   */
  readonly changes?: readonly StateChange[]
}

/**
 * A change of tools or settings in mid-conversation, valid from its part on. `tools-added` contains
 * definitions. `tools-offered` and `tools-withdrawn` name tools of the request or of an earlier change.
 * `settings` replaces settings. After `model-replaced` another model continues the message. `other` is a
 * change without canonical meaning.
 */
export type StateChange =
  | { readonly type: 'tools-added'; readonly tools: readonly ToolDefinition[] }
  | { readonly type: 'tools-offered' | 'tools-withdrawn'; readonly tools: readonly ToolReference[] }
  | { readonly type: 'settings'; readonly settings: Settings }
  | { readonly type: 'model-replaced'; readonly model?: string }
  | { readonly type: 'other' }

/** A tool that is defined elsewhere in the request. */
export interface ToolReference {
  /** The name of the tool, or of the MCP server. */
  readonly name: string
  /** `mcp` if the name is an MCP server's and the reference includes all its tools. Default: one tool. */
  readonly kind?: 'mcp'
}

/** An element of a message. */
export type Part = TextPart | ReasoningPart | ToolCall | ToolResult | MediaPart | SourcePart | OpaquePart

/** The author of a message. Results of the client are in messages of role `tool`. */
export type Role = (typeof ROLES)[number]

/** A message. Role `tool` has the results of the client; provider-executed results are in assistant messages. */
export interface Message {
  /** The author. */
  readonly role: Role
  /** The parts of the message, in order. */
  readonly parts: readonly Part[]
  /**
   * The wire and model that wrote an assistant message, if known. Signatures are sent back only to this wire
   * and model.
   */
  readonly origin?: Origin
  readonly providerMetadata?: ProviderMetadata
}

/** The wire and model that wrote a message. */
export interface Origin {
  /** The wire id. */
  readonly wire: string
  /** The model. */
  readonly model?: string
}

/** A group of tools. Tool names are unique within a group. */
export interface ToolNamespace {
  /** The name of the group. It distinguishes tools of the same name. */
  readonly name: string
  /** A description for the model. */
  readonly description?: string
}

/** A function that the model may call with a JSON object. `defineTool` creates one from a zod schema. */
export interface FunctionTool {
  readonly type: 'function'
  /**
   * The name: any text. Names that a wire rejects are replaced; `restoreResponse` restores the original name.
   */
  readonly name: string
  /** The namespace of the tool. Default: none. */
  readonly namespace?: ToolNamespace
  /** Description of the tool, for the model. */
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** True if the provider should enforce the schema, if supported. Default: the provider's. */
  readonly strict?: boolean
  /**
   * True if the model continues while its calls run, on wires that support this (OpenAI's Responses). On other wires the model waits.
   * Default: the model waits.
   */
  readonly async?: boolean
  /** Marks the prompt up to here for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/**
 * A tool whose input is free text. On wires without free-text tools, the tool becomes a function with one
 * text parameter `input`.
 */
export interface CustomTool {
  readonly type: 'custom'
  /** The name of the tool; see `FunctionTool.name`. */
  readonly name: string
  /** The namespace of the tool. Default: none. */
  readonly namespace?: ToolNamespace
  /** Description of the tool, for the model. */
  readonly description?: string
  /** A grammar that the text must follow. Default: any text. */
  readonly grammar?: { readonly syntax: string; readonly definition: string }
  /**
   * True if the model continues while its calls run, on wires that support this (OpenAI's Responses). On other wires the model waits.
   * Default: the model waits.
   */
  readonly async?: boolean
  /** Marks the prompt up to here for caching. Default: no mark. */
  readonly cache?: CacheMark
  readonly providerMetadata?: ProviderMetadata
}

/** A tool that the vendor defines, kept verbatim for its own wire. */
export interface ProviderTool {
  readonly type: 'provider'
  /** The id of the only wire that has the tool. */
  readonly wire: string
  /** The kind of tool. */
  readonly kind: ToolKind
  /** The name of the tool in calls. On some wires this is the type. */
  readonly name: string
  /** The native definition, verbatim. */
  readonly value: JsonValue
  /**
   * The tool as a function for other wires, if the client runs the tool and the form of its input is known.
   */
  readonly client?: ClientTool
}

/** A vendor's tool as a function. */
export interface ClientTool {
  /** Description of the tool, for the model. */
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject
  /** Metadata that converts a call of the function back to a call of the vendor's tool. */
  readonly callMetadata?: ProviderMetadata
}

/** A tool that the model may use. */
export type ToolDefinition = FunctionTool | CustomTool | ProviderTool | HostedTool

type AllowedMode = (typeof ALLOWED_MODES)[number]

/**
 * The tool choice: `auto` lets the model decide, `none` forbids calls, `required` requires a call, `tool`
 * requires a call of the named tool, `allowed` restricts the choice to the listed names (`mode` states
 * whether a call is required), `opaque` is a native value of a wire.
 */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'allowed'; readonly mode: AllowedMode; readonly names: readonly string[] }
  | { readonly type: 'opaque'; readonly wire: string; readonly value: JsonValue }

/**
 * The form of the answer's text.
 * - `text`: any text, the default of providers.
 * - `json`: a JSON value. Some wires also require the word JSON in a message; other wires support only
 *   schemas.
 * - `json-schema`: JSON that matches `schema` (JSON Schema; each provider accepts a different subset).
 */
export type OutputFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json' }
  | {
      readonly type: 'json-schema'
      readonly schema: JsonObject
      /** The name of the schema, which some wires require: at most 64 of `A-Z a-z 0-9 _ -`. */
      readonly name?: string
      readonly description?: string
      /**
       * True if the provider should enforce the schema. Some wires always enforce it. Default: the
       * provider's.
       */
      readonly strict?: boolean
    }

/** The reasoning effort, in values that providers share. Not every model accepts every value. */
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** The amount of reasoning in the answer. `auto` requests as much as is available. */
export type ReasoningSummary = (typeof REASONING_SUMMARIES)[number]

/**
 * Reasoning of the model before it answers. Effort and budget are never converted into each other, since no
 * provider documents how.
 */
export interface Reasoning {
  /**
   * `false`: off. `true`: on, with an amount that the model decides. Default: on if `effort` or
   * `budgetTokens` is set, otherwise the model's.
   */
  readonly enabled?: boolean
  /** The effort. Default: the model's. */
  readonly effort?: ReasoningEffort
  /** Maximum number of reasoning tokens. On most wires these tokens count towards `maxOutputTokens`. */
  readonly budgetTokens?: number
  /** The amount of reasoning in the answer. Default: the provider's. */
  readonly summary?: ReasoningSummary
}

/** Speed and price: `standard`; `flex` is slower and cheaper; `priority` is faster and more expensive. */
export type ServiceTier = (typeof SERVICE_TIERS)[number]

/** Settings of log probabilities of the answer's tokens. */
export interface LogProbabilities {
  /** True to request log probabilities. Default: true if `top` is set. */
  readonly enabled?: boolean
  /** Number of alternatives per token, 0 to 20. */
  readonly top?: number
}

/**
 * Settings of a request. Default of each setting: the provider's. A setting that the wire does not have is
 * omitted with the notice `setting-dropped`; values are never clamped or scaled. Names of the settings on
 * each wire: docs/settings-by-wire.md.
 */
export interface Settings {
  /** The model, in the provider's naming. */
  readonly model?: string
  /** Maximum number of tokens of the answer, including reasoning. Some wires require this setting. */
  readonly maxOutputTokens?: number
  /** The sampling temperature: 0 to 2 on most wires, 0 to 1 on others. */
  readonly temperature?: number
  /** Restricts sampling to the most likely tokens that together have this probability, 0 to 1. */
  readonly topP?: number
  /** Restricts sampling to this number of the most likely tokens; an integer. */
  readonly topK?: number
  /** Texts at which the answer ends; most wires accept up to four or five texts. */
  readonly stop?: readonly string[]
  /** True to stream the answer. Default: false. */
  readonly stream?: boolean
  /** The seed of sampling, an integer. The same seed makes the same answer more likely. */
  readonly seed?: number
  /**
   * The frequency penalty, -2 to 2. Positive values make a token less likely with each of its occurrences.
   */
  readonly frequencyPenalty?: number
  /** The presence penalty, -2 to 2. Positive values make a token less likely once it has occurred. */
  readonly presencePenalty?: number
  /** Requests log probabilities. Default: false. */
  readonly logProbabilities?: LogProbabilities
  /** The form of the answer's text. Default: free text. */
  readonly outputFormat?: OutputFormat
  /** The reasoning before the answer. Default: the model's. */
  readonly reasoning?: Reasoning
  /** The length of answers. Default: `medium`. */
  readonly verbosity?: (typeof VERBOSITIES)[number]
  /** Metadata for your records: at most 16 pairs, keys of up to 64 and values of up to 512 characters. */
  readonly metadata?: Readonly<Record<string, string>>
  /** A stable, opaque id of the end user, for abuse detection. Never a name or an address. */
  readonly endUser?: string
  /**
   * The key of the prompt cache: the provider sends requests with the same key to the same cache. The key
   * does not change answers.
   */
  readonly cacheKey?: string
  /** Speed and price. Default: the provider's. */
  readonly serviceTier?: ServiceTier
}

/** A complete request: messages, tools and settings. */
export interface Conversation extends Settings {
  readonly messages: readonly Message[]
  /** The tools that the model may call. Default: none. */
  readonly tools?: readonly ToolDefinition[]
  /** Requires or forbids calls, or selects tools. Default: `auto`. */
  readonly toolChoice?: ToolChoice
  /** True if the model may make several calls in one turn. Default: the provider's. */
  readonly parallelToolCalls?: boolean
  /** Per wire: the rest of the request, verbatim. */
  readonly providerMetadata?: ProviderMetadata
}

/**
 * The finish reason in the six values of other libraries: `stop`, `tool-calls`, `length`, `content-filter`,
 * `error`, `other`. Use it for display. Use `Outcome` for decisions.
 */
export type FinishReason = (typeof FINISH_REASONS)[number]

/**
 * The outcome of a turn.
 * - `complete`: the answer is finished.
 * - `tool-calls`: the answer is finished, and the client has to return results.
 * - `length`: the output limit of the request truncated the answer.
 * - `context-full`: the context window of the model truncated the answer.
 * - `filtered`: a filter removed or blocked content.
 * - `refused`: the model or its classifier declined.
 * - `failed`: an error of the provider or the model ended the turn.
 * - `interrupted`: the user or the client stopped it, as in live sessions.
 * - `paused`: the client continues the turn by sending the conversation again.
 * - `pending`: the server is still working on the turn; the client polls or waits.
 * - `unknown`: the provider gave no reason, or one that Toolwire does not know.
 *
 * Only `complete` and `tool-calls` are good ends: calls of other turns are `withheld`. The native values of
 * each wire: docs/outcomes.md.
 */
export type Outcome = (typeof OUTCOMES)[number]

/** The end of a turn, in canonical and native values. */
export interface Finish {
  /**
   * The outcome of the turn. Decoders always set it. Default for answers written by hand: derived from
   * `reason`.
   */
  readonly outcome?: Outcome
  /** The outcome in the six values of other libraries. */
  readonly reason: FinishReason
  /** The native value. */
  readonly raw?: string
  /**
   * The provider's explanation of the end, verbatim: of a refusal, a blocked prompt, a malformed call.
   * Encoders ignore it.
   */
  readonly message?: string
}

/** Token counts of a request and its answer. Counts that the provider does not report are absent. */
export interface Usage {
  /** Tokens of the complete prompt, including tokens read from and written to a cache. */
  readonly inputTokens?: number
  /** All generated tokens, including reasoning. */
  readonly outputTokens?: number
  /** The provider's total. */
  readonly totalTokens?: number
  /** The part of `inputTokens` that was read from a cache. */
  readonly cachedInputTokens?: number
  /** The part of `inputTokens` that was written to a cache. */
  readonly cacheWriteTokens?: number
  /** The part of `cacheWriteTokens` that the cache keeps for one hour, which costs more. Absent if there is none. */
  readonly hourCacheWriteTokens?: number
  /** The part of `outputTokens` that is reasoning. */
  readonly reasoningTokens?: number
}

/** An error of the provider. */
export interface ProviderError {
  /** The human-readable message. */
  readonly message: string
  /** The provider's code (`rate_limit_error`), or one of Toolwire (`stream-cut`). */
  readonly code?: string
  /** The HTTP status of an error answer. */
  readonly status?: number
  /** Seconds to wait before the next request. */
  readonly retryAfter?: number
  /** The provider's request id, for its support. */
  readonly requestId?: string
  /** The native error, unchanged. */
  readonly raw?: JsonValue
}

/** A complete answer, including one that was streamed. */
export interface ModelResponse {
  readonly message: Message
  readonly finish: Finish
  /** The provider's id of the answer. */
  readonly id?: string
  /** The model that answered, in the provider's naming. */
  readonly model?: string
  /** Token counts. Absent if the provider does not report them. */
  readonly usage?: Usage
  /** Present if the provider answered with an error instead of, or after, a message. */
  readonly error?: ProviderError
  readonly providerMetadata?: ProviderMetadata
}
