import type { JsonValue } from '../../base/json/json-types.js'
import type { Message } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { ConversationState, ConversationStore } from './conversation-store.js'
import type { Drive, DriveOptions } from './drive.js'
import type { CallState, RecordedCall } from './transcript.js'

/** Options of `openConversation`. */
export interface ConversationOptions {
  /** Stores the record. All processes that run the conversation share it. */
  readonly store: ConversationStore
  /** The messages of a conversation that the store does not have yet. Default: none. */
  readonly messages?: readonly Message[] | undefined
  /**
   * A second driver of the conversation gets the ConversationError `busy`, or waits for the end of the first
   * one. Default: `throw`.
   */
  readonly whenBusy?: 'throw' | 'wait' | undefined
  /**
   * Milliseconds without a record of the driver after which another driver may take over. A running driver
   * renews its lease. Default: 30,000.
   */
  readonly lease?: number | undefined
  /**
   * Stores the `raw` of results: host data, such as the complete output of a tool whose result was shortened.
   * Default: false.
   */
  readonly keepRaw?: boolean | undefined
  /** Milliseconds between two looks for stops by other processes. Default: 500. */
  readonly interval?: number | undefined
  /** Returns the time in milliseconds since 1970, the same in all processes. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** The changes of an approved call. */
export interface ApproveCallOptions {
  /** Arguments to run instead of the model's. Default: the model's. */
  readonly arguments?: JsonValue | undefined
  /** Milliseconds since 1970 after which the approval expires. Default: never. */
  readonly expires?: number | undefined
}

/** A call with its state. */
export interface CallStatus extends RecordedCall {
  /** The state of the call. */
  readonly state: CallState
}

/** A conversation whose record is stored as it happens. Methods that add records wait for the store. */
export interface StoredConversation {
  /** The id of the conversation. */
  readonly id: string
  /** The conversation, as of the last record that was read or added. */
  readonly messages: readonly Message[]
  /** While a loop runs: the messages up to the user's last one, because its stream sends the others. Else all. */
  readonly earlierMessages: readonly Message[]
  /** The state, as of the last record that was read or added. */
  readonly state: ConversationState
  /** The requests for approval without an answer. */
  readonly approvals: readonly ApprovalRequest[]
  /** The calls of the latest answer, with their states. */
  readonly calls: readonly CallStatus[]
  /** Reads the records that other processes added. */
  refresh(): Promise<void>
  /**
   * Adds a message. Calls of the latest answer without a result are answered as not run. The results in a
   * message of role `tool` answer the client's calls.
   * @param key the client's id of the message: a message with a known id is not added again.
   * @returns false if the message was added before.
   */
  say(message: Message | string, key?: string): Promise<boolean>
  /**
   * Approves a waiting call, by the id of its request or of the call. Approving again has no effect.
   * @throws ConversationError `superseded` if the call was denied or the user sent another message;
   * `unknown-id`.
   */
  approve(id: string, options?: ApproveCallOptions): Promise<void>
  /**
   * Denies a waiting call, by the id of its request or of the call.
   * @param reason for the model.
   * @throws ConversationError like `approve`.
   */
  deny(id: string, reason?: string): Promise<void>
  /**
   * Lets an `unknown` call begin again, by its id.
   * @throws ConversationError `unknown-id` if no unknown call has the id.
   */
  retry(callId: string): Promise<void>
  /**
   * Answers a call that does not run as cancelled, by its id.
   * @param reason for the model.
   * @throws ConversationError `unknown-id` if the call has its result or runs.
   */
  cancel(callId: string, reason?: string): Promise<void>
  /** Stops the running turn, in whichever process it runs. Without a driver it has no effect. */
  stop(reason?: string): Promise<void>
  /** Removes all messages after the first `count` ones, for example before an answer is regenerated. */
  rewind(count: number): Promise<void>
  /** The drive that `drive` began on this handle and that no loop uses yet. `runLoop` uses it. */
  readonly reserved: Drive | undefined
  /**
   * Becomes the driver. `runLoop` does this by itself; call it before if a response must not begin for a busy
   * conversation. A loop of this handle that was left is waited for. Another driver that was stopped is waited
   * for until the end of its lease at the stop.
   * @throws ConversationError `busy`, also if this handle has an unused drive.
   */
  drive(options?: DriveOptions): Promise<Drive>
  /** Opens the conversation of a sub-agent, in the same store. Its id begins with the id of this one. */
  child(name: string): Promise<StoredConversation>
}
