import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Context } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Conversation, MediaPart, Message, ToolResult } from '../../base/model/types.js'

/**
 * What the server of a live session tells, in order: the events of its turns, in the grammar of streams, and what happens
 * between and beside them.
 */
export type SessionEvent =
  | StreamEvent
  /** The session is open, or its settings have changed. */
  | { readonly type: 'session-ready'; readonly id?: string }
  /**
   * A `respond` came while an answer ran, and counts for nothing: it has to be said again when that answer has ended. For
   * providers that begin answers by themselves as well.
   */
  | { readonly type: 'respond-refused' }
  /** Words of what the user said, as the provider heard them. Pieces of one saying have one id; `isWhole`: all of it. */
  | { readonly type: 'input-text'; readonly id: string; readonly text: string; readonly isWhole: boolean }
  /** Something the client wrote is in the conversation now. */
  | { readonly type: 'message-added'; readonly message: Message }
  /** The user spoke into the answer: what was not heard is void. The turn still ends with a `finish` of its own. */
  | { readonly type: 'interrupted' }
  /** These calls must not be answered any more; what runs for them is to be aborted. */
  | { readonly type: 'calls-cancelled'; readonly callIds: readonly string[] }
  /** The provider closes the session soon; a new one goes on with the handle of `resumption`, or with the conversation. */
  | { readonly type: 'session-ending'; readonly millisecondsLeft?: number }
  /** With what a new session can go on with this one. */
  | { readonly type: 'resumption'; readonly handle: string | undefined }

/** What the client of a live session says. */
export type SessionAction =
  /**
   * The first thing: settings, tools, and the messages of before. With a handle these are the system messages, and the messages
   * that came after the handle.
   */
  | { readonly type: 'open'; readonly conversation: Conversation; readonly handle?: string }
  /** Settings, tools and instructions in place of those of before. Of its messages there are the system ones alone. */
  | { readonly type: 'update'; readonly conversation: Conversation }
  /** Messages of the conversation, with no answer asked for. */
  | { readonly type: 'messages'; readonly messages: readonly Message[] }
  /** A piece of what the user says or shows right now. */
  | { readonly type: 'input'; readonly part: MediaPart }
  /** The piece before was the last of a saying: for sessions in which the server does not listen for pauses. */
  | { readonly type: 'input-end' }
  /** Results of calls; the model goes on when all calls of its turn have one and `respond` was said. */
  | { readonly type: 'results'; readonly results: readonly ToolResult[] }
  /** The model is to answer now. Wires on which it does by itself write nothing. */
  | { readonly type: 'respond' }
  /** The answer that runs is to stop. */
  | { readonly type: 'cancel' }

/** Reads the frames of one side of one session. */
export interface SessionDecoder<Told> {
  /** Takes one frame, and gives what it tells. */
  push(frame: JsonValue): readonly Told[]
  /** To be called once, when the socket is closed. Gives the `finish` of a turn that is still open. */
  finish(): readonly Told[]
}

/** Writes the frames of one side of one session. */
export interface SessionEncoder<Told> {
  /** The frames that say it; none while it is held back, or where the wire has no words for it. */
  push(told: Told): readonly JsonObject[]
}

/** A live session of a wire: both sides, in both directions. Each of them is made anew for each session. */
export interface SessionCodec {
  /** Reads what the server sends. */
  serverDecoder(context: Context): SessionDecoder<SessionEvent>
  /** Writes what a server would send: for stand-ins and for transcripts. */
  serverEncoder(context: Context): SessionEncoder<SessionEvent>
  /** Reads what a client sends: for stand-ins and for transcripts. */
  clientDecoder(context: Context): SessionDecoder<SessionAction>
  /** Writes what a client sends. */
  clientEncoder(context: Context): SessionEncoder<SessionAction>
}
