import type { StreamEvent } from '../../base/model/events.js'
import type { Message, ModelResponse, Outcome, ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

/** Emitted when a turn of the model begins. */
export interface StepStartEvent {
  readonly type: 'step-start'
  /** The number of the step, from 1. */
  readonly step: number
  /** The calls of an earlier answer that still have no result, except calls of the client. Default: none. */
  readonly calls?: readonly ToolCall[]
  /** True if the last answer was interrupted, and the answer of this step replaces it. Default: false. */
  readonly replaces?: true
}

/** Emitted when a turn of the model and its calls are complete. */
export interface StepFinishEvent {
  readonly type: 'step-finish'
  /** The number of the step, from 1. */
  readonly step: number
  /** The model's answer. Absent for a step that only ran calls of an earlier answer. */
  readonly response?: ModelResponse
  /**
   * Results of the calls that ran in this step, including preliminary results of calls that wait for
   * approval.
   */
  readonly results: readonly ToolResult[]
}

/**
 * The reason why a loop ended.
 * - `answered`: the model made no call that the loop runs.
 * - `approval`: calls wait for approval.
 * - `client`: the client has to answer calls of tools without `execute`, or of unknown tools that the host
 *   runs.
 * - `until`: the caller's condition is met.
 * - `steps`: the limit of steps is reached.
 * - `budget`: the tokens or the cost of the budget are used up.
 * - `unknown`: calls began in a process that ended, and wait for the host's decision (`unknownCalls:
 *   'wait'`).
 * - `incomplete`: the model's turn did not end normally, so its calls did not run: it was truncated by a
 *   limit, stopped by a filter or the model, paused by the provider, or ended for an unknown reason. The
 *   `outcome` of the last response is the cause.
 * - `error`: the provider answered with an error, or the answer was interrupted. The loop throws a
 *   ResponseError after this event.
 * - `aborted`: the signal was aborted.
 */
export type LoopFinishReason =
  | 'answered'
  | 'approval'
  | 'client'
  | 'until'
  | 'steps'
  | 'budget'
  | 'unknown'
  | 'incomplete'
  | 'error'
  | 'aborted'

/** The last event of a loop. */
export interface LoopFinishEvent {
  readonly type: 'loop-finish'
  /** The reason why the loop ended. */
  readonly reason: LoopFinishReason
  /** The outcome of the last model turn. Absent if no request was sent to the model. */
  readonly outcome?: Outcome
  /** The conversation: the given and the added messages. */
  readonly messages: readonly Message[]
  /** The requests that need an answer. */
  readonly approvals: readonly ApprovalRequest[]
}

/**
 * An event of a loop: `loop = step* loop-finish`, where a step is `step-start model? tool* step-finish`. The
 * events of the model are those of a `Turn`, up to its `finish`. The events of calls (`started`,
 * `output-chunk`, `completed`, `waiting`, …) may begin before that `finish`, and those of `async` calls come in later steps. A `tool-result` belongs to a
 * call that the provider ran; results of calls that ran here are in `completed`, `failed` and `denied`.
 */
export type LoopEvent = StreamEvent | ToolEvent | StepStartEvent | StepFinishEvent | LoopFinishEvent
