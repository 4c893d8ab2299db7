import type { ToolCall } from '../../base/model/types.js'
import type { ExecutorEvents } from '../events/bus.js'
import { createToolEvents } from '../events/bus.js'
import type { ToolEvent, ToolEventListener } from '../events/event-types.js'
import { firstOfEach, left, toolOf } from '../lookup.js'
import type { CallOutcome, ExecuteOptions, Executor } from './executor-types.js'
import { eachIdOnce } from './once.js'
import { executorOf } from './outcome.js'
import { inSequence, skipped } from './sequence.js'

/**
 * Combines several executors into one: each call goes to the first executor that handles it, and each tool
 * name refers to the first executor that has it. Listeners receive the events of all executors, with one
 * sequence number.
 * @param given the executors, in order of precedence.
 * @example const executor = composeExecutors(createExecutor({ tools }), createQueueExecutor({ tools: slowTools, queue }))
 */
export function composeExecutors(...given: readonly Executor[]): Executor {
  const executors = [...new Set(given)]
  const events = relay(executors)
  const definitions = () => firstOfEach(executors.flatMap((executor) => executor.definitions))
  const firstFor = (call: ToolCall) => executors.find((executor) => executor.handles(call))

  async function sideBySide(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<CallOutcome[]> {
    const chosen = calls.map(firstFor)
    const dispatched = executors.map((executor) =>
      executor.dispatch(
        calls.filter((_, at) => chosen[at] === executor),
        options,
      ),
    )
    const outcomes = new Map(
      (await Promise.all(dispatched)).map((those, at) => [executors[at], those.values()]),
    )
    return calls.map((call, at) => outcomes.get(chosen[at])?.next().value ?? left(call, definitions()))
  }

  async function oneByOne(calls: readonly ToolCall[], options: ExecuteOptions): Promise<CallOutcome[]> {
    const { conversationId } = options.context ?? {}
    return inSequence(calls, async (call, stop) => {
      if (stop !== undefined && firstFor(call) !== undefined)
        return skipped({ call, tool: toolOf(call, definitions()), conversationId, events }, stop)
      const [outcome = left(call, definitions())] = await sideBySide([call], options)
      return outcome
    })
  }

  return executorOf({
    definitions,
    handles: (call) => firstFor(call) !== undefined,
    rejoins: (call, begunAt) => firstFor(call)?.rejoins?.(call, begunAt) === true,
    keepsJournal: executors.every((executor) => executor?.keepsJournal === true),
    dispatch: (calls, options = {}) =>
      eachIdOnce(calls, {
        isOwn: (call) => firstFor(call) !== undefined,
        run: (own) => (options.mode === 'sequential' ? oneByOne(own, options) : sideBySide(own, options)),
        events,
        conversationId: options.context?.conversationId,
      }),
    events,
  })
}

/**
 * Creates the events of a combined executor. It subscribes to the executors only while there are listeners,
 * since executors may exist longer than their combination.
 */
function relay(executors: readonly Executor[]): ExecutorEvents & { readonly isHeard: boolean } {
  const events = createToolEvents()
  /** Each event is passed on once, since executors with a shared bus all receive it. */
  const given = new WeakSet<ToolEvent>()
  let ties: (() => void)[] = []
  const relayed: ToolEventListener = (event) => {
    if (given.has(event)) return
    given.add(event)
    events.emit(event)
  }
  return {
    get isHeard() {
      return events.isHeard
    },
    emit: (told) => events.emit(told),
    subscribe(listener: ToolEventListener) {
      const remove = events.subscribe(listener)
      if (ties.length === 0) ties = executors.map((executor) => executor.subscribe(relayed))
      return () => {
        remove()
        if (events.isHeard) return
        for (const untie of ties) untie()
        ties = []
      }
    },
    async flush() {
      await Promise.all(executors.map((executor) => executor.flush()))
      await events.flush()
    },
  }
}
