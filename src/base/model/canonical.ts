// The canonical model, member by member. Generated from the types: `npm run model` writes this file, and a file that disagrees
// with the types does not compile.

import {
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
import {
  absent,
  boolean,
  type Description,
  json,
  jsonObject,
  list,
  members,
  metadata,
  nonEmptyText,
  number,
  text,
  textOrObject,
  texts,
  type VariantForm,
  variant,
  words,
  wordsBut,
} from './description.js'
import type {
  CodeExecutionSettings,
  ComputerSettings,
  FileSearchSettings,
  HostedTool,
  ImageGenerationSettings,
  McpServerSettings,
  UserLocation,
  WebSearchSettings,
} from './hosted-settings.js'
import type {
  CacheMark,
  ClientTool,
  Conversation,
  CustomTool,
  CustomToolCall,
  Finish,
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
  ProviderTool,
  Reasoning,
  ReasoningPart,
  ResultPart,
  Settings,
  SourcePart,
  StateChange,
  TextPart,
  ToolCall,
  ToolChoice,
  ToolDefinition,
  ToolNamespace,
  ToolOutput,
  ToolReference,
  ToolResult,
  Usage,
} from './types.js'

export const logProbabilities = members<LogProbabilities>({}, { enabled: boolean, top: number })
export const outputFormat: Description<OutputFormat, VariantForm> = variant(
  'type',
  members<Extract<OutputFormat, { type: 'text' }>>({ type: words('text') }, {}),
  members<Extract<OutputFormat, { type: 'json' }>>({ type: words('json') }, {}),
  members<Extract<OutputFormat, { type: 'json-schema' }>>(
    { type: words('json-schema'), schema: jsonObject },
    { name: text, description: text, strict: boolean },
  ),
)
export const reasoningEffort = words(...REASONING_EFFORTS)
export const reasoningSummary = words(...REASONING_SUMMARIES)
export const reasoning = members<Reasoning>(
  {},
  { enabled: boolean, effort: reasoningEffort, budgetTokens: number, summary: reasoningSummary },
)
export const serviceTier = words(...SERVICE_TIERS)
export const role = words(...ROLES)
export const cacheMark = members<CacheMark>({}, { ttl: text })
export const textPart = members<TextPart>(
  { type: words('text'), text },
  { cache: cacheMark, providerMetadata: metadata },
)
export const reasoningPart = members<ReasoningPart>(
  { type: words('reasoning'), text },
  { providerMetadata: metadata },
)
export const withheldReason = words(...WITHHELD_REASONS)
export const objectToolCall: Description<ObjectToolCall, VariantForm> = variant(
  'status',
  members<Extract<ObjectToolCall, { status: 'complete' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: text,
      providerExecuted: boolean,
      kind: wordsBut(TOOL_KINDS, 'custom'),
      status: words('complete'),
      arguments: jsonObject,
    },
    {
      minted: words(true),
      rawArguments: text,
      namespace: text,
      withheld: withheldReason,
      dynamic: boolean,
      title: text,
      callerId: text,
      context: json,
      skills: list(text),
      cache: cacheMark,
      providerMetadata: metadata,
    },
  ),
  members<Extract<ObjectToolCall, { status: 'malformed' | 'truncated' | 'not-object' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: text,
      providerExecuted: boolean,
      kind: wordsBut(TOOL_KINDS, 'custom'),
      status: wordsBut(TOOL_CALL_STATUSES, 'complete'),
    },
    {
      minted: words(true),
      rawArguments: text,
      namespace: text,
      withheld: withheldReason,
      dynamic: boolean,
      title: text,
      callerId: text,
      context: json,
      skills: list(text),
      cache: cacheMark,
      providerMetadata: metadata,
      arguments: absent,
    },
  ),
)
export const customToolCall: Description<CustomToolCall, VariantForm> = variant(
  'status',
  members<Extract<CustomToolCall, { status: 'complete' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: text,
      providerExecuted: boolean,
      kind: words('custom'),
      status: words('complete'),
      arguments: text,
    },
    {
      minted: words(true),
      rawArguments: text,
      namespace: text,
      withheld: withheldReason,
      dynamic: boolean,
      title: text,
      callerId: text,
      context: json,
      skills: list(text),
      cache: cacheMark,
      providerMetadata: metadata,
    },
  ),
  members<Extract<CustomToolCall, { status: 'malformed' | 'truncated' | 'not-object' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: text,
      providerExecuted: boolean,
      kind: words('custom'),
      status: wordsBut(TOOL_CALL_STATUSES, 'complete'),
    },
    {
      minted: words(true),
      rawArguments: text,
      namespace: text,
      withheld: withheldReason,
      dynamic: boolean,
      title: text,
      callerId: text,
      context: json,
      skills: list(text),
      cache: cacheMark,
      providerMetadata: metadata,
      arguments: absent,
    },
  ),
)
export const toolCall: Description<ToolCall, VariantForm> = variant('kind', objectToolCall, customToolCall)
export const mediaKind = words(...MEDIA_KINDS)
export const mediaContent: Description<MediaContent, VariantForm> = variant(
  'type',
  members<Extract<MediaContent, { type: 'data' }>>({ type: words('data'), data: text }, {}),
  members<Extract<MediaContent, { type: 'url' }>>({ type: words('url'), url: text }, {}),
  members<Extract<MediaContent, { type: 'file-id' }>>({ type: words('file-id'), id: text }, {}),
  members<Extract<MediaContent, { type: 'text' }>>({ type: words('text'), text }, {}),
)
export const mediaPart = members<MediaPart>(
  { type: words('media'), kind: mediaKind, source: mediaContent },
  { mediaType: text, filename: text, cache: cacheMark, providerMetadata: metadata },
)
export const toolNamespace = members<ToolNamespace>({ name: text }, { description: text })
export const functionTool = members<FunctionTool>(
  { type: words('function'), name: text },
  {
    namespace: toolNamespace,
    description: text,
    parameters: jsonObject,
    strict: boolean,
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const customTool = members<CustomTool>(
  { type: words('custom'), name: text },
  {
    namespace: toolNamespace,
    description: text,
    grammar: members<NonNullable<CustomTool['grammar']>>({ syntax: text, definition: text }, {}),
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const toolKind = words(...TOOL_KINDS)
export const clientTool = members<ClientTool>(
  {},
  { description: text, parameters: jsonObject, callMetadata: metadata },
)
export const providerTool = members<ProviderTool>(
  { type: words('provider'), wire: text, kind: toolKind, name: text, value: json },
  { client: clientTool },
)
export const userLocation = members<UserLocation>(
  {},
  { city: text, region: text, country: text, timezone: text },
)
export const webSearchSettings = members<WebSearchSettings>(
  {},
  {
    maxUses: number,
    allowedDomains: list(text),
    blockedDomains: list(text),
    userLocation,
    contextSize: words('low', 'medium', 'high'),
  },
)
export const codeExecutionSettings = members<CodeExecutionSettings>(
  {},
  { fileIds: list(text), containerId: text },
)
export const fileSearchSettings = members<FileSearchSettings>(
  { stores: list(text) },
  { maxResults: number, filter: textOrObject },
)
export const computerSettings = members<ComputerSettings>(
  {},
  { width: number, height: number, environment: words('browser', 'desktop', 'mobile') },
)
export const imageGenerationSettings = members<ImageGenerationSettings>(
  {},
  {
    size: text,
    quality: words('low', 'medium', 'high'),
    format: words('png', 'jpeg', 'webp'),
    background: words('transparent', 'opaque'),
  },
)
export const mcpServerSettings = members<McpServerSettings>(
  { url: text },
  { authorization: text, headers: texts, allowedTools: list(text), approval: words('always', 'never') },
)
export const hostedTool: Description<HostedTool, VariantForm> = variant(
  'kind',
  members<Extract<HostedTool, { kind: 'web_search' }>>(
    { type: words('hosted'), kind: words('web_search'), name: text, settings: webSearchSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'code_execution' }>>(
    { type: words('hosted'), kind: words('code_execution'), name: text, settings: codeExecutionSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'file_search' }>>(
    { type: words('hosted'), kind: words('file_search'), name: text, settings: fileSearchSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'computer' }>>(
    { type: words('hosted'), kind: words('computer'), name: text, settings: computerSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'image_generation' }>>(
    { type: words('hosted'), kind: words('image_generation'), name: text, settings: imageGenerationSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'mcp' }>>(
    { type: words('hosted'), kind: words('mcp'), name: text, settings: mcpServerSettings },
    { extras: metadata },
  ),
)
export const toolDefinition: Description<ToolDefinition, VariantForm> = variant(
  'type',
  functionTool,
  customTool,
  providerTool,
  hostedTool,
)
export const toolReference = members<ToolReference>({ name: text }, { kind: words('mcp') })
export const settings = members<Settings>(
  {},
  {
    model: text,
    maxOutputTokens: number,
    temperature: number,
    topP: number,
    topK: number,
    stop: list(text),
    stream: boolean,
    seed: number,
    frequencyPenalty: number,
    presencePenalty: number,
    logProbabilities,
    outputFormat,
    reasoning,
    verbosity: words(...VERBOSITIES),
    metadata: texts,
    endUser: text,
    cacheKey: text,
    serviceTier,
  },
)
export const stateChange: Description<StateChange, VariantForm> = variant(
  'type',
  members<Extract<StateChange, { type: 'tools-added' }>>(
    { type: words('tools-added'), tools: list(toolDefinition) },
    {},
  ),
  members<Extract<StateChange, { type: 'tools-offered' | 'tools-withdrawn' }>>(
    { type: words('tools-offered', 'tools-withdrawn'), tools: list(toolReference) },
    {},
  ),
  members<Extract<StateChange, { type: 'settings' }>>({ type: words('settings'), settings }, {}),
  members<Extract<StateChange, { type: 'model-replaced' }>>(
    { type: words('model-replaced') },
    { model: text },
  ),
  members<Extract<StateChange, { type: 'other' }>>({ type: words('other') }, {}),
)
export const opaquePart = members<OpaquePart>(
  { type: words('opaque'), wire: text, value: json },
  { text, changes: list(stateChange) },
)
export const resultPart: Description<ResultPart, VariantForm> = variant(
  'type',
  textPart,
  mediaPart,
  opaquePart,
)
export const toolOutput: Description<ToolOutput, VariantForm> = variant(
  'type',
  members<Extract<ToolOutput, { type: 'text' }>>({ type: words('text'), value: text }, {}),
  members<Extract<ToolOutput, { type: 'json' }>>({ type: words('json'), value: json }, {}),
  members<Extract<ToolOutput, { type: 'content' }>>({ type: words('content'), value: list(resultPart) }, {}),
  members<Extract<ToolOutput, { type: 'error-text' }>>({ type: words('error-text'), value: text }, {}),
  members<Extract<ToolOutput, { type: 'error-json' }>>({ type: words('error-json'), value: json }, {}),
  members<Extract<ToolOutput, { type: 'denied' }>>({ type: words('denied') }, { reason: text }),
)
export const toolResult = members<ToolResult>(
  {
    type: words('tool-result'),
    callId: text,
    name: text,
    output: toolOutput,
    isError: boolean,
    providerExecuted: boolean,
  },
  {
    minted: words(true),
    answers: members<NonNullable<ToolResult['answers']>>({ kind: toolKind }, { providerMetadata: metadata }),
    preliminary: boolean,
    raw: json,
    metadata: jsonObject,
    category: text,
    retryable: boolean,
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const sourcePart = members<SourcePart>(
  { type: words('source') },
  { url: text, title: text, providerMetadata: metadata },
)
export const part: Description<Part, VariantForm> = variant(
  'type',
  textPart,
  reasoningPart,
  toolCall,
  toolResult,
  mediaPart,
  sourcePart,
  opaquePart,
)
export const origin = members<Origin>({ wire: text }, { model: text })
export const message = members<Message>({ role, parts: list(part) }, { origin, providerMetadata: metadata })
export const allowedMode = words(...ALLOWED_MODES)
export const toolChoice: Description<ToolChoice, VariantForm> = variant(
  'type',
  members<Extract<ToolChoice, { type: 'auto' }>>({ type: words('auto') }, {}),
  members<Extract<ToolChoice, { type: 'none' }>>({ type: words('none') }, {}),
  members<Extract<ToolChoice, { type: 'required' }>>({ type: words('required') }, {}),
  members<Extract<ToolChoice, { type: 'tool' }>>({ type: words('tool'), name: text }, {}),
  members<Extract<ToolChoice, { type: 'allowed' }>>(
    { type: words('allowed'), mode: allowedMode, names: list(text) },
    {},
  ),
  members<Extract<ToolChoice, { type: 'opaque' }>>({ type: words('opaque'), wire: text, value: json }, {}),
)
export const conversation = members<Conversation>(
  { messages: list(message) },
  {
    model: text,
    maxOutputTokens: number,
    temperature: number,
    topP: number,
    topK: number,
    stop: list(text),
    stream: boolean,
    seed: number,
    frequencyPenalty: number,
    presencePenalty: number,
    logProbabilities,
    outputFormat,
    reasoning,
    verbosity: words(...VERBOSITIES),
    metadata: texts,
    endUser: text,
    cacheKey: text,
    serviceTier,
    tools: list(toolDefinition),
    toolChoice,
    parallelToolCalls: boolean,
    providerMetadata: metadata,
  },
)
export const outcome = words(...OUTCOMES)
export const finishReason = words(...FINISH_REASONS)
export const finish = members<Finish>({ reason: finishReason }, { outcome, raw: text, message: text })
export const usage = members<Usage>(
  {},
  {
    inputTokens: number,
    outputTokens: number,
    totalTokens: number,
    cachedInputTokens: number,
    cacheWriteTokens: number,
    reasoningTokens: number,
  },
)
export const providerError = members<ProviderError>(
  { message: text },
  { code: text, status: number, retryAfter: number, requestId: text, raw: json },
)
export const modelResponse = members<ModelResponse>(
  { message, finish },
  { id: text, model: text, usage, error: providerError, providerMetadata: metadata },
)
export const toolCallStatus = words(...TOOL_CALL_STATUSES)
