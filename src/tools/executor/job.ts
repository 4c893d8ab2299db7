import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolContext } from '../context/context-types.js'
import type { RunnableTool } from '../define-tool.js'
import type { ToolEvents } from '../events/bus.js'
import type { ToldEvent } from '../events/event-types.js'
import type { Approval } from '../policy/policy-types.js'
import type { CallJournal } from './call-journal.js'
import type { ExecutorSettings } from './executor-settings.js'
import type { CallOutcome, ExecutionMode } from './executor-types.js'
import type { Quota } from './quota.js'
import type { Scope } from './scope.js'
import type { Gate } from './slots.js'

/** The shared state of all calls of a batch. */
export interface Batch {
  readonly settings: ExecutorSettings
  readonly gate: Gate
  readonly quota: Quota
  readonly context: ToolContext
  readonly mode: ExecutionMode
  /** True if calls of destructive tools are denied. */
  readonly refusesDestructive?: boolean
  /** The lifetime of the batch. */
  readonly scope: Scope
  readonly approvals: readonly Approval[]
  isAllowed(name: string): boolean
  readonly journal: CallJournal | undefined
}

/** A call and the listeners of its events. */
export interface EmittingCall {
  readonly call: ToolCall
  readonly conversationId?: string | undefined
  readonly events: Pick<ToolEvents, 'emit' | 'isHeard'>
}

/** A running call with its tool. */
export interface Job extends EmittingCall {
  readonly tool: RunnableTool
  /** The context of the batch, with the caller and the skills of the call. */
  readonly context: ToolContext
  readonly batch: Batch
}

/** Returns the outcome of a call that has its result. */
export function answered({ call }: EmittingCall, result: ToolResult): CallOutcome {
  return { status: 'answered', call, result }
}

/** Returns the outcome of a call whose tool did not begin. The call can be run later. */
export function notBegun({ call }: EmittingCall, result: ToolResult): CallOutcome {
  return { status: 'not-begun', call, result }
}

type News = ToldEvent extends infer Event
  ? Event extends ToldEvent
    ? Omit<Event, 'callId' | 'name' | 'conversationId'>
    : never
  : never

/** Emits an event of the call to listeners. */
export function emit({ call, conversationId, events }: EmittingCall, news: News): void {
  if (!events.isHeard) return
  const about = { callId: call.id, name: call.name }
  // A spread would take ten times as long, since V8 is slow at adding members to a new spread object.
  events.emit(Object.assign({}, news, about, conversationId !== undefined && { conversationId }))
}
