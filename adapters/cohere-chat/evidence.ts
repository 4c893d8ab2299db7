import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import type { Evidence } from '../../src/codec/wire/contract.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'

const FINISH = /^(COMPLETE|STOP_SEQUENCE|MAX_TOKENS|TOOL_CALL|ERROR|TIMEOUT)$/
const EVENT =
  /^(message-start|message-end|content-start|content-delta|content-end|tool-plan-delta|tool-call-(start|delta|end)|citation-(start|end))$/
const ROLE = /^(system|user|assistant|tool)$/
const OWN_SETTINGS = ['strict_tools', 'citation_options', 'safety_mode']
const OWN_CONTENT = /^(document|thinking)$/

export const evidence = /* @__PURE__ */ evidenceOf({
  response: [
    [
      1,
      'a message with a finish_reason of this wire',
      ({ message, finish_reason: reason }) => isObject(message) && FINISH.test(stringOr(reason, '')),
    ],
    [0.9, 'the usage counts billed_units', ({ usage }) => isObject(objectIn(usage).billed_units)],
    [
      0.95,
      'nothing but the id of an answer, and a message',
      (body) =>
        typeof body.message === 'string' &&
        /^[\da-f]{8}-[\da-f-]{27}$/.test(stringOr(body.id, '')) &&
        Object.keys(body).length === 2,
    ],
    [
      0.3,
      'nothing but a message of an error',
      (body) =>
        typeof body.message === 'string' &&
        Object.keys(body).every((key) => /^(id|message|error_type)$/.test(key)),
    ],
  ],
  event: [
    [
      1,
      'stream events message-start, content-delta, tool-call-start …',
      ({ type, delta, index }) =>
        EVENT.test(stringOr(type, '')) && (isObject(delta) || typeof index === 'number'),
    ],
  ],
  request: [
    [0.95, 'a message has a tool_plan', hasMessage((message) => typeof message.tool_plan === 'string')],
    [
      0.95,
      'tool_choice is REQUIRED or NONE',
      ({ tool_choice: choice }) => choice === 'REQUIRED' || choice === 'NONE',
    ],
    [
      0.9,
      'a setting of this wire',
      (body) => isArray(body.messages) && OWN_SETTINGS.some((field) => field in body),
    ],
    [0.9, 'thinking with a token_budget', ({ thinking }) => 'token_budget' in objectIn(thinking)],
    [0.8, 'the content holds documents or bare thinking', hasMessage(hasOwnContent)],
    [
      0.8,
      'stop_sequences, p or k next to messages of all roles',
      (body) => hasRoles(body) && ['p', 'k', 'stop_sequences'].some((field) => field in body),
    ],
    // A weak sign, also found in requests of other wires.
    [
      0.04,
      'messages with a role',
      ({ model, messages }) =>
        typeof model === 'string' && objectsIn(messages).some(({ role }) => ROLE.test(stringOr(role, ''))),
    ],
  ],
  'answer-piece': [
    [
      0.95,
      'a message of the model with a tool_plan',
      ({ role, tool_plan: plan }) => role === 'assistant' && typeof plan === 'string',
    ],
  ],
  'history-piece': [
    [0.9, 'the result of a tool holds documents', (piece) => piece.role === 'tool' && hasOwnContent(piece)],
  ],
})

function hasMessage(test: (message: JsonObject) => boolean): Evidence['test'] {
  return ({ messages }) => objectsIn(messages).some(test)
}

/** Returns true for content of this wire. Thinking of other wires is a list or has a signature. */
function hasOwnContent({ role, content }: JsonObject): boolean {
  return objectsIn(content).some(
    ({ type, document, thinking, signature }) =>
      OWN_CONTENT.test(stringOr(type, '')) &&
      (role === 'tool' ? isObject(document) : typeof thinking === 'string' && signature === undefined),
  )
}

/**
 * Returns true if results and instructions are separate messages, unlike in the other wire with these
 * settings.
 */
function hasRoles({ messages }: JsonObject): boolean {
  return objectsIn(messages).some(({ role }) => role === 'tool' || role === 'system')
}
