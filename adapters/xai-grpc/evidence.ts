import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { evidenceOf } from '../../src/codec/wire/evidence.js'
import { plainSpelling } from './spelling.js'

const ROLE = /^ROLE_[A-Z]+$/
const CALL_TYPE = /^TOOL_CALL_TYPE_\w+$/
const REASON = /^REASON_[A-Z_]+$/

export const evidence = /* @__PURE__ */ evidenceOf({
  request: [
    [1, 'messages with roles such as ROLE_USER', ({ messages }) => objectsIn(messages).some(hasRole)],
  ],
  response: [
    [1, 'outputs with messages of such roles', (body) => objectsIn(innerOf(body).outputs).some(isOutput)],
  ],
  event: [
    [1, 'outputs with deltas of such roles', (chunk) => objectsIn(innerOf(chunk).outputs).some(isOutput)],
  ],
  'answer-piece': [
    [
      1,
      'a call of a type such as TOOL_CALL_TYPE_CLIENT_SIDE_TOOL',
      ({ type }) => CALL_TYPE.test(stringOr(type, '')),
    ],
    [
      1,
      'a message with the role ROLE_ASSISTANT',
      (piece) => objectIn(piece.message ?? piece).role === 'ROLE_ASSISTANT',
    ],
  ],
  'history-piece': [[1, 'a message with the role ROLE_TOOL', ({ role }) => role === 'ROLE_TOOL']],
})

function hasRole(native: JsonObject): boolean {
  return ROLE.test(stringOr(plainSpelling(native).value.role, ''))
}

/** Recordings wrap a chunk under its type name. A deferred answer is in `response`. */
function innerOf({ outputs, chunk, response }: JsonObject): JsonObject {
  if (outputs === undefined && isObject(chunk)) return chunk
  return outputs === undefined && isObject(response) ? response : { outputs: outputs ?? null }
}

function isOutput(native: JsonObject): boolean {
  const { value } = plainSpelling(native)
  const said = value.message ?? value.delta
  return isObject(said) && (hasRole(said) || REASON.test(stringOr(value.finish_reason, '')))
}
