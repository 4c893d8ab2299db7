/**
 * Zod schemas of the canonical model; `schemas.ts` gives them to programs. Each schema's output is the type of the same
 * name in `types.ts`.
 */
import { z } from 'zod'
import { asJson, isArray, isObject } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { MAX_DEPTH } from '../json/write.js'
import {
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
import type { HostedKind } from './hosted.js'
import type { ProviderMetadata } from './types.js'

/** By hand, since `z.json()` copies every value, drops `__proto__` members and overflows the stack on deep ones. */
function isJson(value: JsonValue | undefined, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth > MAX_DEPTH) return false
  if (isArray(value)) return value.every((item) => isJson(item, depth + 1))
  return isPlainObject(value) && Object.keys(value).every((key) => isJson(value[key], depth + 1))
}

function isPlainObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && Object.prototype.toString.call(value) === '[object Object]'
}

function isJsonObject(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && isJson(value)
}

function isProviderMetadata(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && Object.keys(value).every((wire) => isJsonObject(value[wire]))
}

function isTexts(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && Object.keys(value).every((key) => typeof value[key] === 'string')
}

/** A schema that hands the value through as it is. `form` is its JSON Schema. */
function verbatim<Value>(
  check: (value: JsonValue | undefined) => boolean,
  form: JsonObject,
  message: string,
): z.ZodCustom<Value, Value> {
  const schema = z.custom<Value>((value) => check(asJson(value)), message)
  schema._zod.toJSONSchema = () => ({ ...form })
  return schema
}

/** An array as the canonical types have it. Not `.readonly()`, which would freeze the caller's data. */
function list<Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> {
  return z.array(item)
}

/** Any JSON. */
export const jsonValueSchema = verbatim<JsonValue>(isJson, {}, 'expected a JSON value')
/** An object of JSON. */
export const jsonObjectSchema = verbatim<JsonObject>(
  isJsonObject,
  { type: 'object' },
  'expected a JSON object',
)
/** Checks a `ProviderMetadata`. */
export const providerMetadataSchema = verbatim<ProviderMetadata>(
  isProviderMetadata,
  { type: 'object', additionalProperties: { type: 'object' } },
  'expected a JSON object per wire id',
)

/** Not `z.record`, which drops `__proto__` members. */
const textsSchema = verbatim<Readonly<Record<string, string>>>(
  isTexts,
  { type: 'object', additionalProperties: { type: 'string' } },
  'expected an object of texts',
)

const metadata = { providerMetadata: providerMetadataSchema.optional() }

/** Checks a `CacheMark`. */
export const cacheMarkSchema = z.strictObject({ ttl: z.string().optional() })

/** What may be marked. */
const markable = { cache: cacheMarkSchema.optional(), ...metadata }

/** Checks a `ToolKind`. */
export const toolKindSchema = z.enum(TOOL_KINDS)
/** Checks a `ToolCallStatus`. */
export const toolCallStatusSchema = z.enum(TOOL_CALL_STATUSES)

const toolCallBase = {
  type: z.literal('tool-call'),
  id: z.string().min(1),
  minted: z.literal(true).optional(),
  name: z.string(),
  rawArguments: z.string().optional(),
  namespace: z.string().optional(),
  providerExecuted: z.boolean(),
  dynamic: z.boolean().optional(),
  title: z.string().optional(),
  callerId: z.string().optional(),
  context: jsonValueSchema.optional(),
  skills: list(z.string()).optional(),
  ...markable,
}

const complete = { status: z.literal('complete') }
const unusable = {
  status: toolCallStatusSchema.exclude(['complete']),
  arguments: z.never('must be present only when status is complete').optional(),
}
const objectKind = { kind: toolKindSchema.exclude(['custom']) }
const customKind = { kind: z.literal('custom') }

/** Checks a `ObjectToolCall`. */
export const objectToolCallSchema = z.discriminatedUnion('status', [
  z.strictObject({ ...toolCallBase, ...objectKind, ...complete, arguments: jsonObjectSchema }),
  z.strictObject({ ...toolCallBase, ...objectKind, ...unusable }),
])

/** Checks a `CustomToolCall`. */
export const customToolCallSchema = z.discriminatedUnion('status', [
  z.strictObject({ ...toolCallBase, ...customKind, ...complete, arguments: z.string() }),
  z.strictObject({ ...toolCallBase, ...customKind, ...unusable }),
])

/** Checks a `ToolCall`. */
export const toolCallSchema = z.discriminatedUnion('kind', [objectToolCallSchema, customToolCallSchema])

/** Checks a `TextPart`. */
export const textPartSchema = z.strictObject({ type: z.literal('text'), text: z.string(), ...markable })

/** Checks a `ReasoningPart`. */
export const reasoningPartSchema = z.strictObject({
  type: z.literal('reasoning'),
  text: z.string(),
  ...metadata,
})

/** Checks a `MediaContent`. */
export const mediaContentSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('data'), data: z.string() }),
  z.strictObject({ type: z.literal('url'), url: z.string() }),
  z.strictObject({ type: z.literal('file-id'), id: z.string() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
])

/** Checks a `MediaPart`. */
export const mediaPartSchema = z.strictObject({
  type: z.literal('media'),
  kind: z.enum(MEDIA_KINDS),
  mediaType: z.string().optional(),
  source: mediaContentSchema,
  filename: z.string().optional(),
  ...markable,
})

/** Checks a `SourcePart`. */
export const sourcePartSchema = z.strictObject({
  type: z.literal('source'),
  url: z.string().optional(),
  title: z.string().optional(),
  ...metadata,
})

/** Checks a `OpaquePart`. */
export const opaquePartSchema = z.strictObject({
  type: z.literal('opaque'),
  wire: z.string(),
  value: jsonValueSchema,
  text: z.string().optional(),
})

/** Checks a `ResultPart`. */
export const resultPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  mediaPartSchema,
  opaquePartSchema,
])

/** Checks a `ToolOutput`. */
export const toolOutputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), value: z.string() }),
  z.strictObject({ type: z.literal('json'), value: jsonValueSchema }),
  z.strictObject({ type: z.literal('content'), value: list(resultPartSchema) }),
  z.strictObject({ type: z.literal('error-text'), value: z.string() }),
  z.strictObject({ type: z.literal('error-json'), value: jsonValueSchema }),
  z.strictObject({ type: z.literal('denied'), reason: z.string().optional() }),
])

/** Checks a `ToolResult`. */
export const toolResultSchema = z.strictObject({
  type: z.literal('tool-result'),
  callId: z.string(),
  minted: z.literal(true).optional(),
  name: z.string(),
  output: toolOutputSchema,
  isError: z.boolean(),
  providerExecuted: z.boolean(),
  answers: z.strictObject({ kind: toolKindSchema, ...metadata }).optional(),
  preliminary: z.boolean().optional(),
  raw: jsonValueSchema.optional(),
  metadata: jsonObjectSchema.optional(),
  category: z.string().optional(),
  retryable: z.boolean().optional(),
  ...markable,
})

/** Checks a `Part`. */
export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  toolCallSchema,
  toolResultSchema,
  mediaPartSchema,
  sourcePartSchema,
  opaquePartSchema,
])

/** Checks a `Role`. */
export const roleSchema = z.enum(ROLES)
/** Checks a `Origin`. */
export const originSchema = z.strictObject({ wire: z.string(), model: z.string().optional() })

/**
 * Checks a `Message`.
 * @example messageSchema.array().parse(JSON.parse(text))
 */
export const messageSchema = z.strictObject({
  role: roleSchema,
  parts: list(partSchema),
  origin: originSchema.optional(),
  ...metadata,
})

const namespace = z.strictObject({ name: z.string(), description: z.string().optional() }).optional()

/** Checks a `FunctionTool`. */
export const functionToolSchema = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  namespace,
  description: z.string().optional(),
  parameters: jsonObjectSchema.optional(),
  strict: z.boolean().optional(),
  ...markable,
})

/** Checks a `CustomTool`. */
export const customToolSchema = z.strictObject({
  type: z.literal('custom'),
  name: z.string(),
  namespace,
  description: z.string().optional(),
  grammar: z.strictObject({ syntax: z.string(), definition: z.string() }).optional(),
  ...markable,
})

/** Checks a `ProviderTool`. */
export const providerToolSchema = z.strictObject({
  type: z.literal('provider'),
  wire: z.string(),
  kind: toolKindSchema,
  name: z.string(),
  value: jsonValueSchema,
  client: z
    .strictObject({
      description: z.string().optional(),
      parameters: jsonObjectSchema.optional(),
      callMetadata: providerMetadataSchema.optional(),
    })
    .optional(),
})

const userLocation = z.strictObject({
  city: z.string().optional(),
  region: z.string().optional(),
  country: z.string().optional(),
  timezone: z.string().optional(),
})

/** The settings of hosted tools, by kind. */
const hostedSettings = {
  web_search: z.strictObject({
    maxUses: z.number().optional(),
    allowedDomains: list(z.string()).optional(),
    blockedDomains: list(z.string()).optional(),
    userLocation: userLocation.optional(),
    contextSize: z.enum(['low', 'medium', 'high']).optional(),
  }),
  code_execution: z.strictObject({
    fileIds: list(z.string()).optional(),
    containerId: z.string().optional(),
  }),
  file_search: z.strictObject({
    stores: list(z.string()),
    maxResults: z.number().optional(),
    filter: z.union([z.string(), jsonObjectSchema]).optional(),
  }),
  computer: z.strictObject({
    width: z.number().optional(),
    height: z.number().optional(),
    environment: z.enum(['browser', 'desktop', 'mobile']).optional(),
  }),
  image_generation: z.strictObject({
    size: z.string().optional(),
    quality: z.enum(['low', 'medium', 'high']).optional(),
    format: z.enum(['png', 'jpeg', 'webp']).optional(),
    background: z.enum(['transparent', 'opaque']).optional(),
  }),
  mcp: z.strictObject({
    url: z.string(),
    authorization: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    allowedTools: list(z.string()).optional(),
    approval: z.enum(['always', 'never']).optional(),
  }),
}

function hostedTool<Kind extends HostedKind>(kind: Kind) {
  return z.strictObject({
    type: z.literal('hosted'),
    kind: z.literal(kind),
    name: z.string(),
    settings: hostedSettings[kind],
    extras: providerMetadataSchema.optional(),
  })
}

/** Checks a `HostedTool`. */
export const hostedToolSchema = z.discriminatedUnion('kind', [
  hostedTool('web_search'),
  hostedTool('code_execution'),
  hostedTool('file_search'),
  hostedTool('computer'),
  hostedTool('image_generation'),
  hostedTool('mcp'),
])

/** Checks a `ToolDefinition`. */
export const toolDefinitionSchema = z.discriminatedUnion('type', [
  functionToolSchema,
  customToolSchema,
  providerToolSchema,
  hostedToolSchema,
])

/** Checks a `ToolChoice`. */
export const toolChoiceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto') }),
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('required') }),
  z.strictObject({ type: z.literal('tool'), name: z.string() }),
  z.strictObject({
    type: z.literal('allowed'),
    mode: z.enum(ALLOWED_MODES),
    names: list(z.string()),
  }),
  z.strictObject({ type: z.literal('opaque'), wire: z.string(), value: jsonValueSchema }),
])

/** Checks a `OutputFormat`. */
export const outputFormatSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json') }),
  z.strictObject({
    type: z.literal('json-schema'),
    schema: jsonObjectSchema,
    name: z.string().optional(),
    description: z.string().optional(),
    strict: z.boolean().optional(),
  }),
])

/** Checks a `Reasoning`. */
export const reasoningSchema = z.strictObject({
  enabled: z.boolean().optional(),
  effort: z.enum(REASONING_EFFORTS).optional(),
  budgetTokens: z.number().optional(),
  summary: z.enum(REASONING_SUMMARIES).optional(),
})

/** Checks a `LogProbabilities`. */
export const logProbabilitiesSchema = z.strictObject({
  enabled: z.boolean().optional(),
  top: z.number().optional(),
})

/** Checks a `Settings`. */
export const settingsSchema = z.strictObject({
  model: z.string().optional(),
  maxOutputTokens: z.number().optional(),
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  stop: list(z.string()).optional(),
  stream: z.boolean().optional(),
  seed: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  logProbabilities: logProbabilitiesSchema.optional(),
  outputFormat: outputFormatSchema.optional(),
  reasoning: reasoningSchema.optional(),
  verbosity: z.enum(VERBOSITIES).optional(),
  metadata: textsSchema.optional(),
  endUser: z.string().optional(),
  cacheKey: z.string().optional(),
  serviceTier: z.enum(SERVICE_TIERS).optional(),
})

/**
 * Checks a `Conversation`, for instance one that was stored: unknown members are refused. @example
 * conversationSchema.parse(JSON.parse(text))
 */
export const conversationSchema = z.strictObject({
  ...settingsSchema.shape,
  messages: list(messageSchema),
  tools: list(toolDefinitionSchema).optional(),
  toolChoice: toolChoiceSchema.optional(),
  parallelToolCalls: z.boolean().optional(),
  ...metadata,
})

/** Checks a `FinishReason`. */
export const finishReasonSchema = z.enum(FINISH_REASONS)
/** Checks a `Finish`. */
export const finishSchema = z.strictObject({ reason: finishReasonSchema, raw: z.string().optional() })

/** Checks a `Usage`. */
export const usageSchema = z.strictObject({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  totalTokens: z.number().optional(),
  cachedInputTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
})

/** Checks a `ProviderError`. */
export const providerErrorSchema = z.strictObject({
  message: z.string(),
  code: z.string().optional(),
  status: z.number().optional(),
  retryAfter: z.number().optional(),
  requestId: z.string().optional(),
  raw: jsonValueSchema.optional(),
})

/** Checks a `ModelResponse`, for instance one that was stored. */
export const modelResponseSchema = z.strictObject({
  message: messageSchema,
  finish: finishSchema,
  id: z.string().optional(),
  model: z.string().optional(),
  usage: usageSchema.optional(),
  error: providerErrorSchema.optional(),
  ...metadata,
})
