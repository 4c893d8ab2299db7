import { parseJson } from '../../base/json/parse.js'
import { asJson, asNative, expectArray, expectObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { Message, ModelResponse, ToolResult } from '../../base/model/types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'

/**
 * Records that a message was added: a user message, a system message, or a message of an imported
 * conversation.
 */
export interface SaidRecord {
  readonly type: 'said'
  readonly message: Message
  /** The client's id of the message. A message with a known id is not added again. */
  readonly key?: string
  /** The id of transcribed speech. A later record of the same utterance replaces its message. */
  readonly utterance?: string
  /** The number of the turn that answers the message, if the transcript arrived after the turn began. */
  readonly beforeTurn?: number
  /** True if the message was sent to a running loop, which continues with it. Default: false. */
  readonly isSteering?: boolean
}

/** Records that a request is sent to the model. */
export interface AskedRecord {
  readonly type: 'asked'
  /** The wire of the provider. */
  readonly wire: string
  /** The model. */
  readonly model: string
}

/**
 * Records an answer of the model. An answer that was stopped or interrupted has the outcome `interrupted` or
 * `failed`.
 */
export interface AnsweredRecord {
  readonly type: 'answered'
  /**
   * The number of a turn of a live session, from 1. A later record of the same turn replaces the answer. Default:
   * a new turn, which replaces an answer that was cut.
   */
  readonly turn?: number
  /** The answer, or the received part of an interrupted answer. */
  readonly response: ModelResponse
}

/** A call of a turn. */
export interface CallOfTurn {
  /** The number of the turn of the model, from 1. */
  readonly turn: number
  /** The id of the call. */
  readonly callId: string
}

/** Records that the tool of a call begins. */
export interface CallBegunRecord extends CallOfTurn {
  readonly type: 'call-begun'
  /** The idempotency key that the tool receives. */
  readonly key: string
}

/** Records the result of a call. */
export interface CallEndedRecord extends CallOfTurn {
  readonly type: 'call-ended'
  /** The result of the call. */
  readonly result: ToolResult
}

/** Records that the host allows a call with an unknown end to begin again. */
export interface CallRetriedRecord extends CallOfTurn {
  readonly type: 'call-retried'
}

/** Records that a call waits for approval. */
export interface ApprovalAskedRecord extends CallOfTurn {
  readonly type: 'approval-asked'
  /** The request for the person. */
  readonly request: ApprovalRequest
}

/** Records a person's answer to a request for approval. */
export interface ApprovalAnsweredRecord extends CallOfTurn {
  readonly type: 'approval-answered'
  readonly approval: Approval
}

/** Records that the call of an approval begins, so that the approval cannot be used again. */
export interface ApprovalUsedRecord extends CallOfTurn {
  readonly type: 'approval-used'
  /** The id of the request. */
  readonly requestId: string
}

/** Records a request to stop the running turn. */
export interface StoppedRecord {
  readonly type: 'stopped'
  /** The human-readable reason. Default: none. */
  readonly reason?: string
}

/** Records that the messages after the first `messages` messages are removed from the conversation. */
export interface RewoundRecord {
  readonly type: 'rewound'
  /** The number of messages that stay. */
  readonly messages: number
}

/** Records that a driver takes the conversation or renews its lease. */
export interface DrivenRecord {
  readonly type: 'driven'
  /** The id of the driver. */
  readonly driver: string
  /** The end of the lease without another record of the driver, in milliseconds since 1970. */
  readonly until: number
}

/** Records that a driver releases the conversation. */
export interface ReleasedRecord {
  readonly type: 'released'
  /** The id of the driver. */
  readonly driver: string
}

/** An event in the record of a conversation. */
export type ConversationRecord =
  | SaidRecord
  | AskedRecord
  | AnsweredRecord
  | CallBegunRecord
  | CallEndedRecord
  | CallRetriedRecord
  | ApprovalAskedRecord
  | ApprovalAnsweredRecord
  | ApprovalUsedRecord
  | StoppedRecord
  | RewoundRecord
  | DrivenRecord
  | ReleasedRecord

/** Records that were added together. */
export interface ConversationEntry {
  /** The time, in milliseconds since 1970. */
  readonly at: number
  /** The records, in order. */
  readonly records: readonly ConversationRecord[]
}

/** Writes an entry as JSON. */
export function writeEntry(entry: ConversationEntry): string {
  return stringifyJson(asJson(entry))
}

/**
 * Parses an entry.
 * @throws AdapterError for a text that is not an entry.
 */
export function readEntry(text: string): ConversationEntry {
  const entry = expectObject(parseJson(text), '')
  for (const record of expectArray(entry.records, '/records')) expectObject(record, '/records')
  return asNative(entry)
}

/** Returns the record without the `raw` of its results, which may be much larger than the conversation. */
export function withoutRaw(record: ConversationRecord): ConversationRecord {
  if (record.type === 'call-ended') return { ...record, result: bareResult(record.result) }
  if (record.type !== 'said') return record
  return { ...record, message: messageWithoutRaw(record.message) }
}

/** Returns the message without the `raw` of its results. */
export function messageWithoutRaw(message: Message): Message {
  const parts = message.parts.map((part) => (part.type === 'tool-result' ? bareResult(part) : part))
  return { ...message, parts }
}

function bareResult({ raw: _raw, ...result }: ToolResult): ToolResult {
  return result
}
