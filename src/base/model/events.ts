import type {
  Finish,
  MediaPart,
  ModelResponse,
  OpaquePart,
  ProviderError,
  ProviderMetadata,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCall,
  ToolKind,
  ToolResult,
} from './types.js'

/**
 * An event of a stream decoder. The grammar is `stream = turn+`, `turn = attempt (restart attempt)* finish`,
 * where an attempt is `response-start? (block | error)*` and a block is `text-start text-delta* text-end`,
 * `reasoning-start reasoning-delta* reasoning-end`, `(tool-input-start tool-input-delta* tool-input-end)?
 * tool-call`, `tool-result` or `part`. Blocks may interleave; the order of their first events is the order of
 * the parts in the message. Each turn is a separate answer: most wires have one per stream, realtime wires as
 * many as the session has. `restart` voids everything before it in its turn, including open blocks and
 * complete calls. For text and reasoning `id` names the block; for tool input it is the call's id. The
 * `providerMetadata` of a start event is the metadata known at that time: all metadata if a complete response
 * is converted to a stream, little or none in a live stream.
 */
export type StreamEvent =
  | { readonly type: 'response-start'; readonly id?: string; readonly model?: string }
  | { readonly type: 'text-start'; readonly id: string; readonly providerMetadata?: ProviderMetadata }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'text-end'; readonly id: string; readonly part: TextPart }
  | { readonly type: 'reasoning-start'; readonly id: string; readonly providerMetadata?: ProviderMetadata }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning-end'; readonly id: string; readonly part: ReasoningPart }
  | {
      readonly type: 'tool-input-start'
      readonly id: string
      readonly name: string
      readonly kind: ToolKind
      readonly namespace?: string
      readonly providerExecuted: boolean
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-end'; readonly id: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'tool-result'; readonly result: ToolResult }
  | { readonly type: 'part'; readonly part: MediaPart | SourcePart | OpaquePart }
  /**
   * Emitted when the answer begins again, for instance after a retry by a proxy. Discard all earlier events
   * of this turn.
   */
  | { readonly type: 'restart' }
  | FinishEvent
  | { readonly type: 'error'; readonly error: ProviderError }

/** The event that begins a text or reasoning block. */
export type TextStart = Extract<StreamEvent, { type: 'text-start' | 'reasoning-start' }>
/** The event that begins a call. */
export type CallStart = Extract<StreamEvent, { type: 'tool-input-start' }>

/**
 * The last event of a turn and so of every stream, including truncated ones (then `finish.reason` is
 * `error`).
 */
export interface FinishEvent extends Omit<ModelResponse, 'message' | 'error'> {
  readonly type: 'finish'
  readonly finish: Finish
  /** Metadata of the assistant message, as opposed to that of the response. */
  readonly messageMetadata?: ProviderMetadata
}

/** A synchronous push parser from native stream events to canonical ones. */
export interface StreamDecoder<Input> {
  /** Decodes one native event and returns its canonical events. */
  push(input: Input): readonly StreamEvent[]
  /**
   * Ends the input; call it once. Returns the `finish` event of a turn that is still open.
   * @param isDone true if `[DONE]` was received.
   */
  finish(isDone?: boolean): readonly StreamEvent[]
}

/** One frame of a native stream: the event's name, if the format has names, and its JSON (or a bare word). */
export interface NativeFrame<Event> {
  /** The name of the event, if the format has names. */
  readonly event?: string
  /** The event. */
  readonly data: Event
}

/**
 * The event that encoders write for `restart`. Wires cannot revoke sent data, so the event marks the answer
 * as invalid.
 */
export const RESTARTED: Extract<StreamEvent, { type: 'error' }> = {
  type: 'error',
  error: {
    code: 'stream-restarted',
    message: 'the answer started again after parts of it were sent, which cannot be withdrawn',
  },
}
