import type { Message, ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import { requestIn } from '../loop/approvals.js'

/** A request for approval in a stored conversation. */
export interface Requested {
  readonly request: ApprovalRequest
  /** True if the conversation continued without an answer to the request. */
  readonly isLate: boolean
}

/** Returns all requests of a stored conversation by id, without requests of calls that have results. */
export function requestedIn(history: readonly Message[]): Map<string, Requested> {
  const requests = new Map<string, Requested>()
  const last = history.findLastIndex(({ role }) => role === 'user' || role === 'assistant')
  history.forEach(({ parts }, index) => {
    const isLate = index < last
    for (const part of parts) {
      const request = part.type === 'tool-result' ? requestIn(part) : undefined
      if (request !== undefined && !isAnswered(history.slice(index), request))
        requests.set(request.id, { request, isLate })
    }
  })
  return requests
}

function isAnswered(messages: readonly Message[], { callId }: ApprovalRequest): boolean {
  const isResult = (part: Message['parts'][number]): part is ToolResult =>
    part.type === 'tool-result' && part.callId === callId && part.preliminary !== true
  return messages.some(({ parts }) => parts.some(isResult))
}
