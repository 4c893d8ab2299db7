import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import type { Evidence } from '../../src/codec/wire/contract.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const ROLE = /^(system|user|assistant|tool)$/i
const OWN_OPTIONS =
  /^(num_|repeat_|mirostat|main_gpu|use_m|temperature|top_|min_p|seed|stop|typical_p|\w+_penalty)/

/** Low scores are for bodies that could also be from other wires with the same field names. */
export const evidence = /* @__PURE__ */ evidenceOf({
  answer: [
    [
      0.99,
      'a message next to done and a time of creation',
      ({ message, done, created_at: time }) =>
        isObject(message) && typeof done === 'boolean' && typeof time === 'string',
    ],
    [0.9, 'a message next to done', ({ message, done }) => isObject(message) && typeof done === 'boolean'],
    [
      0.55,
      'an error that is a bare text',
      ({ error, ...rest }) =>
        typeof error === 'string' && Object.keys(rest).every((key) => key === 'signin_url'),
    ],
  ],
  request: [
    [
      0.95,
      'a result names its tool in tool_name',
      hasMessage(({ tool_name: name }) => typeof name === 'string'),
    ],
    [0.9, 'images next to the text of a message', hasMessage(hasImages)],
    [0.9, 'options of a model runner', (body) => hasMessages(body) && hasOwnOptions(body.options)],
    [0.9, 'keep_alive next to messages', (body) => hasMessages(body) && 'keep_alive' in body],
    [0.85, 'think next to messages', (body) => hasMessages(body) && isThink(body.think)],
    [0.85, 'format next to messages', (body) => hasMessages(body) && isFormat(body.format)],
    [0.8, 'calls with argument objects and no type', hasMessage(hasOwnCall)],
    [0.05, 'messages with a role and a text', hasMessages],
  ],
  'answer-piece': [
    [
      0.85,
      'calls with argument objects and no type',
      (piece) => hasOwnCall({ tool_calls: [piece] }) || hasOwnCall(piece),
    ],
  ],
  'history-piece': [
    [
      0.9,
      'a result names its tool in tool_name',
      ({ role, tool_name: name }) => role === 'tool' && typeof name === 'string',
    ],
  ],
})

function hasMessage(test: (message: JsonObject) => boolean): Evidence['test'] {
  return ({ messages }) => objectsIn(messages).some(test)
}

function hasMessages({ messages }: JsonObject): boolean {
  const all = objectsIn(messages)
  return (
    all.length > 0 && all.every(({ role, content }) => ROLE.test(stringOr(role, '')) && !isArray(content))
  )
}

function hasImages({ images, content }: JsonObject): boolean {
  return isArray(images) && images.length > 0 && typeof content === 'string'
}

function hasOwnOptions(options: JsonValue | undefined): boolean {
  return isObject(options) && Object.keys(options).some((name) => OWN_OPTIONS.test(name))
}

function isThink(think: JsonValue | undefined): boolean {
  return typeof think === 'boolean' || (typeof think === 'string' && think !== '')
}

function isFormat(format: JsonValue | undefined): boolean {
  return format === 'json' || (isObject(format) && typeof format.type === 'string')
}

function hasOwnCall({ tool_calls: calls }: JsonObject): boolean {
  return objectsIn(calls).some(
    ({ type, function: body }) => type === undefined && isObject(body) && isObject(body.arguments),
  )
}
