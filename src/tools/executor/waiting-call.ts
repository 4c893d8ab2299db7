import type { ApprovalRequest } from '../policy/policy-types.js'

/**
 * Thrown by `execute` of a tool that waits for the approval of inner work, such as a sub-agent. The call then
 * waits with this request, and runs again once the request is answered.
 */
export class WaitingCall extends Error {
  override readonly name = 'WaitingCall'

  constructor(
    /** The request for the person. The `callId` of the request is replaced by the id of the waiting call. */
    readonly request: ApprovalRequest,
  ) {
    super(`The call waits for the approval of ${request.name}.`)
  }
}
