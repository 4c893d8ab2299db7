import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Context } from '../../base/model/context.js'
import type { NativeFrame, StreamDecoder, StreamEvent } from '../../base/model/events.js'
import type { FrameReading, Framing } from './framing.js'

/**
 * A synchronous push machine from canonical stream events to native frames. It takes events of any decoder and those of
 * `disassemble`; `finish` gives what is still held back and what the provider sends after its last event (`[DONE]`),
 * which a stream without a `finish` event does not get.
 */
export interface StreamEncoder {
  /** The frames that the provider would send for this event; none while it is held back. */
  push(event: StreamEvent): readonly NativeFrame<JsonValue>[]
  /** To be called once, when no more events will come. */
  finish(): readonly NativeFrame<JsonValue>[]
}

/**
 * The way in for values in memory that the official client holds otherwise than the wire (bytes, names in another case):
 * gives the JSON of the wire, and JSON as it is. Default: the client's objects are the wire's JSON.
 */
export type Converter = (value: unknown) => JsonValue

/** How a stream of the wire is read. */
export interface StreamDecoding {
  /** How events are parted: server-sent events, lines of JSON, binary frames. */
  readonly framing: FrameReading
  /** For events that come as objects. The same as that of the wire. */
  readonly converter?: Converter
  /** The bare word that servers of this wire send after the last event. Readers accept `[DONE]` on every wire. */
  readonly done?: string
  /** Whether an event begins an answer: a second one begins it anew. Default: no event tells. */
  begins?(event: JsonObject): boolean
  /** Tests that an event ends the answer. Later events are ignored. Default: only `[DONE]` ends it. */
  ends?(event: JsonObject): boolean
  /** Members of this wire that hold the code of an error, before the usual ones. Default: none. */
  readonly errorCodes?: readonly string[]
  /**
   * The events that the first thing in a stream stands for: itself, or those of a whole answer; undefined when it is
   * nothing of this wire. Asked until something is. Default: everything is an event.
   */
  entry?(first: JsonObject): JsonArray | undefined
  /** Whether calls arrive whole, without pieces of their input. Default: no. */
  readonly wholeCalls?: true
  /** Whether a stream may hold several turns, as those of realtime wires do. Default: it holds one answer. */
  readonly turns?: boolean
  /**
   * The models in whose streamed answers another model may replace the author: on other wires their calls are given on at the end
   * of the answer. Default: calls are given on as they arrive.
   */
  readonly replacedModels?: RegExp
  /** A new decoder, for one stream. */
  decoder(context: Context): StreamDecoder<JsonValue>
}

/** How a stream of the wire is read and written. */
export interface StreamCodec extends StreamDecoding {
  readonly framing: Framing
  /** A new encoder, for one stream. Default: streams of this wire cannot be written. */
  encoder?(context: Context): StreamEncoder
}
