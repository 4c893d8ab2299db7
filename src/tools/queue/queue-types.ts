import type { ConnectionOptions } from 'bullmq'
import type { ContextWarning, StateStore, ToolContext, ToolContextOptions } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { ToolEvents } from '../events/bus.js'
import type { ToolEventListener } from '../events/event-types.js'
import type {
  AllowedTools,
  ExecutionMode,
  Executor,
  ExecutorOptions,
  Telemetry,
} from '../executor/executor-types.js'

/** The queue, the same for clients and workers. */
export interface QueuePlace {
  /** The name of the BullMQ queue; without `:`. */
  readonly queue: string
  /**
   * The connection to Redis, in BullMQ's form: `{ host, port }`, `{ url }`, or a client, which `close` does
   * not close. Commands wait until Redis is back: `maxRetriesPerRequest` is null.
   */
  readonly connection: ConnectionOptions
  /** The prefix of all keys. Use braces for a Redis cluster. Default: `bull`. */
  readonly prefix?: string | undefined
  /** Receives failures that do not stop the run, such as a lost connection. Default: `console.warn`. */
  readonly onWarning?: ((warning: ContextWarning) => void) | undefined
}

/** Options of `createQueueExecutor`. */
export interface QueueExecutorOptions extends QueuePlace {
  /** The tools of the workers. Definitions and `retryable` are used; `execute` is not needed. */
  readonly tools: readonly RunnableTool[]
  /**
   * The context of tools. Conversation, caller, skills and execution context are sent; state, extensions and
   * trust come from the worker. Default: empty.
   */
  readonly context?: ToolContext | ToolContextOptions | undefined
  /** The execution mode. Default: `parallel`. */
  readonly mode?: ExecutionMode | undefined
  /** Milliseconds per batch, including the wait for Redis and a worker. Default: none. */
  readonly totalTimeout?: number | undefined
  /** The only tools that may run, by name. Default: all. */
  readonly allowedTools?: AllowedTools | undefined
  /**
   * Milliseconds for which the result of a call is kept after its end. Submitting the call again during this
   * time returns the result. Waiting and running calls do not expire. Default: an hour.
   */
  readonly keepResults?: number | undefined
  /** The largest call, in bytes of JSON; a larger call is answered with an error. Default: 4 MiB. */
  readonly maxCallBytes?: number | undefined
  /** The event bus; several executors may share one. Default: a new bus. */
  readonly events?: ToolEvents | undefined
  /** A listener for all events. Default: none. */
  readonly onEvent?: ToolEventListener | undefined
  /**
   * The telemetry whose `carrier` returns the trace of the calls, which the worker's telemetry continues.
   * Default: none.
   */
  readonly telemetry?: Pick<Telemetry, 'carrier'> | undefined
}

/** An executor whose calls run on queue workers. */
export interface QueueExecutor extends Executor {
  /**
   * Closes the connections of the executor. Waiting calls are answered as cancelled; workers finish them, and
   * their results are kept.
   */
  close(): Promise<void>
}

/** The part of the client's context that is sent to the worker. */
export interface RequestContext {
  /** @see ToolContext.conversationId */
  readonly conversationId?: string
  /** @see ToolContext.callerId */
  readonly callerId?: string
  /** @see ToolContext.skills */
  readonly skills?: readonly string[]
}

/** Options of `createToolWorker`: options of `createExecutor`, without options that belong to the client. */
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
   * The tools, with the client's names. Calls of other tools, or of another `version`, are returned to the
   * queue for another worker.
   */
  readonly tools: readonly RunnableTool[]
  /**
   * The context of tools, or a function that creates one per call. State in memory is rejected, because the
   * next call may run in another process. Default: a context without state.
   */
  readonly context?:
    | ToolContext
    | ToolContextOptions
    | ((
        asked: RequestContext,
      ) => ToolContext | ToolContextOptions | Promise<ToolContext | ToolContextOptions>)
    | undefined
  /**
   * The store of used approvals. State in memory is rejected, because another worker would accept the
   * approvals again. Default: the Redis of the queue, with one key per approval and without expiry. Use
   * `redisState` with a `ttl` for an expiry.
   */
  readonly approvalState?: StateStore | undefined
  /** The maximum number of concurrent calls in this worker. Default: 8. */
  readonly concurrency?: number | undefined
  /** Milliseconds without a heartbeat after which a worker counts as lost. Default: 30,000. */
  readonly lease?: number | undefined
  /** The maximum number of workers that may be lost during one call of a retryable tool. Default: 3. */
  readonly maxRuns?: number | undefined
  /**
   * The largest result, in bytes of JSON. A larger result is sent without `raw`, or else as an error.
   * Default: 4 MiB.
   */
  readonly maxResultBytes?: number | undefined
}

/** Fetches calls from a queue and runs them, until it is closed. */
export interface ToolWorker {
  /** Resolves when the worker is connected. */
  ready(): Promise<void>
  /**
   * Stops fetching calls, waits for running calls, and ends the connections.
   * @param grace milliseconds after which running calls are aborted. Calls of retryable tools, and calls
   * whose tool did not begin, go to another worker; others are answered as cancelled. Default: no limit.
   */
  close(grace?: number): Promise<void>
}
