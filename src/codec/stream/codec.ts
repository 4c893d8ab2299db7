import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Context } from '../../base/model/context.js'
import type { NativeFrame, StreamDecoder, StreamEvent } from '../../base/model/events.js'
import type { FrameReading, Framing } from './framing.js'

/**
 * A synchronous push encoder from canonical stream events to native frames. It accepts the events of any
 * decoder and of `disassemble`. `finish` returns frames that are still held back and those that the provider
 * sends after its last event (`[DONE]`); the latter only if the stream had a `finish` event.
 */
export interface StreamEncoder {
  /**
   * Returns the frames that the provider would send for this event; an empty list while frames are held back.
   */
  push(event: StreamEvent): readonly NativeFrame<JsonValue>[]
  /** Ends the input; call it once. */
  finish(): readonly NativeFrame<JsonValue>[]
}

/**
 * Converts values in memory whose form in the official client differs from the wire (bytes, names in another
 * case) to the JSON of the wire; JSON is returned unchanged. Default: the client's objects are the wire's
 * JSON.
 */
export type Converter = (value: unknown) => JsonValue

/** Decoding of a stream of the wire. */
export interface StreamDecoding {
  /** The separation of events: server-sent events, lines of JSON, binary frames. */
  readonly framing: FrameReading
  /** The converter of the wire, for events that arrive as objects. */
  readonly converter?: Converter
  /**
   * The bare word that servers of this wire send after the last event. Readers accept `[DONE]` on every wire.
   */
  readonly done?: string
  /**
   * Returns true if an event begins an answer: a second such event restarts the answer. Default: no event
   * does.
   */
  begins?(event: JsonObject): boolean
  /** Returns true if an event ends the answer. Later events are ignored. Default: only `[DONE]` ends it. */
  ends?(event: JsonObject): boolean
  /** Members with the error codes of this wire. They are read before the usual members. Default: none. */
  readonly errorCodes?: readonly string[]
  /**
   * Returns the events that the first element of a stream represents: the element itself, or the events of a
   * complete answer. Returns undefined for an element of another wire. Called until an element is recognized.
   * Default: every element is an event.
   */
  entry?(first: JsonObject): JsonArray | undefined
  /**
   * True if streams of this wire may hold back the input of a call until it is complete, which law 16
   * permits. Default: false.
   */
  readonly wholeCalls?: true
  /** True if a stream may contain several turns, as on realtime wires. Default: it contains one answer. */
  readonly turns?: boolean
  /**
   * The models in whose streamed answers another model may take over. When this stream is converted to
   * another wire, calls are emitted at the end of the answer. Default: calls are emitted as they arrive.
   */
  readonly replacedModels?: RegExp
  /** Creates a decoder for one stream. */
  decoder(context: Context): StreamDecoder<JsonValue>
}

/** Decoding and encoding of a stream of the wire. */
export interface StreamCodec extends StreamDecoding {
  readonly framing: Framing
  /** Creates an encoder for one stream. Default: streams of this wire cannot be encoded. */
  encoder?(context: Context): StreamEncoder
}
