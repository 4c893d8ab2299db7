import type { ConnectionOptions } from 'bullmq'
import type { ContextWarning, StateStore, ToolContext, ToolContextOptions } from '../tools/context/types.js'
import type { RunnableTool } from '../tools/define.js'
import type { ToolEvents } from '../tools/events/bus.js'
import type { ToolEventListener } from '../tools/events/types.js'
import type {
  AllowedTools,
  ExecutionMode,
  Executor,
  ExecutorOptions,
  Telemetry,
} from '../tools/executor/types.js'

/** Where calls wait for workers: the same for those who ask and for those who work. */
export interface QueuePlace {
  /** The name of the BullMQ queue; without `:`. */
  readonly queue: string
  /**
   * How Redis is reached: what BullMQ takes, such as `{ host, port }` or `{ url }`. A client that is given is left open by
   * `close`. What each of its commands waits for without end is Redis coming back: `maxRetriesPerRequest` is null.
   */
  readonly connection: ConnectionOptions
  /** What the names of all keys begin with; on a cluster in braces, as BullMQ asks. Default: `bull`. */
  readonly prefix?: string
  /** Gets what failed without breaking anything, such as a lost connection. Default: `console.warn`. */
  readonly onWarning?: (warning: ContextWarning) => void
}

/** What `createQueueExecutor` takes. */
export interface QueueExecutorOptions extends QueuePlace {
  /** What workers run. Their definitions and `retryable` are read here, `execute` need not be there. */
  readonly tools: readonly RunnableTool[]
  /**
   * What tools are told: the names of conversation, caller, skills and environment go along; the state, the extensions and
   * trust are the worker's. Default: an empty one.
   */
  readonly context?: ToolContext | ToolContextOptions
  /** Default: `parallel`. */
  readonly mode?: ExecutionMode
  /** Milliseconds that a batch may take, waiting for Redis and for a worker included. Default: any time. */
  readonly totalTimeout?: number
  /** The only tools that may run, by name. Default: all. */
  readonly allowedTools?: AllowedTools
  /**
   * Milliseconds that what became of a call is kept, counted by Redis from its end: who submits the call again in this time
   * gets the same result. A call that waits or runs is kept for as long as it does. Default: an hour.
   */
  readonly keepResults?: number
  /** The most bytes of JSON that a call may have; a larger one is answered with an error. Default: 4 MiB. */
  readonly maxCallBytes?: number
  /** The event bus; several executors may share one. Default: a new one. */
  readonly events?: ToolEvents
  /** A listener for all events. Default: none. */
  readonly onEvent?: ToolEventListener
  /** Its `carrier` says which trace the calls go along in, and that of the worker goes on with it. Default: none. */
  readonly telemetry?: Pick<Telemetry, 'carrier'>
}

/** An executor whose calls run on workers, wherever they are. */
export interface QueueExecutor extends Executor {
  /**
   * Ends its connections. Calls that wait are answered as cancelled; workers go on with them, and their results are kept.
   */
  close(): Promise<void>
}

/** Who asked for a call: what of the asking side's context is told to the worker. */
export interface RequestContext {
  /** @see ToolContext.conversationId */
  readonly conversationId?: string
  /** @see ToolContext.callerId */
  readonly callerId?: string
  /** @see ToolContext.skills */
  readonly skills?: readonly string[]
}

/** What `createToolWorker` takes: what an executor in the process does, but for what the asking side says. */
export interface ToolWorkerOptions
  extends QueuePlace,
    Omit<
      ExecutorOptions,
      | 'allowedTools'
      | 'approvalState'
      | 'concurrency'
      | 'context'
      | 'mode'
      | 'onWarning'
      | 'quota'
      | 'tools'
      | 'totalTimeout'
    > {
  /**
   * What it runs, by the names that the asking side has. A call of another tool, or of another `version`, is given back for
   * another worker.
   */
  readonly tools: readonly RunnableTool[]
  /**
   * What tools are told and share; a function is asked for each call, for instance for the state of its conversation. A
   * state in memory is refused: the next call of the conversation may run in another process. Default: one without a state.
   */
  readonly context?:
    | ToolContext
    | ToolContextOptions
    | ((
        asked: RequestContext,
      ) => ToolContext | ToolContextOptions | Promise<ToolContext | ToolContextOptions>)
  /**
   * Keeps which approvals were used. A state in memory is refused: another worker would take them once more. Default: the
   * Redis of the queue, a key for each that stays; `redisState` with a `ttl` forgets those of approvals that expire.
   */
  readonly approvalState?: StateStore
  /** The most calls that run here at one time. Default: 8. */
  readonly concurrency?: number
  /** Milliseconds without a sign of life after which a worker counts as gone. Default: 30,000. */
  readonly lease?: number
  /** Workers that may be lost over one call of a retryable tool before it is given up. Default: 3. */
  readonly maxRuns?: number
  /**
   * The most bytes of JSON that a result may have; a larger one goes without its `raw`, and if that is not enough, as an
   * error. Default: 4 MiB.
   */
  readonly maxResultBytes?: number
}

/** Takes calls from a queue and runs them, until it is closed. */
export interface ToolWorker {
  /** Done when it is connected. */
  ready(): Promise<void>
  /**
   * Takes no more calls, waits for those that run, and ends its connections.
   * @param grace milliseconds after which those that run are told to stop. Of these, calls that may be run twice and those
   * whose tool did not begin go to another worker; the others are answered as cancelled. Default: they are waited for.
   */
  close(grace?: number): Promise<void>
}
