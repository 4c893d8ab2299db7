import type { JsonValue } from '../../json/types.js'
import { compact, equalJson } from '../../json/write.js'
import type { ToolCall } from '../../model/types.js'
import type { Approval, ApprovalRequest } from './types.js'

/** What may be said with leave. */
export interface ApproveOptions {
  /** What the call is run with in place of what the model gave. Default: that. It is checked as that would be. */
  readonly arguments?: JsonValue
}

/**
 * Gives leave to a call. What it makes is JSON: store it, send it to another process, hand it to `execute` as one of the
 * `approvals`. Whoever can make one can let calls run, so take it from nobody but the person who was asked.
 * @example
 * const { waiting } = await executor.settle(calls)
 * await executor.settle(calls, { approvals: waiting.map((request) => approveCall(request)) })
 */
export function approveCall(request: ApprovalRequest, options: ApproveOptions = {}): Approval {
  return { request, decision: compact({ type: 'approve' as const, arguments: options.arguments }) }
}

/**
 * Denies a call. What it makes is JSON, as of `approveCall`.
 * @param reason for the model.
 */
export function denyCall(request: ApprovalRequest, reason?: string): Approval {
  return { request, decision: compact({ type: 'deny' as const, reason }) }
}

/** What is asked of a call that needs leave. Arguments that did not arrive whole are `null`. */
export function requestFor(
  call: ToolCall,
  {
    conversationId,
    reason,
  }: Pick<ApprovalRequest, 'reason'> & { readonly conversationId?: string | undefined },
): ApprovalRequest {
  const { id: callId, name, namespace } = call
  const kind = call.kind === 'function' ? undefined : call.kind
  const given = call.arguments ?? null
  return compact({ callId, name, namespace, kind, arguments: given, reason, conversationId })
}

/**
 * The approval that counts for a request: one for the same call of the same tool in the same conversation, with equal
 * arguments as JSON. Of several the last one counts; `wait` answers nothing.
 * @param approvals in the order in which they were given.
 */
export function approvalFor(approvals: readonly Approval[], request: ApprovalRequest): Approval | undefined {
  return approvals.findLast(
    ({ request: other, decision }) => decision.type !== 'wait' && isSameCall(other, request),
  )
}

function isSameCall(one: ApprovalRequest, other: ApprovalRequest): boolean {
  return (
    one.callId === other.callId &&
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.kind === other.kind &&
    one.conversationId === other.conversationId &&
    equalJson(one.arguments, other.arguments)
  )
}
