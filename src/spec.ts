// Entry point `toolwire/spec`: the types of docs/tool-call-specification.md. It contains no code.
export type { JsonArray, JsonObject, JsonValue } from './base/json/json-types.js'
export type { Notice, NoticeSeverity } from './base/model/context.js'
export type {
  ArgumentsState,
  CustomToolCall,
  Finish,
  MediaContent,
  MediaKind,
  MediaPart,
  Message,
  ModelResponse,
  ObjectToolCall,
  Outcome,
  Part,
  ProviderError,
  ProviderMetadata,
  ReasoningPart,
  ResultPart,
  Role,
  TextPart,
  ToolCall,
  ToolCallStatus,
  ToolKind,
  ToolOutput,
  ToolResult,
  Usage,
  WithheldReason,
} from './base/model/types.js'
