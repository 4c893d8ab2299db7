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
export const cacheMark = members<CacheMark>({}, { ttl: text })
const markable = { cache: cacheMark, ...own }

export const toolKind = words(...TOOL_KINDS)
export const toolCallStatus = words(...TOOL_CALL_STATUSES)

const call = { type: words('tool-call'), id: nonEmptyText, name: text, providerExecuted: boolean }
const maybeInCalls = {
  minted: words(true),
  rawArguments: text,
  namespace: text,
  withheld: words(...WITHHELD_REASONS),
  dynamic: boolean,
  title: text,
  callerId: text,
  context: json,
  skills: list(text),
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
    { ...customCall, status: complete, arguments: text },
    maybeInCalls,
  ),
  members<Exclude<CustomToolCall, { status: 'complete' }>>({ ...customCall, ...unusable }, withoutArguments),
)
export const toolCall: Description<ToolCall, VariantForm> = variant('kind', objectToolCall, customToolCall)

export const textPart = members<TextPart>({ type: words('text'), text }, markable)
export const reasoningPart = members<ReasoningPart>({ type: words('reasoning'), text }, own)
export const mediaContent: Description<MediaContent> = variant(
  'type',
  members<Of<MediaContent, { type: 'data' }>>({ type: words('data'), data: text }, {}),
  members<Of<MediaContent, { type: 'url' }>>({ type: words('url'), url: text }, {}),
  members<Of<MediaContent, { type: 'file-id' }>>({ type: words('file-id'), id: text }, {}),
  members<Of<MediaContent, { type: 'text' }>>({ type: words('text'), text }, {}),
)
export const mediaPart = members<MediaPart>(
  { type: words('media'), kind: words(...MEDIA_KINDS), source: mediaContent },
  { mediaType: text, filename: text, ...markable },
)
export const sourcePart = members<SourcePart>({ type: words('source') }, { url: text, title: text, ...own })
const inTools = {
  namespace: members<ToolNamespace>({ name: text }, { description: text }),
  description: text,
  ...markable,
}
export const functionTool = members<FunctionTool>(
  { type: words('function'), name: text },
  { parameters: jsonObject, strict: boolean, ...inTools },
)
const grammar = members<NonNullable<CustomTool['grammar']>>({ syntax: text, definition: text }, {})
export const customTool = members<CustomTool>({ type: words('custom'), name: text }, { grammar, ...inTools })
export const providerTool = members<ProviderTool>(
  { type: words('provider'), wire: text, kind: toolKind, name: text, value: json },
  {
    client: members<ClientTool>({}, { description: text, parameters: jsonObject, callMetadata: metadata }),
  },
)

const level = words('low', 'medium', 'high')
const inHosted = { type: words('hosted'), name: text }
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
          maxUses: number,
          allowedDomains: list(text),
          blockedDomains: list(text),
          userLocation: members<UserLocation>(
            {},
            { city: text, region: text, country: text, timezone: text },
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
      settings: members<CodeExecutionSettings>({}, { fileIds: list(text), containerId: text }),
    },
    extras,
  ),
  members<HostedToolOf<'file_search'>>(
    {
      ...inHosted,
      kind: words('file_search'),
      settings: members<FileSearchSettings>(
        { stores: list(text) },
        { maxResults: number, filter: textOrObject },
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
        { width: number, height: number, environment: words('browser', 'desktop', 'mobile') },
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
          size: text,
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
        { url: text },
        {
          authorization: text,
          headers: texts,
          allowedTools: list(text),
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
  members<Of<ToolChoice, { type: 'tool' }>>({ type: words('tool'), name: text }, {}),
  members<Of<ToolChoice, { type: 'allowed' }>>(
    { type: words('allowed'), mode: words(...ALLOWED_MODES), names: list(text) },
    {},
  ),
  members<Of<ToolChoice, { type: 'opaque' }>>({ type: words('opaque'), wire: text, value: json }, {}),
)

export const outputFormat: Description<OutputFormat> = variant(
  'type',
  members<Of<OutputFormat, { type: 'text' }>>({ type: words('text') }, {}),
  members<Of<OutputFormat, { type: 'json' }>>({ type: words('json') }, {}),
  members<Of<OutputFormat, { type: 'json-schema' }>>(
    { type: words('json-schema'), schema: jsonObject },
    { name: text, description: text, strict: boolean },
  ),
)
export const reasoning = members<Reasoning>(
  {},
  {
    enabled: boolean,
    effort: words(...REASONING_EFFORTS),
    budgetTokens: number,
    summary: words(...REASONING_SUMMARIES),
  },
)
export const logProbabilities = members<LogProbabilities>({}, { enabled: boolean, top: number })
const inSettings = {
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
  serviceTier: words(...SERVICE_TIERS),
}
export const settings = members<Settings>({}, inSettings)
const toolReference = members<ToolReference>({ name: text }, { kind: words('mcp') })
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
  members<Of<StateChange, { type: 'model-replaced' }>>({ type: words('model-replaced') }, { model: text }),
  members<Of<StateChange, { type: 'other' }>>({ type: words('other') }, {}),
)
export const stateChanges = list(stateChange)
export const opaquePart = members<OpaquePart>(
  { type: words('opaque'), wire: text, value: json },
  { text, changes: stateChanges },
)
export const resultPart: Description<ResultPart> = variant('type', textPart, mediaPart, opaquePart)

export const toolOutput: Description<ToolOutput> = variant(
  'type',
  members<Of<ToolOutput, { type: 'text' }>>({ type: words('text'), value: text }, {}),
  members<Of<ToolOutput, { type: 'json' }>>({ type: words('json'), value: json }, {}),
  members<Of<ToolOutput, { type: 'content' }>>({ type: words('content'), value: list(resultPart) }, {}),
  members<Of<ToolOutput, { type: 'error-text' }>>({ type: words('error-text'), value: text }, {}),
  members<Of<ToolOutput, { type: 'error-json' }>>({ type: words('error-json'), value: json }, {}),
  members<Of<ToolOutput, { type: 'denied' }>>({ type: words('denied') }, { reason: text }),
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
    answers: members<NonNullable<ToolResult['answers']>>({ kind: toolKind }, own),
    preliminary: boolean,
    raw: json,
    metadata: jsonObject,
    category: text,
    retryable: boolean,
    ...markable,
  },
)
export const part: Description<Part> = variant(
  'type',
  textPart,
  reasoningPart,
  toolCall,
  toolResult,
  mediaPart,
  sourcePart,
  opaquePart,
)

export const role = words(...ROLES)
export const origin = members<Origin>({ wire: text }, { model: text })
export const message = members<Message>({ role, parts: list(part) }, { origin, ...own })

export const conversation = members<Conversation>(
  { messages: list(message) },
  { ...inSettings, tools: list(toolDefinition), toolChoice, parallelToolCalls: boolean, ...own },
)

export const finishReason = words(...FINISH_REASONS)
export const finish = members<Finish>(
  { reason: finishReason },
  { outcome: words(...OUTCOMES), raw: text, message: text },
)
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
  { id: text, model: text, usage, error: providerError, ...own },
)
