import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import type { Evidence } from '../../src/codec/wire/contract.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { spelled } from './spelling.js'

const EVENTS =
  /^(run\.(started|completed|failed|interrupted)|part\.(created|completed|failed)|(text|reasoning|data)\.delta|tool_call\.(start|complete|arguments\.delta|output\.delta)|usage\.updated|stream\.ended)$/

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      0.97,
      'messages of type tool_call with tools, or tool_result with the whole call',
      hasMessage(isCodedMessage),
    ],
    [0.96, 'messages that hold a tool_call or a tool_result', hasMessage(isDocumentedMessage)],
    [
      0.6,
      'messages with type text and a role',
      ({ messages }) =>
        isArray(messages) &&
        messages.length > 0 &&
        objectsIn(messages).length === messages.length &&
        objectsIn(messages).every(isTypedText),
    ],
  ],
  response: [
    [0.98, 'the output of a robot, and the calls that it ran', (body) => isResult(spelled(body).native)],
    [0.96, 'a message with only calls', isCallMessage],
  ],
  event: [
    [
      0.9,
      'events in an envelope with data and sequence_number',
      ({ event, data, sequence_number: count, timestamp }) =>
        EVENTS.test(stringOr(event, '')) &&
        isObject(data) &&
        (count !== undefined || timestamp !== undefined),
    ],
    [0.6, 'events of a run', ({ event, data }) => EVENTS.test(stringOr(event, '')) && isObject(data)],
    [
      0.97,
      'events that name the robot',
      ({ type, robot_name: name }) =>
        /^(start|text_delta|tool_call|tool_result|robot_start|robot_complete|complete)$/.test(
          stringOr(type, ''),
        ) && name !== undefined,
    ],
  ],
  'history-piece': [
    [
      0.97,
      'a message of type tool_result with the whole call',
      (message) => isCodedMessage(message) && message.type === 'tool_result',
    ],
    [
      0.96,
      'a message that holds a tool_result',
      (message) => isDocumentedMessage(message) && message.role === 'tool',
    ],
  ],
})

function hasMessage(test: (message: JsonObject) => boolean): Evidence['test'] {
  return ({ messages }) => objectsIn(messages).some((message) => test(spelled(message).native))
}

function isCodedMessage({ type, tools, tool }: JsonObject): boolean {
  if (type === 'tool_call') return objectsIn(tools).some(isCall)
  return type === 'tool_result' && isObject(tool) && isCall(tool)
}

function isCall(tool: JsonObject): boolean {
  return typeof tool.name === 'string' && ('input' in tool || 'arguments' in tool || tool.type === 'tool')
}

function isDocumentedMessage({ role, type, tool_call: call, tool_result: result }: JsonObject): boolean {
  if (type !== undefined) return false
  const isAsked = role === 'assistant' && isObject(call) && typeof call.name === 'string'
  return isAsked || (role === 'tool' && isObject(result) && 'result' in result)
}

/** Returns true for a message with calls, in either shape. */
export function isCallMessage(message: JsonObject): boolean {
  const { native } = spelled(message)
  if (native.type === 'tool_call') return isCodedMessage(native)
  return native.role === 'assistant' && isDocumentedMessage(native)
}

function isTypedText({ type, role, content }: JsonObject): boolean {
  return type === 'text' && typeof role === 'string' && typeof content === 'string'
}

function isResult({ output, robot_name: robot, tool_calls: calls }: JsonObject): boolean {
  return (
    isArray(output) &&
    (typeof robot === 'string' || (isArray(calls) && objectsIn(output).some(isTypedMessage)))
  )
}

function isTypedMessage(message: JsonObject): boolean {
  return isTypedText(message) || isCodedMessage(message) || isDocumentedMessage(message)
}
