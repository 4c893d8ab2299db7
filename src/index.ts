// The main entry. Authors of adapters use `toolwire/adapter-kit` as well.
// A comment with an empty line after it begins a group, which sorting leaves where it is.

// The canonical model: calls, results, messages, conversations, answers. All values are plain JSON.

export type { JsonArray, JsonObject, JsonValue } from './base/json/json-types.js'
export * from './base/model/create.js'
export type * from './base/model/hosted-settings.js'
export type { AfterOptions } from './base/model/outcome.js'
export { type RawBody, rawBodyOf } from './base/model/raw-body.js'
export { ResponseError } from './base/model/response-error.js'
export * from './base/model/types.js'

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

export type { ObjectIn, TurnInput } from './chat/output/answer-object.js'
export { OutputError, type OutputFailure } from './chat/output/error.js'
export type { ObjectOf, OutputIssue, OutputSchema } from './chat/output/output-schema.js'
export { type PartialObject, partialObjects } from './chat/output/partial-objects.js'
export { objectOf, textOf } from './chat/output/read-object.js'

// One turn with any provider. The caller or fetchSend sends the request.

export { type FirstOfOptions, firstOf } from './chat/provider/first-of.js'
export type { Fallback } from './chat/provider/first-turn.js'
export { NoProviderError } from './chat/provider/no-provider-error.js'
export { provider } from './chat/provider/provider.js'
export type * from './chat/provider/provider-types.js'
export type { AnswerWith, Turn } from './chat/provider/turn.js'
export { fetchSend } from './chat/send/fetch-send.js'
export type { KeySource } from './chat/send/key-and-endpoint.js'
export { SendError, type SendErrorCode } from './chat/send/send-error.js'
export type { FetchSend, FetchSendOptions, SendRetry } from './chat/send/send-types.js'

// Translation between wires: histories, requests, complete answers and live streams.

export type { PendingCallsPolicy, ProviderExecutedPolicy } from './codec/wire/fit-step.js'
export type { LimitsChoice } from './codec/wire/limits.js'
export type { HostedPolicy } from './translate/exchange/carry-hosted.js'
export { HistoryMemory } from './translate/exchange/history-memory.js'
export {
  type AnswerOptions,
  type TranslateAnswerOptions,
  translateResponse,
} from './translate/exchange/translate-answer.js'
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
} from './translate/exchange/translate-conversation.js'
export { type TranslatedStream, translateStream } from './translate/exchange/translate-stream.js'
export type { FitOptions } from './translate/fit/fit.js'
export { createRestore, type Restorable, restoreEvent, restoreResponse } from './translate/fit/restore.js'

// Notices, and the error that invalid input throws.

export { AdapterError, type AdapterErrorCode } from './base/json/adapter-error.js'
export type { ContextOptions, Converted, Mode, Notice, NoticeSeverity } from './base/model/context.js'

// Answers while they arrive.

export { createPartialJson, type PartialJson } from './base/json/partial-json.js'
export type { FinishEvent, StreamEvent } from './base/model/events.js'
export * from './codec/stream/partial-arguments.js'
export type { StreamSource } from './codec/stream/stream-reader.js'

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
} from './codec/wire/define-adapter.js'
export { callsOf } from './codec/wire/everyday.js'

// Provider refusals: their reasons and their fixes.

export {
  type ExplainedRefusal,
  type ExplainOptions,
  explainRefusal,
} from './translate/repair/explain-refusal.js'
export type { KnownRefusal, Refusal, RefusalSource } from './translate/repair/refusal.js'
export { RefusalError } from './translate/repair/refusal-error.js'

// Several wires: recognizing a wire, and checking if a request would be refused.

export {
  createRegistry,
  type Exchange,
  type Recognised,
  type Recognition,
  type Registry,
  recognise,
} from './translate/exchange/registry.js'
export { lintMessages } from './translate/lint/lint-messages.js'
export { lint } from './translate/lint/lint-request.js'
export type { Rule, Violation } from './translate/lint/rule.js'
