import type { JsonValue } from '../../json/types.js'
import type { ToolResult } from '../../model/types.js'
import type { ApprovalRequest, Decision } from '../policy/types.js'

interface EventOf<Type extends string> {
  readonly type: Type
  /** The id of the call that it is about. */
  readonly callId: string
  /** The tool's name. */
  readonly name: string
  /** One counter for all that is told on a bus while anybody listens, from 1. A listener that was slow sees gaps. */
  readonly sequence: number
  /** How many events this listener was too slow for, right before this one. Default: none. */
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
  /** 1, and one more for each time that it is tried again. */
  readonly attempt: number
}
/** The model goes on writing the arguments of a call. */
export interface InputDeltaEvent extends EventOf<'input-delta'> {
  /** What was written since the last one: a piece of JSON, or of free text. */
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
  /** What the model gets, with what the host keeps. */
  readonly result: ToolResult
  /** Whether the result is no error: true of `completed`, false of the others. */
  readonly success: boolean
  /** The `runId` in the metadata of the result: a tool names there what it began and what goes on in the background. */
  readonly runId?: string
}
/** The call has its result. */
export interface CompletedEvent extends EndOf<'completed'> {
  /** Milliseconds from the start. */
  readonly duration: number
}
/** The call has an error for its result: it could not be run, threw, took too long or was stopped. */
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

/** Gets events one after another: while a promise that it gave is open, the next ones wait for it, the run does not. */
export type ToolEventListener = (event: ToolEvent) => unknown
