import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { SteeringBinding, SteeringFailure } from '../../src/codec/wire/server.js'
import { callItem, FUNCTION_OUTPUT, isProviderExecuted } from './maps.js'

/** `ResponseSteerErrorCode` of openai, with the message of each code. */
const CODES: Readonly<Record<SteeringFailure, readonly [code: string, message: string]>> = {
  unknown: ['response_not_found', 'this connection has no response with the id'],
  ended: ['response_already_completed', 'the response is complete; send response.create'],
  inactive: ['response_not_active', 'the response ended without accepting the input'],
  invalid: [
    'invalid_input',
    'a steering message has previous_response_id and input: a text, or messages of the user',
  ],
  unsupported: [
    'steering_not_supported',
    'a response in a conversation, or with compaction, cannot be steered',
  ],
  refused: ['successor_creation_failed', 'the request with the input failed'],
  'too-many': ['too_many_pending_steers', 'too many steering messages wait on this connection'],
}

/** https://developers.openai.com/api/docs/guides/steering */
export const steering: SteeringBinding = {
  read({ type, previous_response_id: after, input = null, ...others }) {
    if (type !== 'response.steer') return undefined
    const isWhole = typeof after === 'string' && Object.keys(others).length === 0
    const items = isWhole ? steeringItems(input) : undefined
    return compact({ after: stringOr(after, ''), input, items })
  },
  supports: ({ conversation, context_management: compaction }) =>
    (conversation ?? null) === null && (compaction ?? null) === null,
  isComplete: ({ status }) => status === 'completed',
  required: ({ output }) =>
    objectsIn(output).flatMap((item) => {
      const required = requiredFor(item)
      return required === undefined ? [] : [required]
    }),
  continued({ previous_response_id: _after, ...body }, after, input) {
    return { ...body, previous_response_id: after, input }
  },
  accepted: (steer, number) => ({
    type: 'response.steer.accepted',
    sequence_number: number,
    steer: { ...steer },
  }),
  pending: (steer, required, number) => ({
    type: 'response.steer.pending',
    sequence_number: number,
    reason: 'waiting_for_required_input',
    required_input: [...required],
    steer: { ...steer },
  }),
  failed(steer, input, failure, number) {
    const [code, message] = CODES[failure]
    return {
      type: 'response.steer.failed',
      sequence_number: number,
      error: { type: 'invalid_request_error', code, message: `toolwire proxy: ${message}` },
      steer: { ...steer, input },
    }
  },
}

/** Returns the items of a steering message; undefined for values that are not messages of the user. */
function steeringItems(input: JsonValue): JsonArray | undefined {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  return isArray(input) && input.length > 0 && input.every(maySteer) ? input : undefined
}

/** Returns true for a message of the user, and for the result of a call with `async`, which is answered at any time. */
function maySteer(item: JsonValue): boolean {
  if (!isObject(item)) return false
  return item.type === FUNCTION_OUTPUT || ((item.type ?? 'message') === 'message' && item.role === 'user')
}

/** Returns the item that has to answer an item of the output, without its result. */
function requiredFor(item: JsonObject): JsonObject | undefined {
  const call = callItem(stringOr(item.type, ''))
  if (call?.answer === undefined || item.async === true) return undefined
  if (call.type === 'mcp_approval_request')
    return { type: call.answer, approval_request_id: stringOr(item.id, '') }
  if (isProviderExecuted(call, item)) return undefined
  return compact({
    type: call.answer,
    call_id: stringOr(item.call_id, stringOr(item.id, '')),
    name: call.type === 'function_call' ? stringOr(item.name, undefined) : undefined,
    execution: call.type === 'tool_search_call' ? ('client' as const) : undefined,
  })
}
