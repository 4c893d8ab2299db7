import { AdapterError } from '../json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../json/json-types.js'
import { nearest, plain } from '../json/nearest-name.js'
import { asJson, at, expectArray, isArray, isObject } from '../json/read-json.js'
import { MEDIA_KINDS, ROLES } from './constants.js'
import type { Conversation, MediaContent, Part, ToolChoice, ToolDefinition } from './types.js'

// Checks of values from programs without types. Each check looks only deep enough to detect a wrong kind of
// value.

const TOOL_TYPES: Readonly<Record<ToolDefinition['type'], true>> = {
  function: true,
  custom: true,
  provider: true,
  hosted: true,
}

const CONVERSATION: Readonly<Record<keyof Conversation, true>> = {
  messages: true,
  tools: true,
  toolChoice: true,
  parallelToolCalls: true,
  model: true,
  maxOutputTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  stop: true,
  stream: true,
  seed: true,
  frequencyPenalty: true,
  presencePenalty: true,
  logProbabilities: true,
  outputFormat: true,
  reasoning: true,
  verbosity: true,
  metadata: true,
  endUser: true,
  cacheKey: true,
  serviceTier: true,
  providerMetadata: true,
}

/**
 * Checks a list of canonical messages.
 * @throws AdapterError for any other value, especially for the messages of a provider.
 */
export function expectMessages(value: unknown, path = ''): void {
  expectEach(expectArray(asJson(value), path), path, expectMessage)
}

/**
 * Checks that a request has a message, because providers reject a request without one. A request with
 * `providerMetadata` may continue turns that its provider stores.
 * @throws AdapterError for an empty list and for a value that is not a list.
 */
export function expectSome(options: {
  readonly messages?: unknown
  readonly providerMetadata?: unknown
}): void {
  const { messages, providerMetadata } = options
  const usage = 'messages: [userMessage(text)]'
  expectList(messages, ['a conversation needs a list of messages', usage], '/messages')
  if (Array.isArray(messages) && messages.length === 0 && providerMetadata === undefined)
    throw new AdapterError('missing-field', '/messages', `a conversation needs a message to answer: ${usage}`)
}

/** Checks one canonical message. */
export function expectMessage(value: unknown, path = ''): void {
  const message = asJson(value)
  if (!isObject(message) || !isArray(message.parts) || !isOneOf(message.role, ROLES))
    throw notMessage(message, path)
  expectEach(message.parts, `${path}/parts`, expectPart)
}

/** Checks the items of a list. Paths are built only for errors. */
function expectEach(items: JsonArray, path: string, check: (item: JsonValue, path: string) => void): void {
  items.forEach((item, index) => {
    try {
      check(item, '')
    } catch {
      check(item, `${path}/${index}`)
    }
  })
}

function expectPart(part: JsonValue, path: string): void {
  if (isObject(part) && typeof part.type === 'string' && isPartType(part.type)) {
    PART_CHECKS[part.type](part, path)
    return
  }
  throw new AdapterError(
    'wrong-type',
    path,
    `this is not a part of a Toolwire message: its type is ${typeOf(part)}, expected one of ${names(PART_CHECKS)}. ${DECODE_MESSAGES}`,
  )
}

/**
 * Checks a canonical answer.
 * @throws AdapterError for any other value, especially for the answer of a provider.
 */
export function expectResponse(value: unknown): void {
  const response = asJson(value)
  if (!isObject(response) || response.message === undefined)
    throw new AdapterError(
      'wrong-type',
      '',
      'this is not an answer of Toolwire, which has a message and a finish. Decode the answer of a provider first, with decodeResponse of its adapter',
    )
  expectMessage(response.message, '/message')
}

/**
 * Checks messages of a provider in which a decoder found no content.
 * @throws AdapterError for canonical messages.
 */
export function expectNativeMessages(messages: readonly JsonValue[]): void {
  expectEach(messages, '', (message, path) => {
    if (
      isObject(message) &&
      isArray(message.parts) &&
      message.parts.length > 0 &&
      message.parts.every(isCanonicalPart)
    )
      throw new AdapterError(
        'wrong-type',
        path,
        'this is a Toolwire message already. Write it with encodeConversation or encodeMessages; only messages of a provider are decoded or translated',
      )
  })
}

/**
 * Checks a list of canonical tool definitions.
 * @throws AdapterError for any other value, especially for the definitions of a provider.
 */
export function expectTools(value: unknown, path = ''): void {
  const tools = asJson(value)
  if (!isArray(tools))
    throw new AdapterError('wrong-type', path, 'expected a list of tools, each with a name')
  expectEach(tools, path, (tool, here) => {
    if (
      !isObject(tool) ||
      !(typeof tool.type === 'string' && Object.hasOwn(TOOL_TYPES, tool.type)) ||
      hasNoName(tool)
    )
      throw new AdapterError(
        'wrong-type',
        here,
        'this is not a tool definition of Toolwire. Create a definition with defineTool, or decode the definitions of a provider with the decodeTools of its adapter',
      )
  })
}

/**
 * Checks a canonical call.
 * @throws AdapterError for any other value, especially for the call of a provider.
 */
export function expectCall(value: unknown): void {
  const call = asJson(value)
  if (!isObject(call) || typeof call.id !== 'string')
    throw new AdapterError(
      'wrong-type',
      '/id',
      "this is not a call of Toolwire. Use a call of clientCalls, pendingCalls or an adapter's toolCalls",
    )
}

/**
 * Checks a list of canonical results.
 * @throws AdapterError for any other value.
 */
export function expectResults(value: unknown, path = ''): void {
  for (const [index, result] of expectArray(asJson(value), path).entries())
    if (
      !isObject(result) ||
      result.type !== 'tool-result' ||
      typeof result.callId !== 'string' ||
      !isObject(result.output)
    )
      throw new AdapterError(
        'wrong-type',
        at(path, index),
        'this is not a result of Toolwire. Create a result with toolResult(call, value) or errorResult(call, text), or use runTools',
      )
}

/**
 * Checks a canonical conversation.
 * @throws AdapterError for any other value, including an unknown setting.
 */
export function expectConversation(value: unknown): void {
  const conversation = asJson(value)
  if (!isObject(conversation))
    throw new AdapterError('wrong-type', '', 'expected a conversation: an object with messages')
  expectMessages(conversation.messages, '/messages')
  if (conversation.tools !== undefined) expectTools(conversation.tools, '/tools')
  if (conversation.toolChoice !== undefined) expectChoice(conversation.toolChoice)
  expectKnown(conversation, CONVERSATION, 'a setting of a conversation', SETTINGS_ELSEWHERE)
}

/** The choices, and the words of providers for them. */
const CHOICES: Readonly<Record<ToolChoice['type'], true>> = {
  auto: true,
  none: true,
  required: true,
  tool: true,
  allowed: true,
  opaque: true,
}

function expectChoice(choice: JsonValue): void {
  const type = isObject(choice) ? choice.type : choice
  if (isObject(choice) && typeof type === 'string' && Object.hasOwn(CHOICES, type)) return
  const word = type === 'any' ? 'required' : type
  const form = typeof word === 'string' && Object.hasOwn(CHOICES, word) ? word : 'required'
  const got = typeof type === 'string' ? `"${type}"` : valueKind(type)
  throw new AdapterError(
    'wrong-type',
    '/toolChoice',
    `a tool choice is an object: { type: '${form}' }, or { type: 'tool', name } for one tool. Got ${got}`,
  )
}

/**
 * Checks options that may include settings of a conversation.
 * @param own the members that are not settings.
 * @throws AdapterError for an unknown member.
 */
export function expectAmongSettings(
  options: object,
  own: Readonly<Record<string, true>>,
  [what, elsewhere]: readonly [what: string, elsewhere: Elsewhere],
): void {
  // Merging the tables takes longer than a check of all usual options.
  if (Object.keys(options).every((name) => Object.hasOwn(CONVERSATION, name) || Object.hasOwn(own, name)))
    return
  expectKnown(options, { ...CONVERSATION, ...own }, what, { ...SETTINGS_ELSEWHERE, ...elsewhere })
}

// Checks of the members of parts.

/** Checks the members of a part that every wire reads, by the type of the part. */
export const PART_CHECKS: Readonly<Record<Part['type'], (part: JsonObject, path: string) => void>> = {
  text: (part, path) => expectText(part.text, `${path}/text`, 'the text of a part is a string'),
  reasoning: (part, path) => expectText(part.text, `${path}/text`, 'the text of a part is a string'),
  'tool-call': expectCallPart,
  'tool-result': expectResultPart,
  media: expectMediaPart,
  source: () => undefined,
  opaque: (part, path) => expectText(part.wire, `${path}/wire`, 'an opaque part names its wire'),
}

/**
 * Checks that a value is a string.
 * @param what the requirement and its fix, for the message.
 */
export function expectText(value: unknown, path: string, what: string): asserts value is string {
  if (typeof value === 'string') return
  throw new AdapterError(
    value === undefined ? 'missing-field' : 'wrong-type',
    path,
    `${what}. Got ${valueKind(value)}`,
  )
}

/** Returns the kind of a value that a program passed, for messages. */
export function valueKind(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
}

const CREATE_CALL = 'Create a call with toolCall(id, name, { … })'

function expectCallPart(call: JsonObject, path: string): void {
  expectText(call.id, `${path}/id`, `a call has the id that its result names. ${CREATE_CALL}`)
  expectText(call.name, `${path}/name`, `a call has the name of its tool. ${CREATE_CALL}`)
  expectText(call.status, `${path}/status`, `a call has a status, such as complete. ${CREATE_CALL}`)
  if (call.status === 'complete' && call.kind !== 'custom')
    expectArguments(call.arguments, `${path}/arguments`)
}

/**
 * Checks the arguments of a complete call.
 * @throws AdapterError for a JSON text and any other value that is not an object.
 */
export function expectArguments(value: JsonValue | undefined, path: string): void {
  if (isObject(value)) return
  const fix = typeof value === 'string' ? 'Parse the text first: JSON.parse(text)' : 'Pass {} for none'
  throw new AdapterError(
    'wrong-type',
    path,
    `the arguments of a call are an object. Got ${valueKind(value)}. ${fix}`,
  )
}

function expectResultPart(result: JsonObject, path: string): void {
  const fix = 'Create a result with toolResult(call, value)'
  expectText(result.callId, `${path}/callId`, `a result has the id of its call. ${fix}`)
  const { output } = result
  if (!isObject(output) || typeof output.type !== 'string')
    throw new AdapterError('wrong-type', `${path}/output`, `a result has an output with a type. ${fix}`)
  if (output.type !== 'content') return
  if (!isArray(output.value))
    throw new AdapterError('wrong-type', `${path}/output/value`, 'the content of a result is a list of parts')
  for (const [index, part] of output.value.entries())
    if (isObject(part) && part.type === 'media') expectMediaPart(part, `${path}/output/value/${index}`)
}

/** The member of a source of media that has its content. */
const CONTENTS: Readonly<Record<MediaContent['type'], string>> = {
  data: 'data',
  url: 'url',
  'file-id': 'id',
  text: 'text',
}
const SOURCE_FORMS =
  "the source of media is { type: 'data', data: base64 }, { type: 'url', url }, { type: 'file-id', id } or { type: 'text', text }"

function expectMediaPart({ kind, source }: JsonObject, path: string): void {
  if (typeof kind !== 'string' || !MEDIA_KINDS.some((known) => known === kind))
    throw new AdapterError('wrong-type', `${path}/kind`, `media is of kind ${MEDIA_KINDS.join(', ')}`)
  const type = isObject(source) ? source.type : undefined
  if (!isObject(source) || typeof type !== 'string' || !isSourceType(type))
    throw new AdapterError('wrong-type', `${path}/source`, `${SOURCE_FORMS}. Got ${valueKind(source)}`)
  const member = CONTENTS[type]
  const content = source[member]
  expectText(content, `${path}/source/${member}`, SOURCE_FORMS)
  if (type === 'data') expectBase64(content, `${path}/source/data`)
}

function isSourceType(type: string): type is MediaContent['type'] {
  return Object.hasOwn(CONTENTS, type)
}

/**
 * Rejects an address or a path in place of base64, which would reach the model as broken bytes.
 * @throws AdapterError with the form in which the value can be sent.
 */
function expectBase64(data: string, path: string): void {
  if (!ADDRESS.test(data.slice(0, 8)) && !FILE_NAME.test(data.slice(-6))) return
  const fix = data.startsWith('data:')
    ? "this is a data URL. Pass it as { type: 'url', url }, or only the text after its comma, with the type as mediaType"
    : /^https?:/i.test(data)
      ? "this is a URL. Pass it as { type: 'url', url }"
      : "this is a path. Encode the bytes of the file: readFileSync(path).toString('base64')"
  throw new AdapterError('wrong-type', path, `the data of media is base64; ${fix}`)
}

/** The beginning of a URL or of a path with a drive. Base64 has no colon. */
const ADDRESS = /^(?:data|https?|file|[a-z]):/i
/** The end of the name of a file. Base64 has no dot. */
const FILE_NAME = /\.[a-z\d]{2,5}$/i

/** Names of members in other APIs, with the correct name of each. */
export type Elsewhere = Readonly<Record<string, string>>

/**
 * Checks that an object has only these members.
 * @param what the kind of member, for the message: `an option of fit`.
 * @param elsewhere names of other APIs for members of this one, without case and underscores.
 * @throws AdapterError for an unknown member.
 */
export function expectKnown(
  value: object,
  known: Readonly<Record<string, true>>,
  what: string,
  elsewhere: Elsewhere = {},
): void {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(known, name)) continue
    const meant = Object.hasOwn(elsewhere, plain(name))
      ? elsewhere[plain(name)]
      : nearest(name, Object.keys(known))
    const fix = meant === undefined ? `The known ones are ${names(known)}` : `Did you mean ${meant}?`
    throw new AdapterError('wrong-type', at('', name), `${name} is not ${what}. ${fix}`)
  }
}

const SYSTEM_MESSAGE = 'a message: systemMessage(text)'

/**
 * Names of settings in other APIs, with the canonical name of each. Names that differ only in case and
 * underscores need no entry.
 */
const SETTINGS_ELSEWHERE: Elsewhere = {
  maxtokens: 'maxOutputTokens',
  maxcompletiontokens: 'maxOutputTokens',
  responseformat: 'outputFormat',
  stopsequences: 'stop',
  logprobs: 'logProbabilities',
  user: 'endUser',
  thinking: 'reasoning',
  reasoningeffort: 'reasoning',
  functions: 'tools',
  system: SYSTEM_MESSAGE,
  systemprompt: SYSTEM_MESSAGE,
  prompt: 'messages',
  input: 'messages',
}

const DECODE_MESSAGES =
  "Decode a provider's messages first, with decodeMessages of the adapter for its format"

function notMessage(message: JsonValue | undefined, path: string): AdapterError {
  const reason = isObject(message)
    ? `it has ${names(message) || 'no members'}, and needs a role (${ROLES.join(', ')}) and a list of parts`
    : 'it is not an object'
  return new AdapterError('wrong-type', path, `this is not a Toolwire message: ${reason}. ${DECODE_MESSAGES}`)
}

function isCanonicalPart(part: JsonValue): boolean {
  return isObject(part) && typeof part.type === 'string' && isPartType(part.type)
}

function isPartType(type: string): type is Part['type'] {
  return Object.hasOwn(PART_CHECKS, type)
}

function typeOf(part: JsonValue): string {
  return isObject(part) && typeof part.type === 'string' ? `"${part.type}"` : 'missing'
}

function hasNoName({ type, name }: JsonObject): boolean {
  return type !== 'hosted' && typeof name !== 'string'
}

function isOneOf(value: JsonValue | undefined, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value)
}

function names(members: object): string {
  return Object.keys(members).join(', ')
}

// Checks of function arguments at the public API, so that programs without types get an error at the first
// call.

/** Rejects the members of `Given` that `Known` does not have, for functions that infer the type of an argument. */
export type NothingBeside<Known, Given> = { readonly [Name in Exclude<keyof Given, keyof Known>]: never }

/** The members that an options object may have. */
export type KnownOptions<Options> = Readonly<Record<keyof Options, true>>

/**
 * Checks the options of a function.
 * @param elsewhere names of other APIs for options of this one, without case and underscores.
 * @throws AdapterError for a value that is not an object, and for an unknown member.
 */
export function expectOptions(
  options: unknown,
  known: Readonly<Record<string, true>>,
  [of, usage]: Called,
  elsewhere?: Elsewhere,
): void {
  if (isRecord(options)) expectKnown(options, known, `an option of ${of}`, elsewhere)
  else throw notGiven(options, `${of} needs options`, usage)
}

/**
 * Checks that an option is one of its words. A missing option is accepted.
 * @throws AdapterError for any other value, with the nearest word.
 */
export function expectWord(value: unknown, words: readonly string[], path: string): void {
  if (value === undefined || words.some((word) => word === value)) return
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  const fix = meant === undefined ? '' : `. Did you mean ${meant}?`
  const got = typeof value === 'string' ? value : valueKind(value)
  throw new AdapterError('wrong-type', path, `expected ${words.join(', ')}, got ${got}${fix}`)
}

/** The name of a function and an example of a call, for error messages. */
export type Called = readonly [of: string, usage: string]

/**
 * Checks that a value is an object.
 * @throws AdapterError for a value that is not an object.
 */
export function expectGiven(value: unknown, [of, usage]: Called, path = ''): void {
  if (!isRecord(value)) throw notGiven(value, of, usage, path)
}

/**
 * Checks that a value is a list.
 * @throws AdapterError for a value that is not a list.
 */
export function expectList(value: unknown, [of, usage]: Called, path = ''): void {
  if (!Array.isArray(value)) throw notGiven(value, of, usage, path)
}

/**
 * Checks that a value is an adapter.
 * @throws AdapterError for a value that is not an adapter, such as a function or the name of an adapter.
 */
export function expectAdapter(value: unknown, of: string, path = ''): void {
  if (isRecord(value) && 'codecs' in value) return
  throw notGiven(value, `${of} is not an adapter`, 'import one from toolwire/adapters/…', path)
}

/**
 * Checks that a value is a function.
 * @throws AdapterError for a value that is not a function.
 */
export function expectFunction(value: unknown, [of, usage]: Called, path: string): void {
  if (typeof value !== 'function') throw notGiven(value, of, usage, path)
}

function notGiven(value: unknown, what: string, usage: string, path = ''): AdapterError {
  return new AdapterError('wrong-type', path, `${what}: ${usage}. Got ${valueKind(value)}`)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
