import type { JsonObject } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { isLoneCall } from './calls.js'

const ROLE = /^(System|User|Assistant|Tool)$/
const VARIANTS = ['Text', 'Json', 'ToolCall', 'ToolResult']

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [
      1,
      'messages with a capitalized role and content tagged Text, ToolCall …',
      ({ messages }) => isArray(messages) && objectsIn(messages).some(isMessage),
    ],
  ],
  response: [
    [
      0.97,
      'text, tool_calls of bare calls, and structured_response or raw_body',
      (body) =>
        typeof body.content === 'string' &&
        objectsIn(body.tool_calls).every(isBareCall) &&
        ('structured_response' in body || 'raw_body' in body),
    ],
    [
      0.8,
      'text, and tool_calls with only id, name and arguments',
      (body) =>
        typeof body.content === 'string' &&
        !('role' in body) &&
        objectsIn(body.tool_calls).length > 0 &&
        objectsIn(body.tool_calls).every(isBareCall),
    ],
    [0.7, 'a single call with id, name and arguments', isLoneCall],
  ],
  'history-piece': [[0.97, 'a message with a capitalized role', isMessage]],
})

function isMessage({ role, content }: JsonObject): boolean {
  return ROLE.test(stringOr(role, '')) && isObject(content) && VARIANTS.some((name) => name in content)
}

function isBareCall(call: JsonObject): boolean {
  return typeof call.name === 'string' && 'arguments' in call && !('function' in call) && !('type' in call)
}
