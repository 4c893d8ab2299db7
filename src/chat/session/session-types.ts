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
import type { StoredConversation } from '../conversation/conversation-types.js'
import type { SessionError } from './session-error.js'
import type { SessionSocket } from './socket.js'

/** Emitted when the connection was lost and the session is reconnecting. */
export interface ReconnectingEvent {
  readonly type: 'reconnecting'
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The error of the previous connection. */
  readonly error: SessionError
}

/**
 * Emitted when audio chunks or deltas were dropped, because they were not read in time or could not be sent.
 */
export interface DroppedEvent {
  readonly type: 'dropped'
  /** The number of dropped events. */
  readonly count: number
}

/**
 * An event of a session: server events, events of calls (`started`, `completed`, `waiting`, …), and
 * connection events.
 */
export type LiveEvent = SessionEvent | ToolEvent | ReconnectingEvent | DroppedEvent

/** The argument of the function that creates a socket. */
export interface SocketRequest {
  /** The path of the session below the provider's base URL, including the model if it is part of the path. */
  readonly path: string
  /** The subprotocols that a client of the wire offers in the handshake. */
  readonly subprotocols: readonly string[]
}

/** Settings of a session. Messages and tools have separate options. */
type Sent = Omit<Conversation, 'messages' | 'tools' | 'stream'>

/** Options of `openSession`, in addition to the settings of a conversation. `signal` closes the session. */
export interface SessionOptions extends RunOptions, Sent {
  /** The socket, open or connecting. If a function is passed, it is called for each connection. */
  readonly socket: SessionSocket | ((request: SocketRequest) => SessionSocket)
  /** The instructions for the model: a system message. Default: none. */
  readonly instructions?: string | undefined
  /** The conversation so far, from any wire. The list is not changed. Default: none. */
  readonly messages?: readonly Message[] | undefined
  /**
   * A stored conversation instead of `messages`: the result of `openConversation`. The session immediately
   * records all messages, answers and calls, and continues where the record ends. Default: none, so that
   * nothing is stored.
   */
  readonly conversation?: StoredConversation | undefined
  /**
   * The tools for the model. The session runs tools with `execute`. Calls of other tools are answered with
   * `send`. Default: none.
   */
  readonly tools?: readonly RunnableTool[] | undefined
  /**
   * The executor that runs the calls. The tools of the executor are also sent, and its `policy` and `approve`
   * apply. If several sessions share an executor, set a distinct `conversationId` in the `context` of each.
   * Default: an executor for `tools`.
   */
  readonly executor?: Executor | undefined
  /** Answered approval requests for waiting calls in `messages`. Default: none. */
  readonly approvals?: readonly Approval[] | undefined
  /** The maximum number of reconnections. Requires a function as `socket`. Default: 0. */
  readonly reconnect?: number | undefined
  /**
   * The number of events that may wait for a slow client before audio and deltas are dropped. Default: 1,024.
   */
  readonly capacity?: number | undefined
  /** The limits of the wire to apply. Default: the usual limits of the wire. */
  readonly limits?: LimitsChoice | undefined
  /** The model facts: `models` of `toolwire/models`. Default: none. */
  readonly models?: Catalogue | undefined
  /** Called for data that a conversion changed or could not represent. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** Changes of a running session. Absent members are unchanged. */
export interface SessionChanges extends Omit<Sent, 'model'> {
  /** Replaces the previous instructions. */
  readonly instructions?: string
  /** Replaces the previous tools. If an `executor` is set, the executor's tools are also sent. */
  readonly tools?: readonly RunnableTool[]
}

/**
 * A live session. The session runs with or without iteration and can be iterated once. Leaving the loop
 * closes the session.
 */
export interface Session extends AsyncIterable<LiveEvent> {
  /**
   * The current conversation: speech of the user and the model as text, calls, and results. The list is plain
   * JSON, which any wire can continue. Audio is not kept, but its transcript is if the provider sends one.
   */
  readonly messages: readonly Message[]
  /** The requests that wait for approval. */
  readonly approvals: readonly ApprovalRequest[]
  /**
   * Adds a message to the conversation without requesting an answer. The results in a message of role `tool`
   * answer calls of tools without `execute`, which the session does not run.
   * @throws AdapterError for a value that is not a message.
   */
  send(message: Message): void
  /**
   * Sends a piece of live audio or video from the user. The piece is dropped while the connection is missing
   * or slow.
   */
  input(part: MediaPart): void
  /** Marks the end of an utterance. Only needed if the provider does not detect pauses. */
  endInput(): void
  /** Requests an answer, as soon as no other answer is in progress. */
  respond(): void
  /**
   * Stops the answer and the running calls. Calls are answered as cancelled, without requesting another
   * answer.
   */
  cancel(): void
  /**
   * Answers an approval request with the result of `approveCall`, `denyCall` or `signApproval`.
   * @returns false if no call waits for the approval.
   */
  approve(approval: Approval): boolean
  /** Changes tools or settings of the running session. */
  update(changes: SessionChanges): void
  /**
   * Closes the session and aborts running calls. Unread events can still be read.
   * @returns a promise that resolves when the record is complete and the `conversation` is free. It does not reject.
   */
  close(): Promise<void>
}
