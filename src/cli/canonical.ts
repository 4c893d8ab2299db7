import { asNative, at, expectArray, expectObject, expectString, wrongType } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { Conversation, Response } from '../model/types.js'

/**
 * What `decode` printed, read back after whatever happened to it on the way: encoders rely on the shape. The schemas of
 * `toolwire/schemas` say the same, but need a library that the command line does not install.
 * @throws AdapterError with the path of the first member that is not canonical.
 */
export function expectConversation(value: JsonValue, path: string): Conversation {
  conversation(value, path)
  return asNative<Conversation>(value)
}

/** @throws AdapterError with the path of the first member that is not canonical. */
export function expectResponse(value: JsonValue, path: string): Response {
  response(value, path)
  return asNative<Response>(value)
}

type Check = (value: JsonValue | undefined, path: string) => void

const anything: Check = (value, path) => {
  if (value === undefined) throw wrongType('a value', value, path)
}
const number: Check = (value, path) => {
  if (typeof value !== 'number') throw wrongType('a number', value, path)
}
const boolean: Check = (value, path) => {
  if (typeof value !== 'boolean') throw wrongType('true or false', value, path)
}
const text: Check = expectString
const anyObject: Check = expectObject

function word(...words: readonly string[]): Check {
  return (value, path) => {
    if (typeof value !== 'string' || !words.includes(value))
      throw wrongType(`one of ${words.join(', ')}`, value, path)
  }
}

function list(item: Check): Check {
  return (value, path) => {
    for (const [index, member] of expectArray(value, path).entries()) item(member, at(path, index))
  }
}

type Members = Readonly<Record<string, Check>>

function object(required: Members, optional: Members = {}): Check {
  return (value, path) => {
    const members = expectObject(value, path)
    for (const [key, check] of Object.entries(required)) check(members[key], at(path, key))
    for (const [key, check] of Object.entries(optional))
      if (members[key] !== undefined) check(members[key], at(path, key))
  }
}

/** An object whose `type` says which shape it has. */
function variant(shapes: Members): Check {
  const types = word(...Object.keys(shapes))
  return (value, path) => {
    const { type } = expectObject(value, path)
    types(type, `${path}/type`)
    shapes[String(type)]?.(value, path)
  }
}

const metadata: Check = (value, path) => {
  for (const [wire, entries] of Object.entries(expectObject(value, path))) anyObject(entries, at(path, wire))
}
const kept = { providerMetadata: metadata }

const mediaSource = variant({
  data: object({ data: text }),
  url: object({ url: text }),
  'file-id': object({ id: text }),
  text: object({ text }),
})
const opaque = object({ wire: text, value: anything })
const textPart = object({ text }, kept)
const media = object(
  { kind: word('image', 'audio', 'video', 'file'), source: mediaSource },
  { mediaType: text, filename: text, ...kept },
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
  id: text,
  name: text,
  kind: text,
  status: word('complete', 'malformed', 'truncated', 'not-object'),
  providerExecuted: boolean,
}
const objectCall = object(callMembers, { arguments: anyObject, rawArguments: text, namespace: text, ...kept })
const customCall = object(callMembers, { arguments: text, rawArguments: text, namespace: text, ...kept })
const toolCall: Check = (value, path) =>
  (expectObject(value, path).kind === 'custom' ? customCall : objectCall)(value, path)
const toolResult = object(
  { callId: text, name: text, output, isError: boolean, providerExecuted: boolean },
  kept,
)
const part = variant({
  text: textPart,
  reasoning: textPart,
  'tool-call': toolCall,
  'tool-result': toolResult,
  media,
  source: object({}, { url: text, title: text, ...kept }),
  opaque,
})
const message = object(
  { role: word('system', 'user', 'assistant', 'tool'), parts: list(part) },
  { origin: object({ wire: text }, { model: text }), ...kept },
)
const tool = variant({
  function: object({ name: text }, { description: text, parameters: anyObject, strict: boolean, ...kept }),
  custom: object(
    { name: text },
    { description: text, grammar: object({ syntax: text, definition: text }), ...kept },
  ),
  provider: object({ wire: text, kind: text, name: text, value: anything }),
})
const toolChoice = variant({
  auto: anyObject,
  none: anyObject,
  required: anyObject,
  tool: object({ name: text }),
  allowed: object({ mode: word('auto', 'required'), names: list(text) }),
  opaque,
})
const conversation = object(
  { messages: list(message) },
  {
    model: text,
    maxOutputTokens: number,
    temperature: number,
    topP: number,
    stop: list(text),
    stream: boolean,
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
    reasoningTokens: number,
  },
)
const response = object(
  {
    message,
    finish: object(
      { reason: word('stop', 'tool-calls', 'length', 'content-filter', 'error', 'other') },
      { raw: text },
    ),
  },
  { id: text, model: text, usage, error: object({ message: text }, { code: text }), ...kept },
)
