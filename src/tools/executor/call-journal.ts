import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ContextWarning } from '../context/context-types.js'
import type { ApprovalRequest } from '../policy/policy-types.js'
import { warn } from '../warn.js'
import type { CallOutcome } from './executor-types.js'

/**
 * Records the calls of a batch while they run, so that another process knows which calls began.
 * `openConversation` of `toolwire/conversation` has one.
 */
export interface CallJournal {
  /**
   * Records that the tool of a call begins. The executor calls it once per call, before the first attempt.
   * @returns the idempotency key of the call, which is the same in all processes.
   * @throws an error if the call must not begin: it began elsewhere, or the conversation has another driver.
   */
  begin(call: ToolCall): Promise<string>
  /** Records the result of a call, as soon as the call has ended. */
  end(call: ToolCall, result: ToolResult): Promise<void>
  /** Records that a call waits for approval. */
  wait(call: ToolCall, request: ApprovalRequest): Promise<void>
}

/**
 * Records the outcome of a call. A failing journal is reported, and the outcome is still returned: the loop records it then, or ends.
 */
export async function recordOutcome(
  journal: CallJournal | undefined,
  outcome: CallOutcome,
  onWarning: ((warning: ContextWarning) => void) | undefined,
): Promise<void> {
  try {
    if (outcome.status === 'waiting') await journal?.wait(outcome.call, outcome.request)
    else if (outcome.status === 'answered') await journal?.end(outcome.call, outcome.result)
  } catch (cause) {
    void warn(onWarning, { message: `The outcome of the call "${outcome.call.id}" was not recorded.`, cause })
  }
}
