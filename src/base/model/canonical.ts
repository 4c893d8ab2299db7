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
  HostedToolOf,
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

// The canonical model, member by member. A missing member, or one of another type, does not compile.

type Of<Union, Member> = Extract<Union, Member>

const own = { providerMetadata: metadata }
export const cacheMark = members<CacheMark>({}, { ttl: textValue })
const markable = { cache: cacheMark, ...own }

export const toolKind = words(...TOOL_KINDS)
export const toolCallStatus = words(...TOOL_CALL_STATUSES)

const call = { type: words('tool-call'), id: nonEmptyText, name: textValue, providerExecuted: booleanValue }
const maybeInCalls = {
  minted: words(true),
  rawArguments: textValue,
  namespace: textValue,
  withheld: words(...WITHHELD_REASONS),
  dynamic: booleanValue,
  title: textValue,
  callerId: textValue,
  context: json,
  skills: list(textValue),
  ...markable,
}
const complete = words('complete')
const objectCall = { ...call, kind: wordsBut(TOOL_KINDS, 'custom') }
const customCall = { ...call, kind: words('custom') }
const unusable = { status: wordsBut(TOOL_CALL_STATUSES, 'complete') }
const withoutArguments = { ...maybeInCalls, arguments: absent }

export const objectToolCall: Description<ObjectToolCall, VariantForm> = variant(
  'status',
  members<Of<ObjectToolCall, { status: 'complete' }>>(
    { ...objectCall, status: complete, arguments: jsonObject },
    maybeInCalls,
  ),
  members<Exclude<ObjectToolCall, { status: 'complete' }>>({ ...objectCall, ...unusable }, withoutArguments),
)
export const customToolCall: Description<CustomToolCall, VariantForm> = variant(
  'status',
  members<Of<CustomToolCall, { status: 'complete' }>>(
    { ...customCall, status: complete, arguments: textValue },
    maybeInCalls,
  ),
  members<Exclude<CustomToolCall, { status: 'complete' }>>({ ...customCall, ...unusable }, withoutArguments),
)
export const toolCallPart: Description<ToolCall, VariantForm> = variant(
  'kind',
  objectToolCall,
  customToolCall,
)

export const textPart = members<TextPart>({ type: words('text'), text: textValue }, markable)
export const reasoningPart = members<ReasoningPart>({ type: words('reasoning'), text: textValue }, own)
export const mediaContent: Description<MediaContent> = variant(
  'type',
  members<Of<MediaContent, { type: 'data' }>>({ type: words('data'), data: textValue }, {}),
  members<Of<MediaContent, { type: 'url' }>>({ type: words('url'), url: textValue }, {}),
  members<Of<MediaContent, { type: 'file-id' }>>({ type: words('file-id'), id: textValue }, {}),
  members<Of<MediaContent, { type: 'text' }>>({ type: words('text'), text: textValue }, {}),
)
export const mediaPart = members<MediaPart>(
  { type: words('media'), kind: words(...MEDIA_KINDS), source: mediaContent },
  { mediaType: textValue, filename: textValue, ...markable },
)
export const sourcePart = members<SourcePart>(
  { type: words('source') },
  { url: textValue, title: textValue, ...own },
)
const inTools = {
  namespace: members<ToolNamespace>({ name: textValue }, { description: textValue }),
  description: textValue,
  ...markable,
}
export const functionTool = members<FunctionTool>(
  { type: words('function'), name: textValue },
  { parameters: jsonObject, strict: booleanValue, ...inTools },
)
const grammar = members<NonNullable<CustomTool['grammar']>>({ syntax: textValue, definition: textValue }, {})
export const customTool = members<CustomTool>(
  { type: words('custom'), name: textValue },
  { grammar, ...inTools },
)
export const providerTool = members<ProviderTool>(
  { type: words('provider'), wire: textValue, kind: toolKind, name: textValue, value: json },
  {
    client: members<ClientTool>(
      {},
      { description: textValue, parameters: jsonObject, callMetadata: metadata },
    ),
  },
)

const level = words('low', 'medium', 'high')
const inHosted = { type: words('hosted'), name: textValue }
const extras = { extras: metadata }
export const hostedTool: Description<HostedTool, VariantForm> = variant(
  'kind',
  members<HostedToolOf<'web_search'>>(
    {
      ...inHosted,
      kind: words('web_search'),
      settings: members<WebSearchSettings>(
        {},
        {
          maxUses: numberValue,
          allowedDomains: list(textValue),
          blockedDomains: list(textValue),
          userLocation: members<UserLocation>(
            {},
            { city: textValue, region: textValue, country: textValue, timezone: textValue },
          ),
          contextSize: level,
        },
      ),
    },
    extras,
  ),
  members<HostedToolOf<'code_execution'>>(
    {
      ...inHosted,
      kind: words('code_execution'),
      settings: members<CodeExecutionSettings>({}, { fileIds: list(textValue), containerId: textValue }),
    },
    extras,
  ),
  members<HostedToolOf<'file_search'>>(
    {
      ...inHosted,
      kind: words('file_search'),
      settings: members<FileSearchSettings>(
        { stores: list(textValue) },
        { maxResults: numberValue, filter: textOrObject },
      ),
    },
    extras,
  ),
  members<HostedToolOf<'computer'>>(
    {
      ...inHosted,
      kind: words('computer'),
      settings: members<ComputerSettings>(
        {},
        { width: numberValue, height: numberValue, environment: words('browser', 'desktop', 'mobile') },
      ),
    },
    extras,
  ),
  members<HostedToolOf<'image_generation'>>(
    {
      ...inHosted,
      kind: words('image_generation'),
      settings: members<ImageGenerationSettings>(
        {},
        {
          size: textValue,
          quality: level,
          format: words('png', 'jpeg', 'webp'),
          background: words('transparent', 'opaque'),
        },
      ),
    },
    extras,
  ),
  members<HostedToolOf<'mcp'>>(
    {
      ...inHosted,
      kind: words('mcp'),
      settings: members<McpServerSettings>(
        { url: textValue },
        {
          authorization: textValue,
          headers: textsValue,
          allowedTools: list(textValue),
          approval: words('always', 'never'),
        },
      ),
    },
    extras,
  ),
)
export const toolDefinition: Description<ToolDefinition> = variant(
  'type',
  functionTool,
  customTool,
  providerTool,
  hostedTool,
)
export const toolChoice: Description<ToolChoice> = variant(
  'type',
  members<Of<ToolChoice, { type: 'auto' }>>({ type: words('auto') }, {}),
  members<Of<ToolChoice, { type: 'none' }>>({ type: words('none') }, {}),
  members<Of<ToolChoice, { type: 'required' }>>({ type: words('required') }, {}),
  members<Of<ToolChoice, { type: 'tool' }>>({ type: words('tool'), name: textValue }, {}),
  members<Of<ToolChoice, { type: 'allowed' }>>(
    { type: words('allowed'), mode: words(...ALLOWED_MODES), names: list(textValue) },
    {},
  ),
  members<Of<ToolChoice, { type: 'opaque' }>>({ type: words('opaque'), wire: textValue, value: json }, {}),
)

export const outputFormatSetting: Description<OutputFormat> = variant(
  'type',
  members<Of<OutputFormat, { type: 'text' }>>({ type: words('text') }, {}),
  members<Of<OutputFormat, { type: 'json' }>>({ type: words('json') }, {}),
  members<Of<OutputFormat, { type: 'json-schema' }>>(
    { type: words('json-schema'), schema: jsonObject },
    { name: textValue, description: textValue, strict: booleanValue },
  ),
)
export const reasoningSetting = members<Reasoning>(
  {},
  {
    enabled: booleanValue,
    effort: words(...REASONING_EFFORTS),
    budgetTokens: numberValue,
    summary: words(...REASONING_SUMMARIES),
  },
)
export const logProbabilitiesSetting = members<LogProbabilities>(
  {},
  { enabled: booleanValue, top: numberValue },
)
const inSettings = {
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
  serviceTier: words(...SERVICE_TIERS),
}
export const settings = members<Settings>({}, inSettings)
const toolReference = members<ToolReference>({ name: textValue }, { kind: words('mcp') })
const toolReferences = list(toolReference)
const stateChange: Description<StateChange, VariantForm> = variant(
  'type',
  members<Of<StateChange, { type: 'tools-added' }>>(
    { type: words('tools-added'), tools: list(toolDefinition) },
    {},
  ),
  members<Of<StateChange, { type: 'tools-offered' | 'tools-withdrawn' }>>(
    { type: words('tools-offered', 'tools-withdrawn'), tools: toolReferences },
    {},
  ),
  members<Of<StateChange, { type: 'settings' }>>({ type: words('settings'), settings }, {}),
  members<Of<StateChange, { type: 'model-replaced' }>>(
    { type: words('model-replaced') },
    { model: textValue },
  ),
  members<Of<StateChange, { type: 'other' }>>({ type: words('other') }, {}),
)
export const stateChanges = list(stateChange)
export const opaquePart = members<OpaquePart>(
  { type: words('opaque'), wire: textValue, value: json },
  { text: textValue, changes: stateChanges },
)
export const resultPart: Description<ResultPart> = variant('type', textPart, mediaPart, opaquePart)

export const toolOutput: Description<ToolOutput> = variant(
  'type',
  members<Of<ToolOutput, { type: 'text' }>>({ type: words('text'), value: textValue }, {}),
  members<Of<ToolOutput, { type: 'json' }>>({ type: words('json'), value: json }, {}),
  members<Of<ToolOutput, { type: 'content' }>>({ type: words('content'), value: list(resultPart) }, {}),
  members<Of<ToolOutput, { type: 'error-text' }>>({ type: words('error-text'), value: textValue }, {}),
  members<Of<ToolOutput, { type: 'error-json' }>>({ type: words('error-json'), value: json }, {}),
  members<Of<ToolOutput, { type: 'denied' }>>({ type: words('denied') }, { reason: textValue }),
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
    answers: members<NonNullable<ToolResult['answers']>>({ kind: toolKind }, own),
    preliminary: booleanValue,
    raw: json,
    metadata: jsonObject,
    category: textValue,
    retryable: booleanValue,
    ...markable,
  },
)
export const part: Description<Part> = variant(
  'type',
  textPart,
  reasoningPart,
  toolCallPart,
  toolResultPart,
  mediaPart,
  sourcePart,
  opaquePart,
)

export const role = words(...ROLES)
export const origin = members<Origin>({ wire: textValue }, { model: textValue })
export const message = members<Message>({ role, parts: list(part) }, { origin, ...own })

export const conversation = members<Conversation>(
  { messages: list(message) },
  { ...inSettings, tools: list(toolDefinition), toolChoice, parallelToolCalls: booleanValue, ...own },
)

export const finishReason = words(...FINISH_REASONS)
export const finish = members<Finish>(
  { reason: finishReason },
  { outcome: words(...OUTCOMES), raw: textValue, message: textValue },
)
export const usage = members<Usage>(
  {},
  {
    inputTokens: numberValue,
    outputTokens: numberValue,
    totalTokens: numberValue,
    cachedInputTokens: numberValue,
    cacheWriteTokens: numberValue,
    reasoningTokens: numberValue,
  },
)
export const providerError = members<ProviderError>(
  { message: textValue },
  { code: textValue, status: numberValue, retryAfter: numberValue, requestId: textValue, raw: json },
)
export const modelResponse = members<ModelResponse>(
  { message, finish },
  { id: textValue, model: textValue, usage, error: providerError, ...own },
)
