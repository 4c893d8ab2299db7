import type { Notice } from '../../base/model/context.js'
import type { Conversation, MediaPart, Message } from '../../base/model/types.js'
import type { SessionEvent } from '../../codec/stream/session-codec.js'
import type { LimitsChoice } from '../../codec/wire/limits.js'
import type { RunnableTool } from '../../tools/define-tool.js'
import type { ToolEvent } from '../../tools/events/event-types.js'
import type { Executor } from '../../tools/executor/executor-types.js'
import type { Approval, ApprovalRequest } from '../../tools/policy/policy-types.js'
import type { RunOptions } from '../../tools/run-tools.js'
import type { Catalogue } from '../../translate/catalogue/catalogue.js'
import type { SessionError } from './session-error.js'
import type { SessionSocket } from './socket.js'

/** The connection was lost, and another one is being made. */
export interface ReconnectingEvent {
  readonly type: 'reconnecting'
  /** From 1. */
  readonly attempt: number
  /** How the one before ended. */
  readonly error: SessionError
}

/** Sounds or deltas were dropped here, since they were not read or could not be sent. */
export interface DroppedEvent {
  readonly type: 'dropped'
  /** How many. */
  readonly count: number
}

/**
 * What happens in a session: what the server tells, the events of calls (`started`, `completed`, `waiting`, …), and what becomes of
 * the connection.
 */
export type LiveEvent = SessionEvent | ToolEvent | ReconnectingEvent | DroppedEvent

/** What a function that makes a socket is told. */
export interface SocketRequest {
  /** The path of the session below the provider's base URL, with the model where it is said there. */
  readonly path: string
  /** What a client of the wire offers in the handshake. */
  readonly subprotocols: readonly string[]
}

/** Settings of a session. Messages and tools have options of their own. */
type Sent = Omit<Conversation, 'messages' | 'tools' | 'stream'>

/** Options of `openSession`, in addition to the settings of a conversation. `signal` closes the session. */
export interface SessionOptions extends RunOptions, Sent {
  /** The socket, open or about to be. A function that makes one is called for each connection. */
  readonly socket: SessionSocket | ((request: SocketRequest) => SessionSocket)
  /** What the model is told first: a system message. Default: none. */
  readonly instructions?: string | undefined
  /** The conversation so far, of any wire. The list is not changed. Default: none. */
  readonly messages?: readonly Message[] | undefined
  /** What the model may use. Tools with `execute` run here; calls of others are answered with `send`. Default: none. */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * Runs the calls in place of `tools`. Its tools are sent, too. If several sessions share it, give each a `conversationId` in
   * `context`. Its own `policy` and `approve` count. Default: one made of `tools`.
   */
  readonly executor?: Executor | undefined
  /** Answered requests for approval, for calls in `messages` that wait for them. Default: none. */
  readonly approvals?: readonly Approval[] | undefined
  /** How often a lost connection is made again. It needs a function as `socket`. Default: 0. */
  readonly reconnect?: number | undefined
  /** How many events may wait for a slow reader before sounds and deltas are dropped. Default: 1,024. */
  readonly capacity?: number | undefined
  /** Which of the wire's limits hold. Default: its usual ones. */
  readonly limits?: LimitsChoice | undefined
  /** What is known of the model: `models` of `toolwire/models`. Default: nothing. */
  readonly models?: Catalogue | undefined
  /** Called for whatever a conversion changed or could not carry. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** What of a session can be changed while it runs. What is not named stays. */
export interface SessionChanges extends Omit<Sent, 'model'> {
  /** In place of the instructions of before. */
  readonly instructions?: string
  /** In place of the tools of before. With an `executor` of your own, its tools are sent as well. */
  readonly tools?: readonly RunnableTool[]
}

/** A live session. It works whether it is iterated or not; it can be iterated once. Leaving the loop closes it. */
export interface Session extends AsyncIterable<LiveEvent> {
  /**
   * The conversation at this moment: what the user and the model said as text, calls, and results. Plain JSON: any wire goes on
   * from it. Sound is not kept; the words of it are, as far as the provider tells them.
   */
  readonly messages: readonly Message[]
  /** The requests for approval that wait for an answer. */
  readonly approvals: readonly ApprovalRequest[]
  /**
   * Adds a message to the conversation. No answer is asked for. The results in a message of role `tool` answer calls that are not
   * run here, of tools without `execute`.
   * @throws AdapterError for what is no message.
   */
  send(message: Message): void
  /** Sends a piece of what the user says or shows right now. It is dropped while there is no connection, or a slow one. */
  input(part: MediaPart): void
  /** The piece before was the last of a saying. Only needed if the provider does not listen for pauses. */
  endInput(): void
  /** Lets the model answer, as soon as no other answer runs. */
  respond(): void
  /** Stops the answer and the calls that run. Calls are answered as cancelled, and no answer is asked for. */
  cancel(): void
  /** Answers a request for approval with what `approveCall`, `denyCall` or `signApproval` gave. @returns false if no call waits for it. */
  approve(approval: Approval): boolean
  /** Changes tools or settings from now on. */
  update(changes: SessionChanges): void
  /** Closes the session. Calls that run are aborted. The events that were not read yet can still be read. */
  close(): void
}
