import { compact } from '../../base/json/write-json.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'
import type { ExecutorEvents } from '../events/bus.js'
import { failedResult } from '../failed-result.js'
import { unknownTool } from '../lookup.js'
import { waitingResult } from '../waiting-result.js'
import type { CallOutcome, ExecuteOptions, Executor } from './executor-types.js'

/** The functions that differ between executors. */
export interface ExecutorParts extends Pick<Executor, 'handles' | 'rejoins' | 'keepsJournal' | 'dispatch'> {
  /** Returns the definitions. Called whenever `definitions` is read. */
  definitions(): Executor['definitions']
  /** The bus for the events of the executor. */
  readonly events: ExecutorEvents
}

/** Creates an executor from its parts: for this process, for other machines, or combined from several. */
export function executorOf(parts: ExecutorParts): Executor {
  const { definitions, handles, dispatch, events, rejoins, keepsJournal } = parts
  const executor: Executor = {
    get definitions() {
      return definitions()
    },
    handles,
    dispatch,
    async execute(calls: readonly ToolCall[], options?: ExecuteOptions) {
      const outcomes = await dispatch(calls, options)
      return outcomes.flatMap((outcome) => resultOf(outcome, definitions, events))
    },
    async settle(calls: readonly ToolCall[], options?: ExecuteOptions) {
      const outcomes = await dispatch(calls, options)
      const waiting = outcomes.filter((outcome) => outcome.status === 'waiting')
      const others = outcomes.filter((outcome) => outcome.status !== 'waiting')
      return {
        results: others.flatMap((outcome) => resultOf(outcome, definitions, events)),
        waiting: waiting.map(({ request }) => request),
      }
    },
    observe: inputDeltas(events),
    subscribe: (listener) => events.subscribe(listener),
    flush: () => events.flush(),
  }
  // A spread above the getter takes 20 µs.
  return Object.assign(executor, compact({ rejoins, keepsJournal }))
}

/** Emits the arguments of calls while a model writes them. */
function inputDeltas(events: ExecutorEvents): (event: StreamEvent) => void {
  const names = new Map<string, string>()
  return (event) => {
    if (event.type === 'tool-input-start' && !event.providerExecuted) names.set(event.id, event.name)
    else if (event.type === 'tool-input-end') names.delete(event.id)
    else if (event.type === 'finish' || event.type === 'restart') names.clear()
    else if (event.type === 'tool-input-delta') {
      const name = names.get(event.id)
      if (name !== undefined) events.emit({ type: 'input-delta', callId: event.id, name, delta: event.delta })
    }
  }
}

/** Returns the result of a call that the client has to answer. */
function resultOf(
  outcome: CallOutcome,
  definitions: ExecutorParts['definitions'],
  events: ExecutorEvents,
): ToolResult[] {
  if ('result' in outcome) return [outcome.result]
  if (outcome.status === 'waiting') return [waitingResult(outcome.call, outcome.request)]
  const error = errorOf(outcome, definitions)
  if (error === undefined) return []
  const { call } = outcome
  const result = failedResult(call, error)
  events.emit({ type: 'failed', callId: call.id, name: call.name, result, duration: 0 })
  return [result]
}

function errorOf(
  outcome: Extract<CallOutcome, { status: 'left' }>,
  definitions: ExecutorParts['definitions'],
) {
  if (outcome.why !== 'unknown-tool') return undefined
  const names = definitions().map(({ name }) => name)
  return new ToolError(unknownTool(outcome.call, names), { category: 'tool_not_found' })
}
