import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Context } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Conversation, MediaPart, Message, ToolResult } from '../../base/model/types.js'

/**
 * An event from the server of a live session, in order: the events of its turns, in the grammar of streams,
 * and session events between and next to them.
 */
export type SessionEvent =
  | StreamEvent
  /** Emitted when the session is open or its settings have changed. */
  | { readonly type: 'session-ready'; readonly id?: string }
  /**
   * Emitted when the server ignored a `respond` because an answer was in progress. Send `respond` again after
   * that answer. Only for providers that also begin answers without a request.
   */
  | { readonly type: 'respond-refused' }
  /**
   * A transcript of the user's speech by the provider. All pieces of an utterance have the same id. `isWhole`
   * is true for the complete utterance.
   */
  | { readonly type: 'input-text'; readonly id: string; readonly text: string; readonly isWhole: boolean }
  /** A message from the client was added to the conversation. */
  | { readonly type: 'message-added'; readonly message: Message }
  /**
   * Emitted when the user interrupted the answer. The part that was not played is void. The turn still ends
   * with a separate `finish`.
   */
  | { readonly type: 'interrupted' }
  /** Emitted when calls must no longer be answered. Abort their execution. */
  | { readonly type: 'calls-cancelled'; readonly callIds: readonly string[] }
  /**
   * Emitted before the provider closes the session. Continue in a new session with the handle of
   * `resumption`, or with the conversation.
   */
  | { readonly type: 'session-ending'; readonly millisecondsLeft?: number }
  /** The handle with which a new session can continue this one. */
  | { readonly type: 'resumption'; readonly handle: string | undefined }

/** An action of the client of a live session. */
export type SessionAction =
  /**
   * The first action: settings, tools, and the earlier messages. With a handle, the messages are the system
   * messages and the messages after the handle.
   */
  | { readonly type: 'open'; readonly conversation: Conversation; readonly handle?: string }
  /** Replaces settings, tools and instructions. The conversation contains only system messages. */
  | { readonly type: 'update'; readonly conversation: Conversation }
  /** Adds messages to the conversation, without requesting an answer. */
  | { readonly type: 'messages'; readonly messages: readonly Message[] }
  /** A chunk of the user's live audio or video. */
  | { readonly type: 'input'; readonly part: MediaPart }
  /** Ends an utterance after the last chunk: for sessions in which the server does not detect pauses. */
  | { readonly type: 'input-end' }
  /**
   * Results of calls; the model continues when all calls of its turn have a result and `respond` was sent.
   */
  | { readonly type: 'results'; readonly results: readonly ToolResult[] }
  /** Requests an answer. Wires on which the model answers on its own send nothing. */
  | { readonly type: 'respond' }
  /** Stops the current answer. */
  | { readonly type: 'cancel' }

/** Decodes the frames of one side of one session. */
export interface SessionDecoder<Told> {
  /** Decodes one frame. */
  push(frame: JsonValue): readonly Told[]
  /**
   * Ends the input; call it once, after the socket is closed. Returns the `finish` of a turn that is still
   * open.
   */
  finish(): readonly Told[]
}

/** Encodes the frames of one side of one session. */
export interface SessionEncoder<Told> {
  /**
   * Returns the frames of an event; an empty list while it is held back, or if the wire cannot express it.
   */
  push(told: Told): readonly JsonObject[]
}

/**
 * The codecs of a live session: both sides, decoding and encoding. Each codec is created anew for each
 * session.
 */
export interface SessionCodec {
  /** Creates a decoder of server frames. */
  serverDecoder(context: Context): SessionDecoder<SessionEvent>
  /** Creates an encoder of server frames, for servers that replace the provider, and for transcripts. */
  serverEncoder(context: Context): SessionEncoder<SessionEvent>
  /** Creates a decoder of client frames, for servers that replace the provider, and for transcripts. */
  clientDecoder(context: Context): SessionDecoder<SessionAction>
  /** Creates an encoder of client frames. */
  clientEncoder(context: Context): SessionEncoder<SessionAction>
}
