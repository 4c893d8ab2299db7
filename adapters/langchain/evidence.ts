import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'

const TYPES = /^(human|ai|system|tool|function|generic|developer|remove)$/
const CLASS = /^(AI|Human|System|Tool|Function|Chat|Remove)Message(Chunk)?$/

export const evidence: readonly Evidence[] = [
  {
    in: 'answer',
    score: 1,
    reason: 'the constructor of a LangChain message',
    test: isConstructor,
  },
  {
    in: 'answer',
    score: 0.97,
    reason: 'a message of type "ai" with the fields of its class',
    test: (body) => isAnswer(body),
  },
  {
    in: 'response',
    score: 0.97,
    reason: 'generations with messages',
    test: ({ generations }) => isArray(generations) && generations.flat().some(hasMessage),
  },
  {
    in: 'request',
    score: 1,
    reason: 'messages that are constructors or stored messages',
    test: (body) =>
      messagesOf(body).some((message) => isObject(message) && (isConstructor(message) || isStored(message))),
  },
  {
    in: 'request',
    score: 0.97,
    reason: 'messages of types "human", "ai" …',
    test: (body) => messagesOf(body).some((message) => isObject(message) && isPlain(message)),
  },
  {
    in: 'request',
    score: 0.9,
    reason: 'messages that are pairs of a role and a text',
    test: (body) => messagesOf(body).some(isPair) && messagesOf(body).every(isLikeMessage),
  },
  {
    in: 'answer',
    score: 0.95,
    reason: 'an error with the code of a LangChain error',
    test: ({ error }) => isObject(error) && typeof error.lc_error_code === 'string',
  },
]

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
