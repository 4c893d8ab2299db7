import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest } from '../policy/policy-types.js'

/**
 * Records the calls of a batch while they run, so that another process knows which calls began.
 * `openConversation` of `toolwire/conversation` implements a journal.
 */
export interface CallJournal {
  /**
   * Records that the tool of a call begins. The executor calls it once per call, before the first attempt.
   * @returns the idempotency key of the call, which is the same in all processes.
   * @throws an error if the call must not begin, because it began elsewhere or the conversation has another
   * driver.
   */
  begin(call: ToolCall): Promise<string>
  /** Records the result of a call, as soon as the call has ended. */
  end(call: ToolCall, result: ToolResult): Promise<void>
  /** Records that a call waits for approval. */
  wait(call: ToolCall, request: ApprovalRequest): Promise<void>
}
