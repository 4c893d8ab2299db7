// What programs use. Whoever writes an adapter finds the rest in `toolwire/adapter-kit`.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// The canonical model: calls, results, messages, conversations, answers. All of it is plain JSON.

export type { JsonArray, JsonObject, JsonValue } from './json/json-types.js'
export * from './model/create.js'
export type * from './model/hosted-settings.js'
export type { AfterOptions } from './model/outcome.js'
export { ResponseError } from './model/response-error.js'
export * from './model/types.js'

// Tools, and a safe loop over their calls.

export {
  type CheckCallsOptions,
  type CheckedCall,
  type CheckedCalls,
  checkCalls,
} from './tools/check-calls.js'
export type {
  ContextWarning,
  Extension,
  ExtensionKey,
  StateStore,
  ToolContext,
  ToolContextOptions,
  ToolRun,
} from './tools/context/context-types.js'
export type { ExecutionContext } from './tools/context/execution.js'
export {
  defineTextTool,
  defineTool,
  type Executable,
  type Given,
  type JsonSchema,
  type Judge,
  type RunFlags,
  type RunnableTool,
  type TextTool,
  type TextToolOptions,
  type Tool,
  type ToolOptions,
} from './tools/define-tool.js'
export {
  type ComputerOptions,
  type ComputerTool,
  codeExecution,
  computerUse,
  fileSearch,
  type HostedOptions,
  imageGeneration,
  type McpServerOptions,
  mcpServer,
  webSearch,
} from './tools/hosted-tools.js'
export { pendingCalls } from './tools/pending.js'
export { type RunOptions, runTools } from './tools/run-tools.js'
export type { OutputOf, StandardIssue, StandardResult, StandardSchema } from './tools/standard-schema.js'

// Objects in answers.

export type { ObjectIn, TurnInput } from './output/answer-object.js'
export { OutputError, type OutputFailure } from './output/error.js'
export type { ObjectOf, OutputIssue, OutputSchema } from './output/output-schema.js'
export { type PartialObject, partialObjects } from './output/partial-objects.js'
export { objectOf, textOf } from './output/read-object.js'

// One turn with any provider; sending is the caller's, or fetchSend's.

export * from './provider/provider.js'
export type { AnswerWith, Turn } from './provider/turn.js'
export { fetchSend } from './send/fetch-send.js'
export type { KeySource } from './send/key-and-endpoint.js'
export { SendError, type SendErrorCode } from './send/send-error.js'
export type { FetchSend, FetchSendOptions, SendRetry } from './send/send-types.js'

// From one wire to another: histories, requests, whole answers and live streams.

export type { HostedPolicy } from './exchange/carry-hosted.js'
export {
  type AnswerOptions,
  type TranslateAnswerOptions,
  translateResponse,
} from './exchange/translate-answer.js'
export {
  type EncodeConversationOptions,
  encodeConversation,
  type Translated,
  type TranslatedMessages,
  type TranslateMessagesOptions,
  type TranslateOptions,
  type TranslateRequestOptions,
  translate,
  translateRequest,
} from './exchange/translate-conversation.js'
export { type TranslatedStream, translateStream } from './exchange/translate-stream.js'
export { type FitOptions, type FitTarget, type Fitted, fit } from './fit/fit.js'
export { type FittedResponse, fitResponse } from './fit/fit-answer.js'
export { createRestore, type Restorable, restoreEvent, restoreResponse } from './fit/restore.js'
export type { PendingCallsPolicy, ProviderExecutedPolicy } from './wire/fit-step.js'
export type { LimitsChoice } from './wire/limits.js'

// What happened on the way: notices, and the one error that bad input throws.

export { AdapterError, type AdapterErrorCode } from './json/adapter-error.js'
export type { ContextOptions, Converted, Mode, Notice, NoticeSeverity } from './model/context.js'

// Answers while they arrive.

export { createPartialJson, type PartialJson } from './json/partial-json.js'
export { assemble, assembleTurns } from './stream/assemble.js'
export type { FinishEvent, StreamEvent } from './stream/events.js'
export * from './stream/partial-arguments.js'
export type { StreamSource } from './stream/stream-reader.js'

// Adapters as values, and their native types.

export type {
  Adapter,
  NativeTypes,
  OrJson,
  RequestInputOf,
  RequestOf,
  ResponseInputOf,
  ResponseOf,
  StreamSourceOf,
} from './wire/define-adapter.js'
export { callsOf, type EverydayExports } from './wire/everyday.js'

// What a provider refused: why, and what mends it.

export {
  type ExplainedRefusal,
  type ExplainOptions,
  explainRefusal,
} from './repair/explain-refusal.js'
export type { KnownRefusal, Refusal, RefusalSource } from './repair/refusal.js'
export { RefusalError } from './repair/refusal-error.js'

// Several wires: which one it is, and whether a request would be refused.

export type { Exchange, Recognition } from './exchange/registry.js'
export * from './exchange/registry.js'
export { lint } from './lint/lint-request.js'
export type { Rule, Violation } from './lint/rule.js'
