import type { JsonObject, JsonValue } from '../../base/json/json-types.js'

/** One side of an exchange, and where it stands in the log. */
export interface LogSide {
  /** A JSON Pointer. */
  readonly path: string
  readonly value: JsonValue
}

/** An exchange in a log of another program. */
export interface LogRecord {
  /** As the log names the exchange. */
  readonly id?: JsonValue
  /** Absent if the log does not say it: then the bodies are recognized. */
  readonly wire?: string
  readonly request?: LogSide
  readonly response?: LogSide
  readonly status?: number
}

/** A form in which another program logs an exchange as one JSON value. */
export interface LogFormat {
  readonly title: string
  /** Undefined if the value is of another form. */
  read(value: JsonObject): LogRecord | undefined
}

/** A conversation that a program wrote down line by line, as the request that would go on with it. */
export interface TranscriptConversation {
  readonly wire: string
  readonly request: JsonObject
}

/** A form in which an agent writes its conversations down: one JSON value per line. */
export interface TranscriptFormat {
  readonly title: string
  /** Whether a line is of this form, and of no other. */
  matches(line: JsonObject): boolean
  /** Lines that say nothing of the conversation are passed over. */
  read(lines: readonly JsonObject[]): TranscriptConversation[]
}
