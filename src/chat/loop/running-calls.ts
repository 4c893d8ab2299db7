import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import { EventStream } from '../../tools/events/stream.js'
import type { ExecuteOptions, Executor } from '../../tools/executor/executor-types.js'

/** Running calls and their events. */
export interface RunningCalls {
  /** The events. The iterator ends when the calls are complete. */
  readonly events: AsyncIterableIterator<ToolEvent, undefined>
  /** The results. The promise never rejects. */
  readonly results: Promise<ToolResult[]>
}

/** The maximum number of waiting events before output chunks are dropped. */
const CAPACITY = 1024

/** A function that runs calls with the given function, all at once or in parts. */
export type RunCalls = (
  calls: readonly ToolCall[],
  run: (calls: readonly ToolCall[]) => Promise<ToolResult[]>,
) => Promise<ToolResult[]>

/** Starts calls and subscribes to their events. */
export function startCalls(
  executor: Executor,
  calls: readonly ToolCall[],
  options: ExecuteOptions,
  runCalls: RunCalls = (all, run) => run(all),
): RunningCalls {
  const ids = new Set(calls.map(({ id }) => id))
  const conversationId = options.context?.conversationId
  // Other conversations may use the executor at the same time with the same ids.
  const isOurs = (event: ToolEvent) =>
    ids.has(event.callId) && (conversationId === undefined || event.conversationId === conversationId)
  const unsubscribe = executor.subscribe((event) => {
    if (!isOurs(event)) return
    events.offer(event)
    events.wake()
  })
  const events = new EventStream(unsubscribe, CAPACITY)
  const results = runCalls(calls, (part) => executor.execute(part, options)).finally(() => events.end())
  return { events, results }
}
