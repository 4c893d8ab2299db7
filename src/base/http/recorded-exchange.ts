import type { JsonValue } from '../json/json-types.js'

/**
 * A recorded body. `json` if writing it again gives the same bytes (`indent` spaces, as some servers
 * pretty-print) and it has at most 8 MiB, otherwise `text`; `base64` if the bytes are not text; `chunks` for
 * a stream.
 */
export type RecordedBody =
  | { readonly json: JsonValue; readonly indent?: number; readonly newline?: true }
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly chunks: readonly RecordedChunk[] }

/** One chunk of a streamed body. */
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
  /** Absent if the request has no body. */
  readonly body?: RecordedBody
}

/** A recorded answer. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number
  /** By lower-case names; only relevant headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent if the answer has no body. */
  readonly body?: RecordedBody
  /** True if the client or the server aborted. The body contains the bytes received until then. */
  readonly aborted?: true
}

/** A recorded request and its answer. */
export interface RecordedExchange {
  /** Unique in its file. */
  readonly id: string
  /** The wire id, if known. */
  readonly wire?: string
  /** ISO 8601. */
  readonly recordedAt?: string
  /** The request. */
  readonly request: RecordedRequest
  /** The answer. */
  readonly response: RecordedResponse
  /** Notes by people or tools. */
  readonly notes?: string
  /** `{request, response}` in canonical form, at the time of the last `toolwire check --update`. */
  readonly canonical?: JsonValue
}
