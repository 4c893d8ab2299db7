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
 * What a stream decoder emits, in this grammar:
 * `stream = turn+`, `turn = attempt (restart attempt)* finish`, where an attempt is `response-start? (block | error)*` and
 * a block is
 * `text-start text-delta* text-end`, `reasoning-start reasoning-delta* reasoning-end`,
 * `(tool-input-start tool-input-delta* tool-input-end)? tool-call`, `tool-result` or `part`.
 * Blocks may interleave; the order of their first events is the order of the parts in the message.
 * Each turn is an answer of its own: most wires have one to a stream, realtime ones as many as the session brings.
 * After `restart` everything before it in its turn is void, open blocks and calls that were complete included.
 * For text and reasoning `id` names the block; for tool input it is the call's id. The `providerMetadata` of a start is
 * what is known of the part by then: all of it when a whole response is told as a stream, little or nothing in a live one.
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
  /** The answer begins anew, for instance because a proxy asked again: forget all that came of this turn. */
  | { readonly type: 'restart' }
  | FinishEvent
  | { readonly type: 'error'; readonly error: ProviderError }

/** The event that begins a text or a thought. */
export type TextStart = Extract<StreamEvent, { type: 'text-start' | 'reasoning-start' }>
/** The event that begins a call. */
export type CallStart = Extract<StreamEvent, { type: 'tool-input-start' }>

/** The last event of a turn and so of every stream, also of one that was cut (then `finish.reason` is `error`). */
export interface FinishEvent extends Omit<ModelResponse, 'message' | 'error'> {
  readonly type: 'finish'
  readonly finish: Finish
  /** Metadata of the assistant message, as opposed to that of the response. */
  readonly messageMetadata?: ProviderMetadata
}

/** A synchronous push machine from native stream events to canonical ones. */
export interface StreamDecoder<Input> {
  /** Takes one native event, and gives the events that it makes. */
  push(input: Input): readonly StreamEvent[]
  /**
   * To be called once, when no more input will come. Gives the `finish` event of a turn that is still open.
   * @param isDone whether `[DONE]` came.
   */
  finish(isDone?: boolean): readonly StreamEvent[]
}

/** One frame of a native stream: the event's name where the format has names, and its JSON (or a bare word). */
export interface NativeFrame<Event> {
  /** Where the format names its events. */
  readonly event?: string
  /** The event. */
  readonly data: Event
}

/** What an encoder writes for `restart`: no wire can take back what it sent, so its reader must not take it for good. */
export const RESTARTED: Extract<StreamEvent, { type: 'error' }> = {
  type: 'error',
  error: {
    code: 'stream-restarted',
    message: 'the answer started again after parts of it were sent, which cannot be taken back',
  },
}
