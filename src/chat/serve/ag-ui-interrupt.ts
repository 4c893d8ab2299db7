import type { JsonObject } from '../../base/json/json-types.js'
import { asJson, objectIn } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

/** A call that waits for a person's answer, as an interrupt of AG-UI. */
export interface AgUiInterrupt {
  /** The id of the request for approval. */
  id: string
  /** The kind of interrupt. */
  reason: 'tool_call'
  /** The reason of the policy, if it has one. */
  message?: string
  /** The id of the call. */
  toolCallId: string
  /** The JSON Schema of the answer. */
  responseSchema: JsonObject
  /** The name and the arguments of the call. */
  metadata: JsonObject
}

/** The schema of the person's answer. */
const ANSWER = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
}

/** Converts a request for approval. */
export function interruptOf(request: ApprovalRequest): AgUiInterrupt {
  const { id, callId: toolCallId, name, reason: message, arguments: given, input } = request
  const metadata = objectIn(asJson(compact({ name, arguments: given, input })))
  return compact({ id, reason: 'tool_call' as const, message, toolCallId, responseSchema: ANSWER, metadata })
}

/**
 * Returns the outcome of a run that was not aborted.
 * @param pending ids of the calls that the client has to answer.
 */
export function agUiOutcome(interrupts: readonly AgUiInterrupt[], pending: readonly string[]): JsonObject {
  if (interrupts.length > 0) return { type: 'interrupt', interrupts: asJson(interrupts) }
  return compact({ type: 'success', pendingToolCallIds: pending.length > 0 ? asJson(pending) : undefined })
}
