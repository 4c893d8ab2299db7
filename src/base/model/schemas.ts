/**
 * Zod schemas of the canonical model (`toolwire/schemas`), for data from storage or from another program.
 * Each schema parses to the type of the same name. Unknown members are rejected, not dropped, so that data is
 * never lost silently. All schemas work with `z.toJSONSchema`. Requires zod 4, an optional peer dependency.
 */
import * as canonical from './canonical.js'
import { json, jsonObject, metadata } from './description.js'
import { schemaOf } from './zod-schemas.js'

/** Schema of `JsonValue`. */
export const jsonValueSchema = schemaOf(json)
/** Schema of `JsonObject`. */
export const jsonObjectSchema = schemaOf(jsonObject)
/** Schema of `ProviderMetadata`. */
export const providerMetadataSchema = schemaOf(metadata)
/** Schema of `CacheMark`. */
export const cacheMarkSchema = schemaOf(canonical.cacheMark)
/** Schema of `ToolKind`. */
export const toolKindSchema = schemaOf(canonical.toolKind)
/** Schema of `ToolCallStatus`. */
export const toolCallStatusSchema = schemaOf(canonical.toolCallStatus)
/** Schema of `ObjectToolCall`. */
export const objectToolCallSchema = schemaOf(canonical.objectToolCall)
/** Schema of `CustomToolCall`. */
export const customToolCallSchema = schemaOf(canonical.customToolCall)
/** Schema of `ToolCall`. */
export const toolCallSchema = schemaOf(canonical.toolCallPart)
/** Schema of `TextPart`. */
export const textPartSchema = schemaOf(canonical.textPart)
/** Schema of `ReasoningPart`. */
export const reasoningPartSchema = schemaOf(canonical.reasoningPart)
/** Schema of `MediaContent`. */
export const mediaContentSchema = schemaOf(canonical.mediaContent)
/** Schema of `MediaPart`. */
export const mediaPartSchema = schemaOf(canonical.mediaPart)
/** Schema of `SourcePart`. */
export const sourcePartSchema = schemaOf(canonical.sourcePart)
/** Schema of `OpaquePart`. */
export const opaquePartSchema = schemaOf(canonical.opaquePart)
/** Schema of `ResultPart`. */
export const resultPartSchema = schemaOf(canonical.resultPart)
/** Schema of `ToolOutput`. */
export const toolOutputSchema = schemaOf(canonical.toolOutput)
/** Schema of `ToolResult`. */
export const toolResultSchema = schemaOf(canonical.toolResultPart)
/** Schema of `Part`. */
export const partSchema = schemaOf(canonical.part)
/** Schema of `Role`. */
export const roleSchema = schemaOf(canonical.role)
/** Schema of `Origin`. */
export const originSchema = schemaOf(canonical.origin)
/**
 * Schema of `Message`.
 * @example messageSchema.array().parse(JSON.parse(text))
 */
export const messageSchema = schemaOf(canonical.message)
/** Schema of `FunctionTool`. */
export const functionToolSchema = schemaOf(canonical.functionTool)
/** Schema of `CustomTool`. */
export const customToolSchema = schemaOf(canonical.customTool)
/** Schema of `ProviderTool`. */
export const providerToolSchema = schemaOf(canonical.providerTool)
/** Schema of `HostedTool`. */
export const hostedToolSchema = schemaOf(canonical.hostedTool)
/** Schema of `ToolDefinition`. */
export const toolDefinitionSchema = schemaOf(canonical.toolDefinition)
/** Schema of `ToolChoice`. */
export const toolChoiceSchema = schemaOf(canonical.toolChoice)
/** Schema of `OutputFormat`. */
export const outputFormatSchema = schemaOf(canonical.outputFormatSetting)
/** Schema of `Reasoning`. */
export const reasoningSchema = schemaOf(canonical.reasoningSetting)
/** Schema of `LogProbabilities`. */
export const logProbabilitiesSchema = schemaOf(canonical.logProbabilitiesSetting)
/** Schema of `Settings`. */
export const settingsSchema = schemaOf(canonical.settings)
/**
 * Schema of `Conversation`, for instance a stored one.
 * @example conversationSchema.parse(JSON.parse(text))
 */
export const conversationSchema = schemaOf(canonical.conversation)
/** Schema of `FinishReason`. */
export const finishReasonSchema = schemaOf(canonical.finishReason)
/** Schema of `Finish`. */
export const finishSchema = schemaOf(canonical.finish)
/** Schema of `Usage`. */
export const usageSchema = schemaOf(canonical.usage)
/** Schema of `ProviderError`. */
export const providerErrorSchema = schemaOf(canonical.providerError)
/** Schema of `ModelResponse`. */
export const modelResponseSchema = schemaOf(canonical.modelResponse)
