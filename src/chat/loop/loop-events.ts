import type { StreamEvent } from '../../base/model/events.js'
import type { Message, ModelResponse, Outcome, ToolResult } from '../../base/model/types.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

/** A turn of the model begins. */
export interface StepStartEvent {
  readonly type: 'step-start'
  /** From 1. */
  readonly step: number
}

/** A turn of the model and the calls that it made are done. */
export interface StepFinishEvent {
  readonly type: 'step-finish'
  /** From 1. */
  readonly step: number
  /** The model's answer. A step that only ran calls of a former answer has none. */
  readonly response?: ModelResponse
  /** Results of the calls that ran here, preliminary ones of calls that wait for approval included. */
  readonly results: readonly ToolResult[]
}

/**
 * Why a loop ended.
 * - `answered`: the model made no call that is run here.
 * - `approval`: calls wait for approval.
 * - `client`: calls are left to the client: of tools without `execute`, or of unknown ones that the host runs.
 * - `until`: the caller's condition holds.
 * - `steps`: the limit of steps is reached.
 * - `incomplete`: the model's turn did not end well, so its calls did not run: a limit cut it, a filter or the model stopped it, the
 *   provider paused it, or gave no known reason. The `outcome` of the last response is the cause.
 * - `error`: the provider answered with an error, or the answer was cut off. The loop throws a ResponseError after this event.
 * - `aborted`: the signal was aborted.
 */
export type LoopFinishReason =
  | 'answered'
  | 'approval'
  | 'client'
  | 'until'
  | 'steps'
  | 'incomplete'
  | 'error'
  | 'aborted'

/** The last event of a loop. */
export interface LoopFinishEvent {
  readonly type: 'loop-finish'
  /** Why it ended. */
  readonly reason: LoopFinishReason
  /** How the last turn of the model ended. Absent if the model was not asked. */
  readonly outcome?: Outcome
  /** The conversation: the given messages and those that were added. */
  readonly messages: readonly Message[]
  /** The requests that wait for an answer. */
  readonly approvals: readonly ApprovalRequest[]
}

/**
 * What happens in a loop: `loop = step* loop-finish`, where a step is `step-start model? tool* step-finish`. The events of the model
 * are those of a `Turn`, up to its `finish`. The events of calls (`started`, `output-chunk`, `completed`, `waiting`, …) may begin
 * before that `finish`. A `tool-result` is one of a call that the provider ran; results of calls that ran here are in `completed`,
 * `failed` and `denied`.
 */
export type LoopEvent = StreamEvent | ToolEvent | StepStartEvent | StepFinishEvent | LoopFinishEvent
