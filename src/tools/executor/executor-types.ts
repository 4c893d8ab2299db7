import type { CompleteToolCall } from '../../base/model/create.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { ToolCall, ToolDefinition, ToolResult } from '../../base/model/types.js'
import type { ContextWarning, StateStore, ToolContext, ToolContextOptions } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { ToolError } from '../errors/tool-error.js'
import type { ToolEvents } from '../events/bus.js'
import type { ToolEventListener } from '../events/event-types.js'
import type { Approval, ApprovalHandler, ApprovalRequest, Policy } from '../policy/policy-types.js'
import type { ModelCall, ModelCallEnd } from '../telemetry/model-call.js'
import type { CallJournal } from './call-journal.js'

/**
 * The execution mode of a batch.
 * - `parallel`: concurrently.
 * - `guarded`: concurrently, but calls of `destructive` tools need approval. A `guarded` executor is guarded
 * in every batch.
 * - `sequential`: one after another, until the first error.
 */
export type ExecutionMode = 'parallel' | 'guarded' | 'sequential'

/** The treatment of calls of `destructive` tools: `allow` leaves the decision to the mode, `refuse` denies them. */
export type DestructiveCalls = 'allow' | 'refuse'

/** The retry policy for calls of `retryable` tools, after errors that may be temporary. */
export interface RetryOptions {
  /** Maximum attempts per call, including the first attempt. Default: 3. */
  readonly attempts?: number | undefined
  /** Milliseconds before the second attempt, doubled for each further attempt. Default: 500. */
  readonly delay?: number | undefined
  /** The maximum milliseconds between two attempts. Default: 30,000. */
  readonly maxDelay?: number | undefined
}

/** The maximum number of calls in total. Retries do not count. */
export interface QuotaOptions {
  /** Maximum calls of all tools together. Default: unlimited. */
  readonly calls?: number | undefined
  /** Maximum calls by tool name. Default: unlimited. */
  readonly perTool?: Readonly<Record<string, number>> | undefined
}

/** Functions of the host that run around each call. */
export interface Hooks {
  /**
   * Runs for complete calls, before schema, policy and approval. The hook may deny the call, answer it, or
   * change its arguments. If it throws, the call is not run and its result is an error.
   */
  readonly before?:
    | ((
        call: CompleteToolCall,
        context: ToolContext,
      ) => HookVerdict | undefined | Promise<HookVerdict | undefined>)
    | undefined
  /** Runs after a result and may return another result. If it throws, the result is kept. */
  after?: Afterwards<ToolResult> | undefined
  /** Runs after an error and may return a result in place of the error. If it throws, the error is kept. */
  onError?: Afterwards<ToolError> | undefined
}

/** A hook that sees the outcome of a call and may return another result. */
export type Afterwards<Seen> = (
  seen: Seen,
  call: ToolCall,
  context: ToolContext,
) => ToolResult | undefined | Promise<ToolResult | undefined>

/** The return value of a `before` hook. */
export type HookVerdict =
  | { readonly deny: string }
  | { readonly arguments: CompleteToolCall['arguments'] }
  | { readonly result: ToolResult }

/** Options of a batch. */
export interface ExecuteOptions {
  /** A signal that aborts running tools. Calls that have not begun are answered as cancelled. */
  readonly signal?: AbortSignal | undefined
  /**
   * Overrides the executor's context in this batch. Each conversation has its own state in memory, which
   * lives as long as the executor, unless a state is passed.
   */
  readonly context?: ToolContext | ToolContextOptions | undefined
  /**
   * Answered approval requests. Each approval replaces the request to the person once. All other checks still
   * apply.
   */
  readonly approvals?: readonly Approval[] | undefined
  /** The mode of this batch. Default: the mode of the executor. */
  readonly mode?: ExecutionMode | undefined
  /** The treatment of calls of `destructive` tools in this batch. Default: that of the executor. */
  readonly destructive?: DestructiveCalls | undefined
  /** Names of the only tools that may run in this batch. Default: all. */
  readonly allowedTools?: AllowedTools | undefined
  /** Records the calls while they run. Default: none. */
  readonly journal?: CallJournal | undefined
}

/**
 * The tools that may be used: `inherit` (the tools that the level above allows), `none`, or only the listed
 * tools. A list narrows the level above; `{ replace: names }` replaces it.
 */
export type AllowedTools = 'inherit' | 'none' | readonly string[] | { readonly replace: readonly string[] }

/**
 * The outcome of a call.
 * - `answered`: the call has a result, which may be an error.
 * - `not-begun`: the call was aborted or timed out before its tool began. The call had no effect and can be
 *   run again; its result is an error.
 * - `waiting`: the call needs approval. Store the request, and run the call later with its `Approval`.
 * - `left`: the call does not belong to this executor: the provider executes it, its tool is unknown, or the
 *   tool has no `execute`.
 */
export type CallOutcome =
  | { readonly status: 'answered' | 'not-begun'; readonly call: ToolCall; readonly result: ToolResult }
  | { readonly status: 'waiting'; readonly call: ToolCall; readonly request: ApprovalRequest }
  | {
      readonly status: 'left'
      readonly call: ToolCall
      readonly why: 'provider-executed' | 'unknown-tool' | 'not-run-here'
    }

/** The return value of `settle`. */
export interface Settled {
  /** The results, in the order of the calls. */
  readonly results: readonly ToolResult[]
  /** Requests for approval. Store them, and pass the answers as `approvals` with the same calls. */
  readonly waiting: readonly ApprovalRequest[]
}

/** Runs calls. Its promises never reject, even if tools, hooks or listeners fail. */
export interface Executor {
  /** The tools to send to the model now. Of several tools with the same name, only the first is used. */
  readonly definitions: readonly ToolDefinition[]
  /** True if the executor records calls in the `journal` of a batch. Default: false. */
  readonly keepsJournal?: boolean
  /** Returns true if this executor runs the call. */
  handles(call: ToolCall): boolean
  /**
   * Returns true if a call that began in another process can be dispatched again: the result is then fetched,
   * and the tool does not run a second time. Default: false.
   * @param begunAt the time at which the call began, in milliseconds since 1970.
   */
  rejoins?(call: ToolCall, begunAt: number): boolean
  /**
   * Runs the calls that belong to this executor.
   * @returns an outcome per call, in order.
   */
  dispatch(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<CallOutcome[]>
  /**
   * Runs calls.
   * @returns a result per call, in order. An unknown tool yields an error. A call that waits for approval
   * yields a preliminary result, and `pendingCalls` still lists it. Provider-executed calls and calls of
   * tools without `execute` have no result.
   */
  execute(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ToolResult[]>
  /** Like `execute`, but calls that wait for approval have no result: their requests are returned separately. */
  settle(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<Settled>
  /** Reads events of a model's stream and emits `input-delta` for arguments that are being written. */
  observe(event: StreamEvent): void
  /**
   * Adds a listener.
   * @returns a function that removes the listener.
   */
  subscribe(listener: ToolEventListener): () => void
  /** Resolves when each listener has received everything emitted so far. */
  flush(): Promise<void>
}

/** Observes tool calls and model calls, for example with spans. `openTelemetry` creates one. */
export interface Telemetry {
  /**
   * Wraps a call. The function must call `work` once and return the value of `work`. The call does not wait
   * for later work.
   */
  around(told: TracedCall, work: () => Promise<CallOutcome>): Promise<CallOutcome>
  /**
   * Begins a model call. The returned function ends it and is called once. Default: model calls are not
   * observed.
   */
  model?(call: ModelCall): (end: ModelCallEnd) => void
  /** Trace context to send to a worker with a call. Default: none. */
  carrier?(): Readonly<Record<string, string>>
  /**
   * Runs the work in the trace of a received call and returns its value. Default: traces end at the queue.
   */
  resume?<Value>(carrier: Readonly<Record<string, string>>, work: () => Value): Value
}

/** A call, for telemetry. */
export interface TracedCall {
  /** The call as the model made it. */
  readonly call: ToolCall
  /** The tool of the call. */
  readonly tool: RunnableTool
  /** The context of the batch, with the caller and the skills of the call. */
  readonly context: ToolContext
}

/** Options of `createExecutor`. */
export interface ExecutorOptions {
  /**
   * The tools, or a function that returns them. Of several tools with the same name, only the first is used.
   * A function is called for each batch, so that tools can be added, removed and replaced.
   */
  readonly tools: readonly RunnableTool[] | (() => readonly RunnableTool[])
  /** The context of tools. Default: empty, with state in memory. */
  readonly context?: ToolContext | ToolContextOptions | undefined
  /**
   * The execution mode. `guarded` applies to every batch, regardless of the batch's mode. Default:
   * `parallel`.
   */
  readonly mode?: ExecutionMode | undefined
  /**
   * The maximum number of calls that run at the same time, over all batches. A tool that ignores its timeout
   * occupies its slot until it ends. Default: unlimited.
   */
  readonly concurrency?: number | undefined
  /**
   * Frees the slot of a timed-out attempt while its tool still runs. More than `concurrency` tools may then
   * run, and two attempts of one call may overlap. Default: false.
   */
  readonly releaseAbandoned?: boolean | undefined
  /** Milliseconds per attempt. A tool's own `timeout` takes precedence. Default: none. */
  readonly timeout?: number | undefined
  /** Milliseconds per batch. Default: none. */
  readonly totalTimeout?: number | undefined
  /** The retry policy. Default: three attempts for calls of retryable tools. */
  readonly retries?: RetryOptions | undefined
  /** Limits of the number of calls. Default: none. */
  readonly quota?: QuotaOptions | undefined
  /**
   * The policy about calls. Default: all calls are allowed, except calls of tools with `requiresApproval`.
   */
  readonly policy?: Policy | undefined
  /** Asks for approval. Default: calls that need approval wait. */
  readonly approve?: ApprovalHandler | undefined
  /**
   * The secret with which `signApproval` must sign the passed `approvals`, so that a store or a browser
   * cannot forge an approval. Default: no signature is required.
   */
  readonly approvalSecret?: string
  /**
   * The store of used approvals, each under a separate key. Default: the state of the call's context. If the
   * store has `replace`, two processes cannot use the same approval.
   */
  readonly approvalState?: StateStore | undefined
  /**
   * The treatment of calls of `destructive` tools. With `refuse`, a call is denied unless its batch has
   * `destructive: 'allow'`; an approval does not change that. Default: `allow`.
   */
  readonly destructive?: DestructiveCalls | undefined
  /** The only tools that may run, by name. Default: all. */
  readonly allowedTools?: AllowedTools | undefined
  /** The hooks of the host. Default: none. */
  readonly hooks?: Hooks | undefined
  /**
   * Maximum characters of a result's output. Longer outputs are shortened in the middle; `raw` of the result
   * contains the full output. Default: 100,000.
   */
  readonly maxOutputCharacters?: number | undefined
  /** Formats errors for the model, for example `formatError`. Default: the message. */
  readonly formatError?: ((error: ToolError) => string) | undefined
  /** Wraps each call, for example in a span. Default: none. */
  readonly telemetry?: Telemetry | undefined
  /** The event bus; several executors may share one. Default: a new bus. */
  readonly events?: ToolEvents | undefined
  /** Receives failures of hooks, formatters and telemetry. Default: `console.warn`. */
  readonly onWarning?: ((warning: ContextWarning) => void) | undefined
  /** A listener for all events. Default: none. */
  readonly onEvent?: ToolEventListener | undefined
}
