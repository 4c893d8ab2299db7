import type { ApprovalRequest } from '../policy/policy-types.js'

/**
 * Thrown by `execute` of a tool whose own work waits for approval, such as a sub-agent. The call then waits
 * with this request, and runs again once the request is answered.
 */
export class WaitingCall extends Error {
  override readonly name = 'WaitingCall'

  constructor(
    /** The request for the person. Its `callId` is replaced by that of the waiting call. */
    readonly request: ApprovalRequest,
  ) {
    super(`The call waits for the approval of ${request.name}.`)
  }
}
