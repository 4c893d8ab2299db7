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
  booleanValue,
  type Description,
  json,
  jsonObject,
  list,
  members,
  metadata,
  nonEmptyText,
  numberValue,
  textOrObject,
  textsValue,
  textValue,
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

export const logProbabilitiesSetting = members<LogProbabilities>(
  {},
  { enabled: booleanValue, top: numberValue },
)
export const outputFormatSetting: Description<OutputFormat, VariantForm> = variant(
  'type',
  members<Extract<OutputFormat, { type: 'text' }>>({ type: words('text') }, {}),
  members<Extract<OutputFormat, { type: 'json' }>>({ type: words('json') }, {}),
  members<Extract<OutputFormat, { type: 'json-schema' }>>(
    { type: words('json-schema'), schema: jsonObject },
    { name: textValue, description: textValue, strict: booleanValue },
  ),
)
export const reasoningEffort = words(...REASONING_EFFORTS)
export const reasoningSummary = words(...REASONING_SUMMARIES)
export const reasoningSetting = members<Reasoning>(
  {},
  { enabled: booleanValue, effort: reasoningEffort, budgetTokens: numberValue, summary: reasoningSummary },
)
export const serviceTier = words(...SERVICE_TIERS)
export const role = words(...ROLES)
export const cacheMark = members<CacheMark>({}, { ttl: textValue })
export const textPart = members<TextPart>(
  { type: words('text'), text: textValue },
  { cache: cacheMark, providerMetadata: metadata },
)
export const reasoningPart = members<ReasoningPart>(
  { type: words('reasoning'), text: textValue },
  { providerMetadata: metadata },
)
export const withheldReason = words(...WITHHELD_REASONS)
export const objectToolCall: Description<ObjectToolCall, VariantForm> = variant(
  'status',
  members<Extract<ObjectToolCall, { status: 'complete' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: textValue,
      providerExecuted: booleanValue,
      kind: wordsBut(TOOL_KINDS, 'custom'),
      status: words('complete'),
      arguments: jsonObject,
    },
    {
      minted: words(true),
      rawArguments: textValue,
      namespace: textValue,
      withheld: withheldReason,
      dynamic: booleanValue,
      async: booleanValue,
      title: textValue,
      callerId: textValue,
      context: json,
      skills: list(textValue),
      cache: cacheMark,
      providerMetadata: metadata,
    },
  ),
  members<Extract<ObjectToolCall, { status: 'malformed' | 'truncated' | 'not-object' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: textValue,
      providerExecuted: booleanValue,
      kind: wordsBut(TOOL_KINDS, 'custom'),
      status: wordsBut(TOOL_CALL_STATUSES, 'complete'),
    },
    {
      minted: words(true),
      rawArguments: textValue,
      namespace: textValue,
      withheld: withheldReason,
      dynamic: booleanValue,
      async: booleanValue,
      title: textValue,
      callerId: textValue,
      context: json,
      skills: list(textValue),
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
      name: textValue,
      providerExecuted: booleanValue,
      kind: words('custom'),
      status: words('complete'),
      arguments: textValue,
    },
    {
      minted: words(true),
      rawArguments: textValue,
      namespace: textValue,
      withheld: withheldReason,
      dynamic: booleanValue,
      async: booleanValue,
      title: textValue,
      callerId: textValue,
      context: json,
      skills: list(textValue),
      cache: cacheMark,
      providerMetadata: metadata,
    },
  ),
  members<Extract<CustomToolCall, { status: 'malformed' | 'truncated' | 'not-object' }>>(
    {
      type: words('tool-call'),
      id: nonEmptyText,
      name: textValue,
      providerExecuted: booleanValue,
      kind: words('custom'),
      status: wordsBut(TOOL_CALL_STATUSES, 'complete'),
    },
    {
      minted: words(true),
      rawArguments: textValue,
      namespace: textValue,
      withheld: withheldReason,
      dynamic: booleanValue,
      async: booleanValue,
      title: textValue,
      callerId: textValue,
      context: json,
      skills: list(textValue),
      cache: cacheMark,
      providerMetadata: metadata,
      arguments: absent,
    },
  ),
)
export const toolCallPart: Description<ToolCall, VariantForm> = variant(
  'kind',
  objectToolCall,
  customToolCall,
)
export const mediaKind = words(...MEDIA_KINDS)
export const mediaContent: Description<MediaContent, VariantForm> = variant(
  'type',
  members<Extract<MediaContent, { type: 'data' }>>({ type: words('data'), data: textValue }, {}),
  members<Extract<MediaContent, { type: 'url' }>>({ type: words('url'), url: textValue }, {}),
  members<Extract<MediaContent, { type: 'file-id' }>>({ type: words('file-id'), id: textValue }, {}),
  members<Extract<MediaContent, { type: 'text' }>>({ type: words('text'), text: textValue }, {}),
)
export const mediaPart = members<MediaPart>(
  { type: words('media'), kind: mediaKind, source: mediaContent },
  { mediaType: textValue, filename: textValue, cache: cacheMark, providerMetadata: metadata },
)
export const toolNamespace = members<ToolNamespace>({ name: textValue }, { description: textValue })
export const functionTool = members<FunctionTool>(
  { type: words('function'), name: textValue },
  {
    namespace: toolNamespace,
    description: textValue,
    parameters: jsonObject,
    strict: booleanValue,
    async: booleanValue,
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const customTool = members<CustomTool>(
  { type: words('custom'), name: textValue },
  {
    namespace: toolNamespace,
    description: textValue,
    grammar: members<NonNullable<CustomTool['grammar']>>({ syntax: textValue, definition: textValue }, {}),
    async: booleanValue,
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const toolKind = words(...TOOL_KINDS)
export const clientTool = members<ClientTool>(
  {},
  { description: textValue, parameters: jsonObject, callMetadata: metadata },
)
export const providerTool = members<ProviderTool>(
  { type: words('provider'), wire: textValue, kind: toolKind, name: textValue, value: json },
  { client: clientTool },
)
export const userLocation = members<UserLocation>(
  {},
  { city: textValue, region: textValue, country: textValue, timezone: textValue },
)
export const webSearchSettings = members<WebSearchSettings>(
  {},
  {
    maxUses: numberValue,
    allowedDomains: list(textValue),
    blockedDomains: list(textValue),
    userLocation,
    contextSize: words('low', 'medium', 'high'),
  },
)
export const codeExecutionSettings = members<CodeExecutionSettings>(
  {},
  { fileIds: list(textValue), containerId: textValue },
)
export const fileSearchSettings = members<FileSearchSettings>(
  { stores: list(textValue) },
  { maxResults: numberValue, filter: textOrObject },
)
export const computerSettings = members<ComputerSettings>(
  {},
  { width: numberValue, height: numberValue, environment: words('browser', 'desktop', 'mobile') },
)
export const imageGenerationSettings = members<ImageGenerationSettings>(
  {},
  {
    size: textValue,
    quality: words('low', 'medium', 'high'),
    format: words('png', 'jpeg', 'webp'),
    background: words('transparent', 'opaque'),
  },
)
export const mcpServerSettings = members<McpServerSettings>(
  { url: textValue },
  {
    authorization: textValue,
    headers: textsValue,
    allowedTools: list(textValue),
    approval: words('always', 'never'),
  },
)
export const hostedTool: Description<HostedTool, VariantForm> = variant(
  'kind',
  members<Extract<HostedTool, { kind: 'web_search' }>>(
    { type: words('hosted'), kind: words('web_search'), name: textValue, settings: webSearchSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'code_execution' }>>(
    {
      type: words('hosted'),
      kind: words('code_execution'),
      name: textValue,
      settings: codeExecutionSettings,
    },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'file_search' }>>(
    { type: words('hosted'), kind: words('file_search'), name: textValue, settings: fileSearchSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'computer' }>>(
    { type: words('hosted'), kind: words('computer'), name: textValue, settings: computerSettings },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'image_generation' }>>(
    {
      type: words('hosted'),
      kind: words('image_generation'),
      name: textValue,
      settings: imageGenerationSettings,
    },
    { extras: metadata },
  ),
  members<Extract<HostedTool, { kind: 'mcp' }>>(
    { type: words('hosted'), kind: words('mcp'), name: textValue, settings: mcpServerSettings },
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
export const toolReference = members<ToolReference>({ name: textValue }, { kind: words('mcp') })
export const settings = members<Settings>(
  {},
  {
    model: textValue,
    maxOutputTokens: numberValue,
    temperature: numberValue,
    topP: numberValue,
    topK: numberValue,
    stop: list(textValue),
    stream: booleanValue,
    seed: numberValue,
    frequencyPenalty: numberValue,
    presencePenalty: numberValue,
    logProbabilities: logProbabilitiesSetting,
    outputFormat: outputFormatSetting,
    reasoning: reasoningSetting,
    verbosity: words(...VERBOSITIES),
    metadata: textsValue,
    endUser: textValue,
    cacheKey: textValue,
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
    { model: textValue },
  ),
  members<Extract<StateChange, { type: 'other' }>>({ type: words('other') }, {}),
)
export const opaquePart = members<OpaquePart>(
  { type: words('opaque'), wire: textValue, value: json },
  { text: textValue, changes: list(stateChange) },
)
export const resultPart: Description<ResultPart, VariantForm> = variant(
  'type',
  textPart,
  mediaPart,
  opaquePart,
)
export const toolOutput: Description<ToolOutput, VariantForm> = variant(
  'type',
  members<Extract<ToolOutput, { type: 'text' }>>({ type: words('text'), value: textValue }, {}),
  members<Extract<ToolOutput, { type: 'json' }>>({ type: words('json'), value: json }, {}),
  members<Extract<ToolOutput, { type: 'content' }>>({ type: words('content'), value: list(resultPart) }, {}),
  members<Extract<ToolOutput, { type: 'error-text' }>>({ type: words('error-text'), value: textValue }, {}),
  members<Extract<ToolOutput, { type: 'error-json' }>>({ type: words('error-json'), value: json }, {}),
  members<Extract<ToolOutput, { type: 'denied' }>>({ type: words('denied') }, { reason: textValue }),
)
export const toolResultPart = members<ToolResult>(
  {
    type: words('tool-result'),
    callId: textValue,
    name: textValue,
    output: toolOutput,
    isError: booleanValue,
    providerExecuted: booleanValue,
  },
  {
    minted: words(true),
    answers: members<NonNullable<ToolResult['answers']>>({ kind: toolKind }, { providerMetadata: metadata }),
    preliminary: booleanValue,
    raw: json,
    metadata: jsonObject,
    category: textValue,
    retryable: booleanValue,
    cache: cacheMark,
    providerMetadata: metadata,
  },
)
export const sourcePart = members<SourcePart>(
  { type: words('source') },
  { url: textValue, title: textValue, providerMetadata: metadata },
)
export const part: Description<Part, VariantForm> = variant(
  'type',
  textPart,
  reasoningPart,
  toolCallPart,
  toolResultPart,
  mediaPart,
  sourcePart,
  opaquePart,
)
export const origin = members<Origin>({ wire: textValue }, { model: textValue })
export const message = members<Message>({ role, parts: list(part) }, { origin, providerMetadata: metadata })
export const allowedMode = words(...ALLOWED_MODES)
export const toolChoice: Description<ToolChoice, VariantForm> = variant(
  'type',
  members<Extract<ToolChoice, { type: 'auto' }>>({ type: words('auto') }, {}),
  members<Extract<ToolChoice, { type: 'none' }>>({ type: words('none') }, {}),
  members<Extract<ToolChoice, { type: 'required' }>>({ type: words('required') }, {}),
  members<Extract<ToolChoice, { type: 'tool' }>>({ type: words('tool'), name: textValue }, {}),
  members<Extract<ToolChoice, { type: 'allowed' }>>(
    { type: words('allowed'), mode: allowedMode, names: list(textValue) },
    {},
  ),
  members<Extract<ToolChoice, { type: 'opaque' }>>(
    { type: words('opaque'), wire: textValue, value: json },
    {},
  ),
)
export const conversation = members<Conversation>(
  { messages: list(message) },
  {
    model: textValue,
    maxOutputTokens: numberValue,
    temperature: numberValue,
    topP: numberValue,
    topK: numberValue,
    stop: list(textValue),
    stream: booleanValue,
    seed: numberValue,
    frequencyPenalty: numberValue,
    presencePenalty: numberValue,
    logProbabilities: logProbabilitiesSetting,
    outputFormat: outputFormatSetting,
    reasoning: reasoningSetting,
    verbosity: words(...VERBOSITIES),
    metadata: textsValue,
    endUser: textValue,
    cacheKey: textValue,
    serviceTier,
    tools: list(toolDefinition),
    toolChoice,
    parallelToolCalls: booleanValue,
    providerMetadata: metadata,
  },
)
export const turnOutcome = words(...OUTCOMES)
export const finishReason = words(...FINISH_REASONS)
export const finish = members<Finish>(
  { reason: finishReason },
  { outcome: turnOutcome, raw: textValue, message: textValue },
)
export const usage = members<Usage>(
  {},
  {
    inputTokens: numberValue,
    outputTokens: numberValue,
    totalTokens: numberValue,
    cachedInputTokens: numberValue,
    cacheWriteTokens: numberValue,
    hourCacheWriteTokens: numberValue,
    reasoningTokens: numberValue,
  },
)
export const providerError = members<ProviderError>(
  { message: textValue },
  { code: textValue, status: numberValue, retryAfter: numberValue, requestId: textValue, raw: json },
)
export const modelResponse = members<ModelResponse>(
  { message, finish },
  { id: textValue, model: textValue, usage, error: providerError, providerMetadata: metadata },
)
export const toolCallStatus = words(...TOOL_CALL_STATUSES)
