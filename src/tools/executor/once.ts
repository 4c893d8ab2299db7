import type { ToolCall } from '../../base/model/types.js'
import { failedResult } from '../failed-result.js'
import { left } from '../lookup.js'
import { earlierCall, isSameCall, sharedId } from '../same-call.js'
import type { CallOutcome } from './executor-types.js'
import { answered, type EmittingCall, emit } from './job.js'

/** A running call. */
export interface RunningCall {
  readonly call: ToolCall
  readonly outcome: Promise<CallOutcome>
}

/**
 * Returns the outcome of a call with a duplicate id: the outcome of the other call if both calls are equal,
 * otherwise an error.
 */
export async function sameOutcome(told: EmittingCall, { call, outcome }: RunningCall): Promise<CallOutcome> {
  if (isSameCall(call, told.call)) return outcomeFor(told.call, await outcome)
  const result = failedResult(told.call, sharedId(call))
  emit(told, { type: 'failed', result, duration: 0 })
  return answered(told, result)
}

/** Returns the outcome of an equal call as the outcome of this call. */
function outcomeFor(call: ToolCall, outcome: CallOutcome): CallOutcome {
  if (!('result' in outcome)) return { ...outcome, call }
  const { result } = outcome
  return { ...outcome, call, result: result.callId === call.id ? result : { ...result, callId: call.id } }
}

/** The executor of the calls, with its listeners. */
interface Runner extends Omit<EmittingCall, 'call'> {
  /** Returns true if the executor runs this call; other calls may be listed repeatedly. */
  isOwn(call: ToolCall): boolean
  run(calls: readonly ToolCall[]): Promise<CallOutcome[]>
}

/** Runs each call once, and only the first of several calls with the same id. */
export async function eachIdOnce(
  calls: readonly ToolCall[],
  { isOwn, run, ...told }: Runner,
): Promise<CallOutcome[]> {
  const seen = new Map<string, { readonly call: ToolCall }>()
  const isAgain = calls.map((call) => {
    if (!isOwn(call)) return false
    if (earlierCall(call, seen) !== undefined) return true
    seen.set(call.id, { call })
    return false
  })
  const ran = (await run(calls.filter((_, at) => !isAgain[at]))).values()
  const first = new Map<string, CallOutcome>()
  return Promise.all(
    calls.map((call, at) => {
      const other = earlierCall(call, first)
      if (isAgain[at] && other !== undefined)
        return sameOutcome({ ...told, call }, { call: other.call, outcome: Promise.resolve(other) })
      const outcome = ran.next().value ?? left(call, [])
      if (outcome.status !== 'left') first.set(call.id, outcome)
      return outcome
    }),
  )
}
