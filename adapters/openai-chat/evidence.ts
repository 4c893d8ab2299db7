import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf, isBareError, isErrorBody } from '../../src/codec/wire/evidence.js'

/**
 * Answers are stronger evidence than requests: a request of plain texts is the same in half a dozen formats.
 * Servers of this format add fields everywhere except at the checked paths.
 */
export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [0.95, 'the response says it is a chat.completion', ({ object }) => object === 'chat.completion'],
    [
      0.8,
      'the response has choices with a message',
      ({ choices }) => objectsIn(choices).some(({ message }) => isObject(message)),
    ],
  ],
  event: [
    [
      0.95,
      'the stream consists of chat.completion.chunk',
      ({ object }) => object === 'chat.completion.chunk',
    ],
    [
      0.8,
      'the stream has choices with a delta',
      ({ choices }) => objectsIn(choices).some(({ delta }) => isObject(delta)),
    ],
  ],
  answer: [
    [
      0.4,
      "an error in OpenAI's form",
      ({ error }) => isObject(error) && 'code' in error && typeof error.type === 'string',
    ],
    [0.2, 'an error body', isErrorBody],
    [0.15, 'an error without an envelope', isBareError],
  ],
  request: [
    [
      0.7,
      'a message has a role that only Chat Completions has',
      (body) => objectsIn(body.messages).some(hasOwnRole) && isAcceptable(body),
    ],
    [
      0.6,
      'tool messages name their call',
      (body) => objectsIn(body.messages).some(isResult) && isAcceptable(body),
    ],
    [
      0.5,
      'tools are declared as functions',
      (body) => objectsIn(body.tools).some((tool) => isObject(tool.function)) && isAcceptable(body),
    ],
    [
      0.5,
      'a setting that Chat Completions has',
      (body) => OWN_SETTINGS.some((field) => field in body) && isAcceptable(body),
    ],
    [0.3, 'messages with a role', isAcceptable],
  ],
  'answer-piece': [
    [
      0.8,
      'a call whose function has its arguments as text',
      (piece) => callsIn(piece).some(({ function: called, custom }) => hasText(called) || hasText(custom)),
    ],
    [
      0.75,
      'a choice with a message, and why it ended',
      ({ message, finish_reason: word, index }) =>
        isObject(message) && message.role === 'assistant' && word !== undefined && index !== undefined,
    ],
  ],
  'history-piece': [
    [0.7, 'a tool message that names its call', isResult],
    [0.6, 'the result of a function', ({ role, name }) => role === 'function' && typeof name === 'string'],
  ],
})

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

/** Returns true if a server of this format would accept every message and tool. */
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

/** A message without content needs one of these fields. */
const MESSAGE_FIELDS = ['tool_calls', 'function_call', 'refusal', 'audio']

const PART_TYPE = /^(text|refusal|file|thinking|reference|input_audio|\w+_url)$/

function isPart({ type }: JsonObject): boolean {
  return PART_TYPE.test(stringOr(type, ''))
}

/** Arguments must be text. */
function isCall({ function: called }: JsonObject): boolean {
  return !isObject(called) || !isObject(called.arguments)
}

/** Returns true for a tool. A definition of the caller is under its type; servers also define tools. */
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

/** Returns the call, or the calls of a message or a choice. */
function callsIn(piece: JsonObject): readonly JsonObject[] {
  const { tool_calls: calls, function_call: call }: JsonObject = objectIn(piece.message ?? piece)
  const legacy = isObject(call) ? [{ function: call }] : []
  return [piece, ...objectsIn(calls), ...legacy]
}

function hasText(called: JsonValue | undefined): boolean {
  return (
    isObject(called) &&
    typeof called.name === 'string' &&
    typeof (called.arguments ?? called.input) === 'string'
  )
}
