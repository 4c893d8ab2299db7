import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const TYPES = /^(human|ai|system|tool|function|generic|developer|remove)$/
const CLASS = /^(AI|Human|System|Tool|Function|Chat|Remove)Message(Chunk)?$/

export const evidence = /* @__PURE__ */ evidenceOf({
  answer: [
    [1, 'the constructor of a LangChain message', isConstructor],
    [0.97, 'a message of type "ai" with the fields of its class', (body) => isAnswer(body)],
    [
      0.95,
      'an error with the code of a LangChain error',
      ({ error }) => isObject(error) && typeof error.lc_error_code === 'string',
    ],
  ],
  response: [
    [
      0.97,
      'generations with messages',
      ({ generations }) => isArray(generations) && generations.flat().some(hasMessage),
    ],
  ],
  request: [
    [
      1,
      'messages that are constructors or stored messages',
      (body) =>
        messagesOf(body).some(
          (message) => isObject(message) && (isConstructor(message) || isStored(message)),
        ),
    ],
    [
      0.97,
      'messages of types "human", "ai" …',
      (body) => messagesOf(body).some((message) => isObject(message) && isPlain(message)),
    ],
    [
      0.9,
      'messages that are pairs of a role and a text',
      (body) => messagesOf(body).some(isPair) && messagesOf(body).every(isLikeMessage),
    ],
  ],
  'answer-piece': [
    [
      0.95,
      'a call with name, args and the type tool_call',
      ({ type, name, args }) =>
        CALL_TYPE.test(stringOr(type, '')) && typeof name === 'string' && args !== undefined,
    ],
  ],
  'history-piece': [
    [
      0.98,
      'a message of type "tool" with a tool_call_id',
      (message) => message.type === 'tool' && typeof message.tool_call_id === 'string' && isPlain(message),
    ],
    [1, 'the constructor of a ToolMessage', (message) => isConstructor(message) && isOfTool(message.id)],
    [1, 'a stored message of type "tool"', (message) => message.type === 'tool' && isStored(message)],
  ],
})

function isConstructor({ lc, id }: JsonObject): boolean {
  return lc === 1 && isArray(id) && CLASS.test(stringOr(id.at(-1), ''))
}

function isStored({ type, data, content }: JsonObject): boolean {
  return TYPES.test(stringOr(type, '')) && isObject(data) && content === undefined
}

function isPlain(message: JsonObject): boolean {
  const { type, content } = message
  return TYPES.test(stringOr(type, '')) && (typeof content === 'string' || isArray(content))
}

function isAnswer(body: JsonObject): boolean {
  if (isStored(body)) return body.type === 'ai'
  return (
    (body.type === 'ai' || body.type === 'AIMessageChunk') &&
    (typeof body.content === 'string' || isArray(body.content))
  )
}

function hasMessage(generation: JsonValue): boolean {
  const message = isObject(generation) ? generation.message : undefined
  return isObject(message) && (isConstructor(message) || isStored(message) || isAnswer(message))
}

function messagesOf({ messages }: JsonObject): readonly JsonValue[] {
  return isArray(messages) ? messages : []
}

function isLikeMessage(message: JsonValue): boolean {
  return typeof message === 'string' || isObject(message) || isPair(message)
}

function isPair(message: JsonValue): boolean {
  return (
    isArray(message) &&
    message.length === 2 &&
    /^(human|ai|system|user|assistant|developer)$/.test(stringOr(message[0], ''))
  )
}

const CALL_TYPE = /^(invalid_)?tool_call$/

function isOfTool(id: JsonValue | undefined): boolean {
  return isArray(id) && /^(Tool|Function)Message/.test(stringOr(id.at(-1), ''))
}
