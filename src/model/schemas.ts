/**
 * Zod schemas of the canonical model (`toolwire/schemas`), for data that comes back from storage or from another program.
 * Each gives the type of the same name. Unknown members are refused rather than dropped: nothing is lost silently. All of
 * them work with `z.toJSONSchema`. Needs zod 4, an optional peer dependency.
 */
import type { z } from 'zod'
import type { JsonObject, JsonValue } from '../json/types.js'
import type { HostedTool } from './hosted.js'
import * as schemas from './schema-definitions.js'
import type {
  CacheMark,
  Conversation,
  CustomTool,
  CustomToolCall,
  Finish,
  FinishReason,
  FunctionTool,
  LogProbabilities,
  MediaContent,
  MediaPart,
  Message,
  ModelResponse,
  ObjectToolCall,
  OpaquePart,
  Origin,
  OutputFormat,
  Part,
  ProviderError,
  ProviderMetadata,
  ProviderTool,
  Reasoning,
  ReasoningPart,
  ResultPart,
  Role,
  Settings,
  SourcePart,
  TextPart,
  ToolCall,
  ToolCallStatus,
  ToolChoice,
  ToolDefinition,
  ToolKind,
  ToolOutput,
  ToolResult,
  Usage,
} from './types.js'

// The types are stated, and not what zod makes of the schemas: with `exactOptionalPropertyTypes` that is not assignable to the
// canonical types, for zod takes an optional member to be undefined at times.

/** Schema of `JsonValue`. */
export const jsonValueSchema: z.ZodType<JsonValue> = schemas.jsonValueSchema
/** Schema of `JsonObject`. */
export const jsonObjectSchema: z.ZodType<JsonObject> = schemas.jsonObjectSchema
/** Schema of `ProviderMetadata`. */
export const providerMetadataSchema: z.ZodType<ProviderMetadata> = schemas.providerMetadataSchema
/** Schema of `CacheMark`. */
export const cacheMarkSchema: z.ZodType<CacheMark> = schemas.cacheMarkSchema
/** Schema of `ToolKind`. */
export const toolKindSchema: z.ZodType<ToolKind> = schemas.toolKindSchema
/** Schema of `ToolCallStatus`. */
export const toolCallStatusSchema: z.ZodType<ToolCallStatus> = schemas.toolCallStatusSchema
/** Schema of `ObjectToolCall`. */
export const objectToolCallSchema: z.ZodType<ObjectToolCall> = schemas.objectToolCallSchema
/** Schema of `CustomToolCall`. */
export const customToolCallSchema: z.ZodType<CustomToolCall> = schemas.customToolCallSchema
/** Schema of `ToolCall`. */
export const toolCallSchema: z.ZodType<ToolCall> = schemas.toolCallSchema
/** Schema of `TextPart`. */
export const textPartSchema: z.ZodType<TextPart> = schemas.textPartSchema
/** Schema of `ReasoningPart`. */
export const reasoningPartSchema: z.ZodType<ReasoningPart> = schemas.reasoningPartSchema
/** Schema of `MediaContent`. */
export const mediaContentSchema: z.ZodType<MediaContent> = schemas.mediaContentSchema
/** Schema of `MediaPart`. */
export const mediaPartSchema: z.ZodType<MediaPart> = schemas.mediaPartSchema
/** Schema of `SourcePart`. */
export const sourcePartSchema: z.ZodType<SourcePart> = schemas.sourcePartSchema
/** Schema of `OpaquePart`. */
export const opaquePartSchema: z.ZodType<OpaquePart> = schemas.opaquePartSchema
/** Schema of `ResultPart`. */
export const resultPartSchema: z.ZodType<ResultPart> = schemas.resultPartSchema
/** Schema of `ToolOutput`. */
export const toolOutputSchema: z.ZodType<ToolOutput> = schemas.toolOutputSchema
/** Schema of `ToolResult`. */
export const toolResultSchema: z.ZodType<ToolResult> = schemas.toolResultSchema
/** Schema of `Part`. */
export const partSchema: z.ZodType<Part> = schemas.partSchema
/** Schema of `Role`. */
export const roleSchema: z.ZodType<Role> = schemas.roleSchema
/** Schema of `Origin`. */
export const originSchema: z.ZodType<Origin> = schemas.originSchema
/** Schema of `Message`. */
export const messageSchema: z.ZodType<Message> = schemas.messageSchema
/** Schema of `FunctionTool`. */
export const functionToolSchema: z.ZodType<FunctionTool> = schemas.functionToolSchema
/** Schema of `CustomTool`. */
export const customToolSchema: z.ZodType<CustomTool> = schemas.customToolSchema
/** Schema of `ProviderTool`. */
export const providerToolSchema: z.ZodType<ProviderTool> = schemas.providerToolSchema
/** Schema of `HostedTool`. */
export const hostedToolSchema: z.ZodType<HostedTool> = schemas.hostedToolSchema
/** Schema of `ToolDefinition`. */
export const toolDefinitionSchema: z.ZodType<ToolDefinition> = schemas.toolDefinitionSchema
/** Schema of `ToolChoice`. */
export const toolChoiceSchema: z.ZodType<ToolChoice> = schemas.toolChoiceSchema
/** Schema of `OutputFormat`. */
export const outputFormatSchema: z.ZodType<OutputFormat> = schemas.outputFormatSchema
/** Schema of `Reasoning`. */
export const reasoningSchema: z.ZodType<Reasoning> = schemas.reasoningSchema
/** Schema of `LogProbabilities`. */
export const logProbabilitiesSchema: z.ZodType<LogProbabilities> = schemas.logProbabilitiesSchema
/** Schema of `Settings`. */
export const settingsSchema: z.ZodType<Settings> = schemas.settingsSchema
/** Schema of `Conversation`. */
export const conversationSchema: z.ZodType<Conversation> = schemas.conversationSchema
/** Schema of `FinishReason`. */
export const finishReasonSchema: z.ZodType<FinishReason> = schemas.finishReasonSchema
/** Schema of `Finish`. */
export const finishSchema: z.ZodType<Finish> = schemas.finishSchema
/** Schema of `Usage`. */
export const usageSchema: z.ZodType<Usage> = schemas.usageSchema
/** Schema of `ProviderError`. */
export const providerErrorSchema: z.ZodType<ProviderError> = schemas.providerErrorSchema
/** Schema of `ModelResponse`. */
export const modelResponseSchema: z.ZodType<ModelResponse> = schemas.modelResponseSchema
