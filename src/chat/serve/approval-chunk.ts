import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

// Approval requests in the form of UI chunks. Members of the call are not repeated, and the other members are
// in the descriptor.

/** Creates the chunk that sends a request to a UI. */
export function approvalChunk(request: ApprovalRequest): JsonObject {
  const { id, callId, name: _name, arguments: _arguments, reason, ...more } = request
  const descriptor = asJson(compact(more))
  const isEmpty = isObject(descriptor) && Object.keys(descriptor).length === 0
  return compact({
    type: 'tool-approval-request',
    approvalId: id,
    toolCallId: callId,
    approvalDescriptor: isEmpty ? undefined : descriptor,
    reason,
  })
}

/**
 * Restores the request from a UI part.
 * @param part a UI part of a call, with its `toolName`.
 */
export function approvalRequestOf(part: JsonObject, approval: JsonObject): ApprovalRequest {
  const { id = '', descriptor, requestReason: reason } = approval
  const { toolCallId: callId = '', toolName: name = '', input = null } = part
  const more = isObject(descriptor) ? descriptor : {}
  return asNative<ApprovalRequest>(compact({ ...more, id, callId, name, arguments: input, reason }))
}

/** Returns the request in a preliminary result. */
export function carriedRequest(value: JsonValue | undefined): ApprovalRequest | undefined {
  if (!isObject(value)) return undefined
  const { id, callId, name, arguments: given } = value
  const isWhole = [id, callId, name].every((text) => typeof text === 'string') && given !== undefined
  return isWhole ? asNative<ApprovalRequest>(value) : undefined
}
