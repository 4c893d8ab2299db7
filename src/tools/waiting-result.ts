import { asJson } from '../base/json/read-json.js'
import { deniedResult, toolResult } from '../base/model/create.js'
import type { ToolCall, ToolResult } from '../base/model/types.js'
import type { ApprovalRequest } from './policy/policy-types.js'

/**
 * Creates the placeholder result of a call that waits for approval. The placeholder is preliminary:
 * `pendingCalls` still lists the call, and the final result replaces the placeholder. The placeholder
 * contains the request, so that the conversation shows the pending request.
 */
export function waitingResult(call: ToolCall, request: ApprovalRequest): ToolResult {
  const result = toolResult(call, WAITING)
  const metadata = { ...result.metadata, approval: asJson(request) }
  return { ...result, category: 'confirmation_required', preliminary: true, metadata }
}

const WAITING = 'This call waits for approval. It has not been run yet. Do not repeat it.'

/** Creates the result of a call that a policy or a person denied. */
export function refusedResult(call: ToolCall, reason?: string): ToolResult {
  return { ...deniedResult(call, reason), category: 'policy_blocked', retryable: false }
}
