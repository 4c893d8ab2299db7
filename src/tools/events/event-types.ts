import type { JsonValue } from '../../base/json/json-types.js'
import type { ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest, Decision } from '../policy/policy-types.js'

interface EventOf<Type extends string> {
  readonly type: Type
  /** The id of the call. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /**
   * The sequence number on the bus, from 1. Events are counted while there is a listener. Slow listeners see
   * gaps.
   */
  readonly sequence: number
  /** The number of events that this listener lost before this one. Default: none. */
  readonly dropped?: number
  /** The time of the event, in milliseconds since 1970. */
  readonly time: number
  /** The id of the conversation, if the context has one. */
  readonly conversationId?: string
}

/** Emitted when a call begins to run. */
export interface StartedEvent extends EventOf<'started'> {
  /** The input of the tool. */
  readonly arguments: JsonValue
  /** The number of the attempt, from 1. */
  readonly attempt: number
}
/** Emitted while the model writes the arguments of a call. */
export interface InputDeltaEvent extends EventOf<'input-delta'> {
  /** The next piece of JSON or free text. */
  readonly delta: string
}
/** Emitted for a piece of output before the result. */
export interface OutputChunkEvent extends EventOf<'output-chunk'> {
  /** The chunk from the tool, unchanged. */
  readonly chunk: string
}
/** Emitted for a message that a tool sends to the agent. */
export interface SentEvent extends EventOf<'sent'> {
  /** The message, as JSON. */
  readonly message: JsonValue
}
/** Emitted for a result that a later result replaces. */
export interface PreliminaryEvent extends EventOf<'preliminary'> {
  /** The result so far. */
  readonly result: ToolResult
}
interface EndOf<Type extends string> extends EventOf<Type> {
  /** The result, with host data. */
  readonly result: ToolResult
  /** True for `completed`, false for other events. */
  readonly success: boolean
  /** The `runId` in the metadata of the result: a process that the tool left running in the background. */
  readonly runId?: string
}
/** Emitted when a call has succeeded. */
export interface CompletedEvent extends EndOf<'completed'> {
  /** Milliseconds from the start. */
  readonly duration: number
}
/**
 * Emitted when the result of a call is an error: the call could not be run, its tool threw, or it timed out
 * or was cancelled.
 */
export interface FailedEvent extends EndOf<'failed'> {
  /** Milliseconds from the start; 0 if the call did not begin. */
  readonly duration: number
}
/** Emitted when a policy or a person denied the call. */
export interface DeniedEvent extends EndOf<'denied'> {
  /** The reason that the policy or the person gave. */
  readonly reason?: string
}
/** Emitted when the changes of the call were undone. */
export interface RolledBackEvent extends EventOf<'rolled-back'> {
  /** The number of restored files, or of other restored items. */
  readonly restoredCount: number
  /** The number of items that the call had created and that were deleted. */
  readonly deletedCount: number
}
/** Emitted when a person is asked for approval and the call waits. */
export interface WaitingEvent extends EventOf<'waiting'> {
  /** The request: data that can be shown, stored, and answered later. */
  readonly request: ApprovalRequest
}
/** Emitted when the person has answered. After `wait`, the call is still open at the end of its batch. */
export interface DecidedEvent extends EventOf<'decided'> {
  /** The answer. */
  readonly decision: Decision
}
/** Emitted when a call will be retried. */
export interface RetryingEvent extends EventOf<'retrying'> {
  /** The attempt that failed, from 1. */
  readonly attempt: number
  /** Milliseconds until the next attempt. */
  readonly delay: number
  /** The human-readable reason. */
  readonly message: string
}

/**
 * An event of a running call. Each call ends with exactly one `completed`, `failed` or `denied`, or waits.
 */
export type ToolEvent =
  | StartedEvent
  | InputDeltaEvent
  | OutputChunkEvent
  | SentEvent
  | PreliminaryEvent
  | CompletedEvent
  | FailedEvent
  | DeniedEvent
  | RolledBackEvent
  | WaitingEvent
  | DecidedEvent
  | RetryingEvent

/** An event without the members that the bus adds: the sequence number, the time, and `success`. */
export type ToldEvent = ToolEvent extends infer Event
  ? Event extends ToolEvent
    ? Omit<Event, 'sequence' | 'time' | 'dropped' | 'success' | 'runId'>
    : never
  : never

/**
 * A function that receives events in order. While a promise that the listener returned is pending, its next
 * events wait. The run does not wait.
 */
export type ToolEventListener = (event: ToolEvent) => unknown
