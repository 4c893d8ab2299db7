import type { JsonValue } from '../../base/json/json-types.js'
import type { Message } from '../../base/model/types.js'
import type { ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { ConversationState, ConversationStore } from './conversation-store.js'
import type { Drive, DriveOptions } from './drive.js'
import type { CallState, RecordedCall } from './transcript.js'

/** Options of `openConversation`. */
export interface ConversationOptions {
  /** The store of the record. All processes that run the conversation share it. */
  readonly store: ConversationStore
  /** The messages of a conversation that the store does not have yet. Default: none. */
  readonly messages?: readonly Message[] | undefined
  /**
   * The behavior of a second driver: it throws the ConversationError `busy`, or waits for the end of the
   * first driver. Default: `throw`.
   */
  readonly whenBusy?: 'throw' | 'wait' | undefined
  /**
   * Milliseconds without a record of the driver after which another driver may take over. A running driver
   * renews its lease. Default: 30,000.
   */
  readonly lease?: number | undefined
  /**
   * True to store the `raw` of results: host data, such as the complete output of a tool whose result was
   * shortened. Default: false.
   */
  readonly keepRaw?: boolean | undefined
  /** Milliseconds between two checks for stop requests of other processes. Default: 500. */
  readonly interval?: number | undefined
  /** Returns the time in milliseconds since 1970, the same in all processes. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** The changes of an approved call. */
export interface ApproveCallOptions {
  /** Arguments that replace the model's. Default: the model's arguments. */
  readonly arguments?: JsonValue | undefined
  /** Milliseconds since 1970 after which the approval expires. Default: never. */
  readonly expires?: number | undefined
}

/** A call with its state. */
export interface CallStatus extends RecordedCall {
  /** The state of the call. */
  readonly state: CallState
}

/** A conversation whose record is stored while it runs. Methods that add records wait for the store. */
export interface StoredConversation {
  /** The id of the conversation. */
  readonly id: string
  /** The messages of the conversation, up to the last record that was read or added. */
  readonly messages: readonly Message[]
  /**
   * While a loop runs, the messages up to the user's last message, because the stream of the loop sends the
   * later messages. Otherwise all messages.
   */
  readonly earlierMessages: readonly Message[]
  /** The state after the last record that was read or added. */
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
   * @param key the client's id of the message. A message with a known id is not added again.
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
   * Allows an `unknown` call to begin again, by its id.
   * @throws ConversationError `unknown-id` if no unknown call has the id.
   */
  retry(callId: string): Promise<void>
  /**
   * Answers a call that does not run as cancelled, by its id.
   * @param reason for the model.
   * @throws ConversationError `unknown-id` if the call has its result or runs.
   */
  cancel(callId: string, reason?: string): Promise<void>
  /** Stops the running turn, in any process. Without a driver, `stop` has no effect. */
  stop(reason?: string): Promise<void>
  /** Removes all messages after the first `count` messages, for example before an answer is regenerated. */
  rewind(count: number): Promise<void>
  /** The drive that `drive` began on this handle, as long as no loop uses it. `runLoop` uses it. */
  readonly reserved: Drive | undefined
  /**
   * Becomes the driver. `runLoop` calls `drive` itself. Call `drive` earlier if a response must not begin for
   * a busy conversation. It waits for a loop of this handle that was left, and for another driver that was
   * stopped, at most until the end of the driver's lease.
   * @throws ConversationError `busy`, also if this handle has an unused drive.
   */
  drive(options?: DriveOptions): Promise<Drive>
  /**
   * Opens the conversation of a sub-agent, in the same store. The id of the new conversation begins with the
   * id of this conversation.
   */
  child(name: string): Promise<StoredConversation>
}
