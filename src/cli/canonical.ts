import { AdapterError } from '../json/errors.js'
import { asNative, at, expectArray, expectObject, expectString, wrongType } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import {
  ALLOWED_MODES,
  FINISH_REASONS,
  HOSTED_KINDS,
  MEDIA_KINDS,
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
  ROLES,
  SERVICE_TIERS,
  TOOL_CALL_STATUSES,
  TOOL_KINDS,
  VERBOSITIES,
} from '../model/constants.js'
import type { HostedKind } from '../model/hosted.js'
import type { Conversation, ModelResponse } from '../model/types.js'

/**
 * What `decode` printed, read back after whatever happened to it on the way: encoders rely on the shape. It takes what the
 * schemas of `toolwire/schemas` take, which need a library that the command line does not install.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function expectConversation(value: JsonValue, path: string): Conversation {
  conversation(value, path)
  return asNative<Conversation>(value)
}

/** @throws AdapterError with the path of the first member that is not canonical. */
export function expectResponse(value: JsonValue, path: string): ModelResponse {
  response(value, path)
  return asNative<ModelResponse>(value)
}

type Check = (value: JsonValue | undefined, path: string) => void

const anything: Check = (value, path) => {
  if (value === undefined) throw wrongType('a value', value, path)
}
const number: Check = (value, path) => {
  if (!Number.isFinite(value)) throw wrongType('a number', value, path)
}
const nonEmptyText: Check = (value, path) => {
  if (expectString(value, path) === '') throw wrongType('a text that is not empty', '', path)
}
const boolean: Check = (value, path) => {
  if (typeof value !== 'boolean') throw wrongType('true or false', value, path)
}
const text: Check = expectString
const anyObject: Check = expectObject
const textOrObject: Check = (value, path) => (typeof value === 'string' ? value : expectObject(value, path))
const texts: Check = (value, path) => {
  for (const [key, member] of Object.entries(expectObject(value, path))) text(member, at(path, key))
}

function oneOf(words: readonly JsonValue[]): Check {
  return (value, path) => {
    if (value === undefined || !words.includes(value))
      throw wrongType(`one of ${words.join(', ')}`, value, path)
  }
}

function list(item: Check): Check {
  return (value, path) => {
    for (const [index, member] of expectArray(value, path).entries()) item(member, at(path, index))
  }
}

type Members = Readonly<Record<string, Check>>

/** An object of these members and no other: what nobody reads would be lost. */
function object(required: Members, optional: Members = {}): Check {
  return (value, path) => {
    const members = expectObject(value, path)
    for (const [key, check] of Object.entries(required)) check(members[key], at(path, key))
    for (const [key, member] of Object.entries(members)) {
      if (Object.hasOwn(required, key)) continue
      if (!Object.hasOwn(optional, key))
        throw new AdapterError('wrong-type', at(path, key), 'the canonical model has no such member here')
      optional[key]?.(member, at(path, key))
    }
  }
}

/** An object whose `type` says which shape it has. */
function variant(shapes: Members): Check {
  const types = oneOf(Object.keys(shapes))
  return (value, path) => {
    const { type, ...members } = expectObject(value, path)
    types(type, at(path, 'type'))
    shapes[String(type)]?.(members, path)
  }
}

const metadata: Check = (value, path) => {
  for (const [wire, entries] of Object.entries(expectObject(value, path))) anyObject(entries, at(path, wire))
}
const kept = { providerMetadata: metadata }
/** What may be marked for the prompt's cache. */
const markable = { cache: object({}, { ttl: text }), ...kept }

const mediaSource = variant({
  data: object({ data: text }),
  url: object({ url: text }),
  'file-id': object({ id: text }),
  text: object({ text }),
})
const opaque = object({ wire: text, value: anything }, { text })
const thought = object({ text }, kept)
const textPart = object({ text }, markable)
const media = object(
  { kind: oneOf(MEDIA_KINDS), source: mediaSource },
  { mediaType: text, filename: text, ...markable },
)
const output = variant({
  text: object({ value: text }),
  json: object({ value: anything }),
  content: object({ value: list(variant({ text: textPart, media, opaque })) }),
  'error-text': object({ value: text }),
  'error-json': object({ value: anything }),
  denied: object({}, { reason: text }),
})

const callMembers = {
  id: nonEmptyText,
  name: text,
  kind: oneOf(TOOL_KINDS),
  status: oneOf(TOOL_CALL_STATUSES),
  providerExecuted: boolean,
}
const maybeInCalls = {
  minted: oneOf([true]),
  rawArguments: text,
  namespace: text,
  dynamic: boolean,
  title: text,
  callerId: text,
  context: anything,
  skills: list(text),
  ...markable,
}
const unusableCall = object(callMembers, maybeInCalls)
const completeCall = object({ ...callMembers, arguments: anyObject }, maybeInCalls)
const completeCustomCall = object({ ...callMembers, arguments: text }, maybeInCalls)
const toolCall: Check = (value, path) => {
  const { kind, status } = expectObject(value, path)
  const whole = kind === 'custom' ? completeCustomCall : completeCall
  const check = status === 'complete' ? whole : unusableCall
  check(value, path)
}
const toolResult = object(
  { callId: text, name: text, output, isError: boolean, providerExecuted: boolean },
  {
    minted: oneOf([true]),
    answers: object({ kind: oneOf(TOOL_KINDS) }, kept),
    preliminary: boolean,
    raw: anything,
    metadata: anyObject,
    category: text,
    retryable: boolean,
    ...markable,
  },
)
const part = variant({
  text: textPart,
  reasoning: thought,
  'tool-call': toolCall,
  'tool-result': toolResult,
  media,
  source: object({}, { url: text, title: text, ...kept }),
  opaque,
})
const message = object(
  { role: oneOf(ROLES), parts: list(part) },
  { origin: object({ wire: text }, { model: text }), ...kept },
)

const maybeInTools = {
  namespace: object({ name: text }, { description: text }),
  description: text,
  ...markable,
}
/** The settings of hosted tools, by kind. */
const hostedTools: Readonly<Record<HostedKind, Check>> = {
  web_search: hostedTool({
    maxUses: number,
    allowedDomains: list(text),
    blockedDomains: list(text),
    userLocation: object({}, { city: text, region: text, country: text, timezone: text }),
    contextSize: oneOf(['low', 'medium', 'high']),
  }),
  code_execution: hostedTool({ fileIds: list(text), containerId: text }),
  file_search: hostedTool({ maxResults: number, filter: textOrObject }, { stores: list(text) }),
  computer: hostedTool({
    width: number,
    height: number,
    environment: oneOf(['browser', 'desktop', 'mobile']),
  }),
  image_generation: hostedTool({
    size: text,
    quality: oneOf(['low', 'medium', 'high']),
    format: oneOf(['png', 'jpeg', 'webp']),
    background: oneOf(['transparent', 'opaque']),
  }),
  mcp: hostedTool(
    {
      authorization: text,
      headers: texts,
      allowedTools: list(text),
      approval: oneOf(['always', 'never']),
    },
    { url: text },
  ),
}

function hostedTool(settings: Members, required: Members = {}): Check {
  return object({ kind: text, name: text, settings: object(required, settings) }, { extras: metadata })
}

const hosted: Check = (value, path) => {
  const { kind } = expectObject(value, path)
  oneOf(HOSTED_KINDS)(kind, at(path, 'kind'))
  for (const known of HOSTED_KINDS) if (known === kind) hostedTools[known](value, path)
}
const tool = variant({
  hosted,
  function: object({ name: text }, { parameters: anyObject, strict: boolean, ...maybeInTools }),
  custom: object({ name: text }, { grammar: object({ syntax: text, definition: text }), ...maybeInTools }),
  provider: object(
    { wire: text, kind: oneOf(TOOL_KINDS), name: text, value: anything },
    { client: object({}, { description: text, parameters: anyObject, callMetadata: metadata }) },
  ),
})
const toolChoice = variant({
  auto: object({}),
  none: object({}),
  required: object({}),
  tool: object({ name: text }),
  allowed: object({ mode: oneOf(ALLOWED_MODES), names: list(text) }),
  opaque: object({ wire: text, value: anything }),
})
const outputFormat = variant({
  text: object({}),
  json: object({}),
  'json-schema': object({ schema: anyObject }, { name: text, description: text, strict: boolean }),
})
const reasoning = object(
  {},
  {
    enabled: boolean,
    effort: oneOf(REASONING_EFFORTS),
    budgetTokens: number,
    summary: oneOf(REASONING_SUMMARIES),
  },
)
const settings: Members = {
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
  logProbabilities: object({}, { enabled: boolean, top: number }),
  outputFormat,
  reasoning,
  verbosity: oneOf(VERBOSITIES),
  metadata: texts,
  endUser: text,
  cacheKey: text,
  serviceTier: oneOf(SERVICE_TIERS),
}
const conversation = object(
  { messages: list(message) },
  {
    ...settings,
    tools: list(tool),
    toolChoice,
    parallelToolCalls: boolean,
    ...kept,
  },
)
const usage = object(
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
const error = object(
  { message: text },
  { code: text, status: number, retryAfter: number, requestId: text, raw: anything },
)
const response = object(
  { message, finish: object({ reason: oneOf(FINISH_REASONS) }, { raw: text }) },
  { id: text, model: text, usage, error, ...kept },
)
