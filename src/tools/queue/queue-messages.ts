import type { JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolError } from '../errors/tool-error.js'
import type { ToolEvent } from '../events/event-types.js'
import type { AllowedTools, ExecutionMode } from '../executor/executor-types.js'
import { failedResult } from '../failed-result.js'
import type { Approval, ApprovalRequest } from '../policy/policy-types.js'
import type { RequestContext } from './queue-types.js'

/** A call that is sent to a worker. Client and worker must use the same format. */
export interface CallMessage {
  readonly format: typeof FORMAT
  /** The key of the call's record, the same for all clients. */
  readonly key: string
  /** The key of the batch that requested the call. */
  readonly batch: string
  readonly call: ToolCall
  /**
   * The caller and the environment of commands: untrusted, because only the worker's own host can grant
   * trust.
   */
  readonly context: RequestContext & { readonly execution?: JsonValue }
  readonly approvals: readonly Approval[]
  readonly mode: ExecutionMode
  readonly allowedTools?: AllowedTools
  /** True if the client's tool may be run twice. */
  readonly retryable: boolean
  /** The required version of the tool. Default: any. */
  readonly version?: string
  /** The trace that the call belongs to. */
  readonly trace?: Readonly<Record<string, string>>
  /** True if there is a listener; otherwise events are not sent. */
  readonly isHeard: boolean
  /** Milliseconds for which the outcome is kept. */
  readonly keep: number
}

/** The outcome of a call, without the call, which the client already has. */
export type JobOutcome =
  | { readonly status: 'answered' | 'not-begun'; readonly result: ToolResult; readonly ending: CallEnding }
  | { readonly status: 'waiting'; readonly request: ApprovalRequest }

/** The members of the final event other than the result. */
export type CallEnding =
  | { readonly type: 'completed' | 'failed'; readonly duration: number }
  | { readonly type: 'denied'; readonly reason?: string }

/**
 * A worker's message to clients: an event, the outcome, or only a notification that the outcome can be looked
 * up.
 */
export interface News {
  readonly outcome?: JobOutcome
  readonly event?: ToolEvent
  /** The number of the event, counted over all runs of the call, to detect repeated events. */
  readonly number?: number
}

/** The version of the format, which is increased if older workers would misread a call. */
export const FORMAT = 1

/** Creates the outcome of a call with an error as its result. */
export function failed(
  call: ToolCall,
  error: ToolError,
): Extract<JobOutcome, { readonly result: ToolResult }> {
  return { status: 'answered', result: failedResult(call, error), ending: { type: 'failed', duration: 0 } }
}

/** Creates the outcome of a call whose tool did not and will not begin. */
export function notBegunJob(call: ToolCall, error: ToolError): JobOutcome {
  return { ...failed(call, error), status: 'not-begun' }
}

/**
 * Encodes a message of the queue.
 * @throws AdapterError for a value that is not JSON.
 */
export function write(message: CallMessage | JobOutcome | News): string {
  return stringifyJson(asJson(message))
}

/**
 * Parses a queued call.
 * @throws AdapterError for a text that is not JSON, Error for a call in another format.
 */
export function readCallMessage(text: unknown): CallMessage {
  const asked = asNative<Partial<CallMessage> | null>(parseJson(String(text)))
  if (asked?.format !== FORMAT) throw new Error('The call was written by another version.')
  return asNative(asJson(asked))
}

/**
 * Parses the outcome of a job.
 * @throws AdapterError for a text that is not JSON.
 */
export function readOutcome(text: string): JobOutcome {
  return asNative(parseJson(text))
}

/**
 * Parses news about a job.
 * @throws AdapterError for a text that is not JSON.
 */
export function readNews(text: string): News {
  return asNative(parseJson(text))
}
