import type { JsonValue } from '../json/json-types.js'

/**
 * A body as it is kept. `json` when re-writing it gives the very same bytes (`indent` spaces, as some servers
 * pretty-print) and it has at most 8 MiB, else `text`; `base64` when the bytes are not text; `chunks` for a stream.
 */
export type RecordedBody =
  | { readonly json: JsonValue; readonly indent?: number; readonly newline?: true }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly chunks: readonly RecordedChunk[] }

/** One chunk of a streamed body, as it arrived. */
export type RecordedChunk = {
  /** Milliseconds since the response's headers. */
  readonly at: number
} & ({ readonly text: string } | { readonly base64: string })

/** A recorded request. */
export interface RecordedRequest {
  /** Upper case. */
  readonly method: string
  /** The URL, redacted. */
  readonly url: string
  /** By lower-case names, redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent when there was none. */
  readonly body?: RecordedBody
}

/** A recorded answer. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number
  /** By lower-case names; only those that matter. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent when there was none. */
  readonly body?: RecordedBody
  /** True if the client or the server aborted; the body is what had arrived. */
  readonly aborted?: true
}

/** A recorded request and its answer. */
export interface RecordedExchange {
  /** Unique in its file. */
  readonly id: string
  /** The wire id, when known. */
  readonly wire?: string
  /** ISO 8601. */
  readonly recordedAt?: string
  /** What was sent. */
  readonly request: RecordedRequest
  /** What was answered. */
  readonly response: RecordedResponse
  /** Notes of people or tools. */
  readonly notes?: string
  /** `{request, response}` in canonical form, as it was when `toolwire check --update` last looked. */
  readonly canonical?: JsonValue
}
