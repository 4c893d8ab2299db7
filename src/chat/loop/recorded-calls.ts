import type { ToolCall } from '../../base/model/types.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { CallJournal } from '../../tools/executor/call-journal.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import { firstOfEach, toolOf } from '../../tools/lookup.js'
import { earlierCall, isSameCall } from '../../tools/same-call.js'
import type { Drive } from '../conversation/drive.js'
import type { RecordedCall } from '../conversation/transcript.js'
import { unknownResult } from '../conversation/unfinished.js'

interface UnknownCallOptions {
  readonly executor: Executor
  readonly tools: readonly RunnableTool[]
  readonly unknownCalls: 'answer' | 'wait' | undefined
}

/**
 * Handles the calls that began in a process that ended. Calls of retryable tools, and calls that the executor
 * can rejoin, run again.
 * @returns the ids of the calls that wait for the host.
 */
export async function settleUnknownCalls(
  drive: Drive,
  { executor, tools, unknownCalls = 'answer' }: UnknownCallOptions,
): Promise<ReadonlySet<string>> {
  const all = firstOfEach<RunnableTool>([...tools, ...executor.definitions])
  const waiting = new Set<string>()
  for (const known of drive.unknownCalls) {
    const { call } = known
    const isRetryable = toolOf(call, all)?.retryable === true
    if (isRetryable || executor.rejoins?.(call, known.begunAt ?? 0) === true) await drive.retry(known)
    else if (unknownCalls === 'wait') waiting.add(call.id)
    else await drive.end(call, unknownResult(call))
  }
  await answerTwins(drive)
  return waiting
}

/**
 * Answers repeated calls with the result of the first one. The executor runs equal calls with the same
 * provider id once, if they are passed together.
 */
export async function answerTwins(drive: Drive): Promise<void> {
  const earlier = new Map<string, RecordedCall>()
  for (const known of drive.latestCalls) {
    const { call, begun, results } = known
    const twin = earlierCall(call, earlier)
    const [result] = twin?.results ?? []
    if (twin === undefined) earlier.set(call.id, known)
    else if (results.length === 0 && begun === 0 && result !== undefined && isSameCall(call, twin.call))
      await drive.end(call, { ...result, callId: call.id })
  }
}

/** Records that calls begin, before they are passed to an executor without a journal. */
export async function recordBeginnings(
  executor: Executor,
  journal: CallJournal | undefined,
  calls: readonly ToolCall[],
): Promise<void> {
  if (journal === undefined || executor.keepsJournal === true) return
  for (const call of calls) if (executor.handles(call)) await journal.begin(call)
}
