import type { JsonValue } from '../../base/json/json-types.js'
import type { ToolResult } from '../../base/model/types.js'
import type { ApprovalRequest, Decision } from '../policy/policy-types.js'

interface EventOf<Type extends string> {
  readonly type: Type
  /** The id of the call that it is about. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** Sequence number on the bus, from 1, counted while anybody listens. Slow listeners see gaps. */
  readonly sequence: number
  /** How many events this listener lost before this one. Default: none. */
  readonly dropped?: number
  /** Milliseconds since 1970. */
  readonly time: number
  /** The conversation, if the context names it. */
  readonly conversationId?: string
}

/** A call begins to run. */
export interface StartedEvent extends EventOf<'started'> {
  /** What the tool gets. */
  readonly arguments: JsonValue
  /** The number of the attempt, from 1. */
  readonly attempt: number
}
/** The model writes arguments of a call. */
export interface InputDeltaEvent extends EventOf<'input-delta'> {
  /** The next piece of JSON or free text. */
  readonly delta: string
}
/** A piece of output, before the result. */
export interface OutputChunkEvent extends EventOf<'output-chunk'> {
  /** As the tool said it. */
  readonly chunk: string
}
/** A result that a later one replaces. */
export interface PreliminaryEvent extends EventOf<'preliminary'> {
  /** What is there so far. */
  readonly result: ToolResult
}
interface EndOf<Type extends string> extends EventOf<Type> {
  /** The result, with host data. */
  readonly result: ToolResult
  /** True for `completed`, false for the others. */
  readonly success: boolean
  /** The `runId` in the metadata of the result: something that the tool left running in the background. */
  readonly runId?: string
}
/** The call has its result. */
export interface CompletedEvent extends EndOf<'completed'> {
  /** Milliseconds from the start. */
  readonly duration: number
}
/** The result is an error: the call could not be run, threw, timed out or was cancelled. */
export interface FailedEvent extends EndOf<'failed'> {
  /** Milliseconds from the start; 0 when it never began. */
  readonly duration: number
}
/** A policy or a person did not allow the call. */
export interface DeniedEvent extends EndOf<'denied'> {
  /** As the policy or the person gave it. */
  readonly reason?: string
}
/** What the call had changed was undone. */
export interface RolledBackEvent extends EventOf<'rolled-back'> {
  /** Files, or whatever the tool changes, that are as they were. */
  readonly restoredCount: number
  /** Those that it had made and that are gone again. */
  readonly deletedCount: number
}
/** A person is asked for approval, and the call waits. */
export interface WaitingEvent extends EventOf<'waiting'> {
  /** What is asked: data that can be shown, stored, and answered later. */
  readonly request: ApprovalRequest
}
/** The person answered; after `wait` the call is still open when its batch is done. */
export interface DecidedEvent extends EventOf<'decided'> {
  /** What was answered. */
  readonly decision: Decision
}
/** A call is to be tried again. */
export interface RetryingEvent extends EventOf<'retrying'> {
  /** The attempt that failed, from 1. */
  readonly attempt: number
  /** Milliseconds until the next one. */
  readonly delay: number
  /** Why, for people. */
  readonly message: string
}

/** What happens to calls while they run. Each call ends with exactly one `completed`, `failed` or `denied`, or waits. */
export type ToolEvent =
  | StartedEvent
  | InputDeltaEvent
  | OutputChunkEvent
  | PreliminaryEvent
  | CompletedEvent
  | FailedEvent
  | DeniedEvent
  | RolledBackEvent
  | WaitingEvent
  | DecidedEvent
  | RetryingEvent

/** An event as it is told: the bus adds the counter, the time, and whether it went well. */
export type ToldEvent = ToolEvent extends infer Event
  ? Event extends ToolEvent
    ? Omit<Event, 'sequence' | 'time' | 'dropped' | 'success' | 'runId'>
    : never
  : never

/** Receives events in order. While a promise that it returned is pending, its next events wait; the run does not. */
export type ToolEventListener = (event: ToolEvent) => unknown
