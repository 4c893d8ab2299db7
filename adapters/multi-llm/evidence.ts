import { isArray, isObject, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { isLoneCall } from './calls.js'

const ROLE = /^(System|User|Assistant|Tool)$/
const VARIANTS = ['Text', 'Json', 'ToolCall', 'ToolResult']

export const evidence: readonly Evidence[] = [
  {
    in: 'request',
    score: 1,
    reason: 'messages with a capitalised role and content tagged Text, ToolCall …',
    test: ({ messages }) => isArray(messages) && objectsIn(messages).some(isMessage),
  },
  {
    in: 'response',
    score: 0.97,
    reason: 'text, tool_calls of bare calls, and structured_response or raw_body',
    test: (body) =>
      typeof body.content === 'string' &&
      objectsIn(body.tool_calls).every(isBareCall) &&
      ('structured_response' in body || 'raw_body' in body),
  },
  {
    in: 'response',
    score: 0.8,
    reason: 'text beside tool_calls that are only id, name and arguments',
    test: (body) =>
      typeof body.content === 'string' &&
      !('role' in body) &&
      objectsIn(body.tool_calls).length > 0 &&
      objectsIn(body.tool_calls).every(isBareCall),
  },
  { in: 'response', score: 0.7, reason: 'id, name and arguments of a call alone', test: isLoneCall },
]

function isMessage({ role, content }: JsonObject): boolean {
  return ROLE.test(stringOr(role, '')) && isObject(content) && VARIANTS.some((name) => name in content)
}

function isBareCall(call: JsonObject): boolean {
  return typeof call.name === 'string' && 'arguments' in call && !('function' in call) && !('type' in call)
}
