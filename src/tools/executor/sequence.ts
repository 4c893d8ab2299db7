import { compact } from '../../base/json/write-json.js'
import type { ToolCall } from '../../base/model/types.js'
import type { RunnableTool } from '../define-tool.js'
import { ToolError } from '../errors/tool-error.js'
import { failedResult } from '../failed-result.js'
import { requestFor } from '../policy/approval.js'
import { startEach } from '../start-each.js'
import type { CallOutcome, ExecutionMode } from './executor-types.js'
import { type EmittingCall, emit, notBegun } from './job.js'

/** A function that runs a call, or skips the call because of an earlier outcome. */
export type RunCall = (call: ToolCall, stop?: CallOutcome) => Promise<CallOutcome>

/** Runs calls in the given mode and returns their outcomes in order. */
export function inMode(
  mode: ExecutionMode,
  calls: readonly ToolCall[],
  run: RunCall,
): Promise<CallOutcome[]> {
  return mode === 'sequential' ? inSequence(calls, run) : startEach(calls, (call) => run(call))
}

/** Runs calls one after another; after an error or a waiting call, the remaining calls are not run. */
export async function inSequence(calls: readonly ToolCall[], run: RunCall): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = []
  let stop: CallOutcome | undefined
  for (const call of [...calls]) {
    const outcome = await run(call, stop)
    outcomes.push(outcome)
    if (stopsOthers(outcome)) stop ??= outcome
  }
  return outcomes
}

function stopsOthers(outcome: CallOutcome): boolean {
  return outcome.status === 'waiting' || ('result' in outcome && outcome.result.isError)
}

interface SkippedCall extends EmittingCall {
  readonly tool?: RunnableTool | undefined
}

/**
 * Returns the outcome of a skipped call. After a waiting call, the skipped call is run later together with
 * the waiting call. After a failed call, the model has to decide again.
 */
export function skipped(told: SkippedCall, { status, call: { name } }: CallOutcome): CallOutcome {
  const { call, conversationId, tool } = told
  if (status === 'waiting') {
    const reason = `It comes after a call of ${name}, which waits for approval.`
    return { status, call, request: requestFor(call, compact({ tool, conversationId, reason })) }
  }
  const error = new ToolError(`It was not run, because ${name} before it failed.`, { category: 'cancelled' })
  const result = failedResult(call, error)
  emit(told, { type: 'failed', result, duration: 0 })
  return notBegun(told, result)
}
