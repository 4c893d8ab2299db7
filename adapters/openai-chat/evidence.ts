import { isArray, isObject, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { isErrorBody } from '../../src/wire/evidence.js'

/**
 * An answer says more than a question: a request of plain texts reads the same in half a dozen formats. Servers that speak
 * this format add fields of their own everywhere but in what is asked for here.
 */
export const evidence: readonly Evidence[] = [
  {
    in: 'response',
    score: 0.95,
    reason: 'the response says it is a chat.completion',
    test: ({ object }) => object === 'chat.completion',
  },
  {
    in: 'response',
    score: 0.8,
    reason: 'the response has choices with a message',
    test: ({ choices }) => objectsIn(choices).some(({ message }) => isObject(message)),
  },
  {
    in: 'event',
    score: 0.95,
    reason: 'the stream consists of chat.completion.chunk',
    test: ({ object }) => object === 'chat.completion.chunk',
  },
  {
    in: 'event',
    score: 0.8,
    reason: 'the stream has choices with a delta',
    test: ({ choices }) => objectsIn(choices).some(({ delta }) => isObject(delta)),
  },
  {
    in: 'answer',
    score: 0.4,
    reason: "an error in OpenAI's form",
    test: ({ error }) => isObject(error) && 'code' in error && typeof error.type === 'string',
  },
  {
    in: 'answer',
    score: 0.2,
    reason: 'an error body',
    test: isErrorBody,
  },
  {
    in: 'request',
    score: 0.7,
    reason: 'a message has a role that only Chat Completions has',
    test: (body) => objectsIn(body.messages).some(hasOwnRole) && isAcceptable(body),
  },
  {
    in: 'request',
    score: 0.6,
    reason: 'tool messages name their call',
    test: (body) => objectsIn(body.messages).some(isResult) && isAcceptable(body),
  },
  {
    in: 'request',
    score: 0.5,
    reason: 'tools are declared as functions',
    test: (body) => objectsIn(body.tools).some((tool) => isObject(tool.function)) && isAcceptable(body),
  },
  {
    in: 'request',
    score: 0.5,
    reason: 'a setting that Chat Completions has',
    test: (body) => OWN_SETTINGS.some((field) => field in body) && isAcceptable(body),
  },
  { in: 'request', score: 0.3, reason: 'messages with a role', test: isAcceptable },
]

const OWN_SETTINGS = [
  'max_completion_tokens',
  'stream_options',
  'response_format',
  'parallel_tool_calls',
  'logit_bias',
  'n',
  'reasoning_effort',
  'functions',
  'web_search_options',
]

/** Every message and tool is one that a server of this format would take. */
function isAcceptable({ messages, tools }: JsonObject): boolean {
  return (
    isArray(messages) && messages.length > 0 && messages.every(isMessage) && objectsIn(tools).every(isTool)
  )
}

function isMessage(message: JsonValue): boolean {
  if (!isObject(message) || typeof message.role !== 'string') return false
  const { content, tool_calls: calls } = message
  const says =
    typeof content === 'string' || isArray(content) || MESSAGE_FIELDS.some((field) => field in message)
  return says && objectsIn(content).every(isPart) && objectsIn(calls).every(isCall)
}

/** One of them has to be there where no content is. */
const MESSAGE_FIELDS = ['tool_calls', 'function_call', 'refusal', 'audio']

const PART_TYPE = /^(text|refusal|file|thinking|reference|input_audio|\w+_url)$/

function isPart({ type }: JsonObject): boolean {
  return PART_TYPE.test(stringOr(type, ''))
}

/** Arguments are text. */
function isCall({ function: called }: JsonObject): boolean {
  return !isObject(called) || !isObject(called.arguments)
}

/** What is defined by the caller stands under its type; servers have tools of their own beside. */
function isTool(tool: JsonObject): boolean {
  const { type = 'function' } = tool
  return type === 'function' || type === 'custom' ? isObject(tool[type]) : typeof type === 'string'
}

function hasOwnRole({ role }: JsonObject): boolean {
  return role === 'developer' || role === 'function'
}

function isResult({ role, tool_call_id: id }: JsonObject): boolean {
  return role === 'tool' && typeof id === 'string'
}
