import type { JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { ToolCall, ToolResult } from '../../base/model/types.js'
import type { ToolError } from '../errors/tool-error.js'
import type { ToolEvent } from '../events/event-types.js'
import type { AllowedTools, ExecutionMode } from '../executor/executor-types.js'
import { failureOf } from '../failed-result.js'
import type { Approval, ApprovalRequest } from '../policy/policy-types.js'
import type { RequestContext } from './queue-types.js'

/** A call on its way to a worker. Both sides are to be of one format. */
export interface CallMessage {
  readonly format: typeof FORMAT
  /** Names what is known of the call, whoever asks. */
  readonly key: string
  /** Names the batch that it was asked for with. */
  readonly batch: string
  readonly call: ToolCall
  /** Who asked, and where commands are to run: without trust, which only the worker's own host can give. */
  readonly context: RequestContext & { readonly execution?: JsonValue }
  readonly approvals: readonly Approval[]
  readonly mode: ExecutionMode
  readonly allowedTools?: AllowedTools
  /** Whether the asking side's tool may be run twice. */
  readonly retryable: boolean
  /** Which version of the tool is meant. Default: any. */
  readonly version?: string
  /** The trace that the call belongs to. */
  readonly trace?: Readonly<Record<string, string>>
  /** Whether anybody listens to events: else they need not travel. */
  readonly isHeard: boolean
  /** Milliseconds that the outcome is kept. */
  readonly keep: number
}

/** What became of a call, without the call, which the asking side has. */
export type JobOutcome =
  | { readonly status: 'answered' | 'not-begun'; readonly result: ToolResult; readonly ending: CallEnding }
  | { readonly status: 'waiting'; readonly request: ApprovalRequest }

/** What listeners are told at the end beside the result. */
export type CallEnding =
  | { readonly type: 'completed' | 'failed'; readonly duration: number }
  | { readonly type: 'denied'; readonly reason?: string }

/** What a worker tells those who ask: an event, what became of the call, or nothing but that this can be looked up. */
export interface News {
  readonly outcome?: JobOutcome
  readonly event?: ToolEvent
  /** Counts the events of the call, over all its runs: what comes again is known by it. */
  readonly number?: number
}

/** Raised when an older worker would read a call wrong. */
export const FORMAT = 1

/** The outcome of a call that has an error for its result. */
export function failed(
  call: ToolCall,
  error: ToolError,
): Extract<JobOutcome, { readonly result: ToolResult }> {
  return { status: 'answered', result: failureOf(call, error), ending: { type: 'failed', duration: 0 } }
}

/** The outcome of a call whose tool did not begin, and will not. */
export function notBegun(call: ToolCall, error: ToolError): JobOutcome {
  return { ...failed(call, error), status: 'not-begun' }
}

/** @throws AdapterError for what is no JSON. */
export function write(message: CallMessage | JobOutcome | News): string {
  return stringifyJson(asJson(message))
}

/** @throws AdapterError for what is no JSON, Error for a call in another format. */
export function readCallMessage(text: unknown): CallMessage {
  const asked = asNative<Partial<CallMessage> | null>(parseJson(String(text)))
  if (asked?.format !== FORMAT) throw new Error('The call was written by another version.')
  return asNative(asJson(asked))
}

/** @throws AdapterError for what is no JSON. */
export function readOutcome(text: string): JobOutcome {
  return asNative(parseJson(text))
}

/** @throws AdapterError for what is no JSON. */
export function readNews(text: string): News {
  return asNative(parseJson(text))
}
