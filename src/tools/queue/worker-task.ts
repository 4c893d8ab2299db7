import type { StateStore } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { ToolEvents } from '../events/bus.js'
import type { ExecutorOptions } from '../executor/executor-types.js'
import type { Gate } from '../executor/slots.js'
import type { LifeSigns, WorkerCall } from './life-signs.js'
import type { CallMessage } from './queue-messages.js'
import type { ToolWorkerOptions } from './queue-types.js'
import type { RedisCalls } from './redis-calls.js'

/** The shared state of all runs of a worker. */
export interface WorkerSetup {
  readonly calls: RedisCalls
  readonly events: ToolEvents
  readonly executor: Omit<ExecutorOptions, 'tools' | 'context' | 'approvalState'>
  /** The store of used approvals, shared by all workers. */
  readonly usedApprovals: StateStore
  readonly tools: readonly RunnableTool[]
  readonly context: NonNullable<ToolWorkerOptions['context']>
  readonly limits: { readonly lease: number; readonly maxRuns: number; readonly maxResultBytes: number }
  readonly lifeSigns: LifeSigns
  /** Puts a job at the end of the queue. */
  giveBack(id: string, token: string | undefined): Promise<unknown>
  /** Names of tools whose calls were returned to the queue. */
  readonly missing: Set<string>
  warn(message: string, cause: unknown): void
}

/** A call that this worker fetched from the queue. */
export interface Task extends WorkerCall {
  readonly setup: WorkerSetup
  readonly asked: CallMessage
  readonly job: string
  readonly tool: RunnableTool
  readonly gate: Gate
}

/** Returns true if the client and the tool allow another run of a call that began. */
export function isRepeatable({ asked, tool }: Task): boolean {
  return asked.retryable && tool.retryable === true
}
