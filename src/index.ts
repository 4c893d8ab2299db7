export * from './adapter/adapter.js'
export {
  type Context,
  type ContextOptions,
  type Converted,
  createContext,
  type Mode,
  type Notice,
  type NoticeSeverity,
} from './adapter/context.js'
export * from './adapter/define.js'
export {
  type FitOptions,
  type FitTarget,
  type Fitted,
  type FittedResponse,
  fit,
  fitResponse,
} from './adapter/fit/index.js'
export { createRestore, type Restorable, restoreEvent, restoreResponse } from './adapter/fit/restore.js'
export type { FitContext, FitStep, PendingCallsPolicy, ProviderExecutedPolicy } from './adapter/fit/step.js'
export type { Limits, LimitsChoice, MediaLimit, TextLimit } from './adapter/limits.js'
export type { MessagesReader, MessagesWire, MessagesWriter } from './adapter/messages-wire.js'
export type { Rule, Violation } from './adapter/rule.js'
export type { StreamSource } from './adapter/source.js'
export { type StreamFramesOptions, streamFrames } from './adapter/stream-frames.js'
export type { EverydayWords, WordTypes } from './adapter/words.js'
export { type AnswerOptions, type TranslateAnswerOptions, translateResponse } from './exchange/answer.js'
export type { Exchange, Recognition } from './exchange/recognise.js'
export * from './exchange/registry.js'
export * from './exchange/translate.js'
export {
  type TranslatedStream,
  translateStream,
} from './exchange/translate-stream.js'
export * from './json/errors.js'
export { createPartialJson, type PartialJson } from './json/partial.js'
export type { JsonArray, JsonObject, JsonValue } from './json/types.js'
export { lint } from './lint/lint.js'
export * from './model/create.js'
export type * from './model/hosted.js'
export * from './model/types.js'
export * from './provider/provider.js'
export { ResponseError, type Turn } from './provider/turn.js'
export { assemble, assembleTurns } from './stream/assemble.js'
export type * from './stream/events.js'
export { checkGrammar } from './stream/grammar.js'
export * from './stream/partial.js'
export { type EventStep, mapEvents, pipeSteps, runStep } from './stream/step.js'
export {
  defineTextTool,
  defineTool,
  type Executable,
  type JsonSchema,
  type RunnableTool,
  type TextTool,
  type TextToolOptions,
  type Tool,
  type ToolOptions,
  type ToolRun,
} from './tools/define.js'
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
} from './tools/hosted.js'
export { pendingCalls } from './tools/pending.js'
export { type RunOptions, runTools } from './tools/run.js'
export type { OutputOf, StandardSchema } from './tools/standard-schema.js'
