import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Notice } from '../../base/model/context.js'

/** One side of an exchange, and its path in the log. */
export interface LogSide {
  /** A JSON Pointer. */
  readonly path: string
  readonly value: JsonValue
}

/** The times of the messages of a request, in order, as the log has them. Null if unknown. */
export type MessageTimes = readonly JsonValue[]

/** An exchange in a log of another program. */
export interface LogRecord {
  /** The id of the exchange in the log. */
  readonly id?: JsonValue
  /** The wire id. Absent if the log does not name the wire, which is then recognized from the bodies. */
  readonly wire?: string
  readonly request?: LogSide
  readonly response?: LogSide
  /** The text of a streamed answer. */
  readonly stream?: { readonly path: string; readonly value: string }
  readonly status?: number
  readonly times?: MessageTimes
  /** Reports of texts that look like calls and stay text. */
  readonly notices?: readonly Notice[]
}

/** A format of another program that logs an exchange as one JSON value. */
export interface LogFormat {
  readonly title: string
  /** Reads the value. Returns undefined if it has another format. */
  read(value: JsonObject): LogRecord | undefined
}

/** A conversation logged line by line, as the request that would continue it. */
export interface TranscriptConversation {
  readonly wire: string
  /** True for the conversation of a subagent. Default: false. */
  readonly subagent?: true
  readonly request: JsonObject
  readonly times?: MessageTimes
}

/** A format in which a program stores conversations: one JSON value per line, or the same values as a JSON list. */
export interface TranscriptFormat {
  readonly title: string
  /** Returns true if a line has this format and no other. */
  matches(line: JsonObject): boolean
  /**
   * Returns the conversations of a log. Lines without conversation content are skipped.
   * @param holder the object that contains the list, which may have tools and settings.
   */
  read(lines: readonly JsonObject[], holder?: JsonObject): TranscriptConversation[]
}
