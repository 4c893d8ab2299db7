import type { CompleteToolCall } from '../../model/create.js'
import type { ToolCall, ToolDefinition, ToolResult } from '../../model/types.js'
import type { StreamEvent } from '../../stream/events.js'
import type { ContextWarning, StateStore, ToolContext, ToolContextOptions } from '../context/types.js'
import type { RunnableTool } from '../define.js'
import type { ToolError } from '../errors/tool-error.js'
import type { ToolEvents } from '../events/bus.js'
import type { ToolEventListener } from '../events/types.js'
import type { Approval, ApprovalHandler, ApprovalRequest, Policy } from '../policy/types.js'

/**
 * How the calls of one batch run.
 * - `parallel`: side by side.
 * - `guarded`: side by side; calls of tools that say they are destructive need approval. So they do in all modes when the
 *   executor's mode is this one.
 * - `sequential`: one after another; after the first error the others are not run.
 */
export type ExecutionMode = 'parallel' | 'guarded' | 'sequential'

/** How often and when a call is tried again. It counts for tools that say they are `retryable`, and errors that may pass. */
export interface RetryOptions {
  /** Times that a call is tried, the first one included. Default: 3. */
  readonly attempts?: number
  /** Milliseconds before the second attempt; doubled for each further one. Default: 500. */
  readonly delay?: number
  /** The most milliseconds between two attempts. Default: 30,000. */
  readonly maxDelay?: number
}

/** How many calls may be run at all. Attempts of one call count once. */
export interface QuotaOptions {
  /** Of all tools. Default: any number. */
  readonly calls?: number
  /** By tool. Default: any number. */
  readonly perTool?: Readonly<Record<string, number>>
}

/** What the host's code can do around a call. */
export interface Hooks {
  /**
   * Before anything is decided about a whole call. May deny it, answer it, or change what it is run with; what it changes is
   * what policy and person see. When it throws, the call is not run, and answered with an error.
   */
  before?(
    call: CompleteToolCall,
    context: ToolContext,
  ): HookVerdict | undefined | Promise<HookVerdict | undefined>
  /** After a call gave a result. May give another one. When it throws, the result stays. */
  after?: Afterwards<ToolResult>
  /** After a call failed. May give a result in place of the error. When it throws, the error stays. */
  onError?: Afterwards<ToolError>
}

/** Looks at what a call came to, and may give another result. */
export type Afterwards<Seen> = (
  seen: Seen,
  call: ToolCall,
  context: ToolContext,
) => ToolResult | undefined | Promise<ToolResult | undefined>

/** What a `before` hook wants. */
export type HookVerdict =
  | { readonly deny: string }
  | { readonly arguments: CompleteToolCall['arguments'] }
  | { readonly result: ToolResult }

/** What a batch is run with. */
export interface ExecuteOptions {
  /** Tells running tools to stop; calls that have not begun then are answered as cancelled. */
  readonly signal?: AbortSignal
  /**
   * What differs from the executor's context in this batch. Another conversation has a state of its own in memory, kept as
   * long as the executor, unless a state is given here or there.
   */
  readonly context?: ToolContext | ToolContextOptions
  /** Requests for approval that were answered before. Each skips the asking once, nothing else. */
  readonly approvals?: readonly Approval[]
  /** Default: the executor's. */
  readonly mode?: ExecutionMode
  /** Names of the only tools that may run in this batch. Default: all. */
  readonly allowedTools?: AllowedTools
}

/** Which tools may be used: all that the level above allows, none, or these of them. */
export type AllowedTools = 'inherit' | 'none' | readonly string[]

/**
 * What became of a call.
 * - `answered`: it has its result, which may be an error.
 * - `not-begun`: it was stopped, or its time was up, before its tool began: it has no effect, and can be run again as it is.
 *   Its result is an error, for a host that answers it all the same.
 * - `waiting`: it needs approval, which nobody has given yet: keep the request, run it later with its `Approval`.
 * - `left`: it is not this executor's: the provider runs it, no tool has its name, or the tool has no `execute` here.
 */
export type CallOutcome =
  | { readonly status: 'answered' | 'not-begun'; readonly call: ToolCall; readonly result: ToolResult }
  | { readonly status: 'waiting'; readonly call: ToolCall; readonly request: ApprovalRequest }
  | {
      readonly status: 'left'
      readonly call: ToolCall
      readonly why: 'provider-executed' | 'unknown-tool' | 'not-run-here'
    }

/** What `settle` gives. */
export interface Settled {
  /** In the order of the calls. */
  readonly results: readonly ToolResult[]
  /** What somebody has to allow first. Keep it, and hand it in again with the answer, as `approvals`. */
  readonly waiting: readonly ApprovalRequest[]
}

/** Runs calls. Nothing that a tool, a hook or a listener does makes its promises reject. */
export interface Executor {
  /** What the model is told at this moment: tools of all executors that this one is made of, the first one of a name. */
  readonly definitions: readonly ToolDefinition[]
  /** Whether a tool of this executor runs the call. */
  handles(call: ToolCall): boolean
  /** Runs what is this executor's, and says of each call what became of it, in their order. */
  dispatch(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<CallOutcome[]>
  /**
   * Runs calls and gives a result for each, in their order. An unknown tool gives an error; a call that waits for approval
   * gives a preliminary result that says so, and `pendingCalls` still lists the call.
   * Calls that the provider ran, and those of tools without `execute`, have none.
   */
  execute(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ToolResult[]>
  /** The same, but calls that wait for approval have no result yet: their requests are given beside the results. */
  settle(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<Settled>
  /** Takes events of a model's stream: listeners hear of arguments while they are written. */
  observe(event: StreamEvent): void
  /** Adds a listener. @returns removes it. */
  subscribe(listener: ToolEventListener): () => void
  /** Done when each listener has had all that was told so far. */
  flush(): Promise<void>
}

/** Stands around each call that an executor runs: spans of a tracer, for instance. `openTelemetry` makes one. */
export interface Telemetry {
  /** Has to call `work` once, and to give what it gives. What it does after that holds up nothing. */
  around(told: TracedCall, work: () => Promise<CallOutcome>): Promise<CallOutcome>
  /** What a call takes along to a worker, so that its trace goes on there. Default: nothing. */
  carrier?(): Readonly<Record<string, string>>
  /** Does the work in the trace that a call brought along, and gives what that gives. Default: the trace ends at the queue. */
  resume?<Value>(carrier: Readonly<Record<string, string>>, work: () => Value): Value
}

/** What telemetry is told of a call. */
export interface TracedCall {
  /** As the model made it. */
  readonly call: ToolCall
  /** The tool that it is for. */
  readonly tool: RunnableTool
  /** The batch's, with what the call says of itself. */
  readonly context: ToolContext
}

/** What `createExecutor` takes. */
export interface ExecutorOptions {
  /** Of equal names the first one counts. A function is asked for each batch: so tools can come, go and be replaced. */
  readonly tools: readonly RunnableTool[] | (() => readonly RunnableTool[])
  /** What tools are told and share. Default: an empty one, with a state in memory. */
  readonly context?: ToolContext | ToolContextOptions
  /** Default: `parallel`. `guarded` holds for each batch, whatever mode that has. */
  readonly mode?: ExecutionMode
  /**
   * The most calls that run at one time, over all batches. A tool that goes on after its time keeps its place until it
   * ends. Default: any number.
   */
  readonly concurrency?: number
  /**
   * Whether a place, and the next attempt, is free as soon as an attempt was given up, although its tool goes on: then more
   * than `concurrency` may run, and two attempts of one call side by side. Default: false.
   */
  readonly releaseAbandoned?: boolean
  /** Milliseconds that one attempt of a call may take. Default: any time. A tool's own `timeout` goes first. */
  readonly timeout?: number
  /** Milliseconds that a batch may take. Default: any time. */
  readonly totalTimeout?: number
  /** Default: retryable tools are tried three times. */
  readonly retries?: RetryOptions
  /** Default: none. */
  readonly quota?: QuotaOptions
  /** Default: every call is allowed for which its tool does not ask for approval. */
  readonly policy?: Policy
  /** Asks somebody. Default: calls that need approval wait. */
  readonly approve?: ApprovalHandler
  /**
   * Approvals that are handed in have to be signed with it, by `signApproval`: so a store or a browser cannot make one.
   * Default: they need not be signed.
   */
  readonly approvalSecret?: string
  /**
   * Keeps which approvals were used, under a key for each. Default: the state of the call's context. Of two processes that use
   * one at the same time, one alone does, if the store has `replace`.
   */
  readonly approvalState?: StateStore
  /** Names of the only tools that may run. Default: all. */
  readonly allowedTools?: AllowedTools
  /** Default: none. */
  readonly hooks?: Hooks
  /** Characters of an output that the model gets, head and tail; the whole is in the result's `raw`. Default: 100,000. */
  readonly maxOutputCharacters?: number
  /** What the model reads of an error. Default: its message. `formatError` gives category and advice as well. */
  readonly formatError?: (error: ToolError) => string
  /** Default: none. */
  readonly telemetry?: Telemetry
  /** Where events are told; several executors may share one. Default: one of its own. */
  readonly events?: ToolEvents
  /** Gets what failed beside the calls: a hook, a formatter, telemetry. Default: `console.warn`. */
  readonly onWarning?: (warning: ContextWarning) => void
  /** Hears of everything. Default: nobody. */
  readonly onEvent?: ToolEventListener
}
