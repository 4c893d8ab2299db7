import { asNative, isObject } from '../../base/json/read-json.js'
import type { Conversation, Message, ToolResult } from '../../base/model/types.js'
import { pendingCalls } from '../../tools/pending.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

/**
 * Returns the pending approval requests of a conversation. They are part of the preliminary results of
 * `runLoop`, `runTools` and executors, so only the messages have to be stored.
 * @param of the messages of a conversation, or the conversation. Read the messages from a store that clients
 * cannot write, since anyone who can write them can change the requests.
 * @throws AdapterError for messages that are not canonical.
 * @example
 * const approvals = pendingApprovals(messages).map((request) => approveCall(request))
 * const { result } = runLoop({ provider, messages, tools, approvals })
 */
export function pendingApprovals(of: readonly Message[] | Pick<Conversation, 'messages'>): ApprovalRequest[] {
  const pending = new Set(pendingCalls(of).map(({ id }) => id))
  const requests = new Map<string, ApprovalRequest>()
  for (const { parts } of 'messages' in of ? of.messages : of)
    for (const part of parts) {
      // A later turn may repeat the id of a call.
      if (part.type === 'tool-call') requests.delete(part.id)
      const request = part.type === 'tool-result' ? requestIn(part) : undefined
      if (request !== undefined && pending.has(request.callId)) requests.set(request.callId, request)
    }
  return [...requests.values()]
}

/** Returns the request in the result of a call that waits for approval. */
export function requestIn({ callId, preliminary, metadata }: ToolResult): ApprovalRequest | undefined {
  const request = metadata?.approval
  if (preliminary !== true || !isObject(request) || request.callId !== callId) return undefined
  const { id, name, arguments: given } = request
  const isWhole = typeof id === 'string' && typeof name === 'string' && given !== undefined
  return isWhole ? asNative<ApprovalRequest>(request) : undefined
}
