import type { ToolCall } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'
import { failureOf } from '../failed-result.js'
import { requestFor } from '../policy/approval.js'
import type { CallOutcome, ExecutionMode } from './executor-types.js'
import { type EmittingCall, emit, notBegun } from './job.js'

/** Runs a call, or says of one that it is not run because of an outcome before it. */
export type RunCall = (call: ToolCall, stop?: CallOutcome) => Promise<CallOutcome>

/** Runs calls as the mode says, and gives their outcomes in their order. */
export function inMode(
  mode: ExecutionMode,
  calls: readonly ToolCall[],
  run: RunCall,
): Promise<CallOutcome[]> {
  return mode === 'sequential' ? inSequence(calls, run) : Promise.all(calls.map((call) => run(call)))
}

/** Runs calls one after another; after an error or one that waits, the others are not run. */
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

/** A call after one that waits is to be run with it, later; after one that failed, the model has to decide anew. */
export function skipped(told: EmittingCall, { status, call: { name } }: CallOutcome): CallOutcome {
  const { call, conversationId } = told
  if (status === 'waiting') {
    const reason = `It comes after a call of ${name}, which waits for approval.`
    return { status, call, request: requestFor(call, { conversationId, reason }) }
  }
  const error = new ToolError(`It was not run, because ${name} before it failed.`, { category: 'cancelled' })
  const result = failureOf(call, error)
  emit(told, { type: 'failed', result, duration: 0 })
  return notBegun(told, result)
}
