import type { JsonValue } from '../json/json-types.js'

/**
 * A recorded body. `json`: JSON of at most 8 MiB that can be written again with the same bytes (`indent` is
 * the number of spaces). `text`: any other text. `base64`: bytes that are not text. `chunks`: a stream.
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
  /** Headers by lower-case names, redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent if the request has no body. */
  readonly body?: RecordedBody
}

/** A recorded answer. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number
  /** Headers by lower-case names; only the relevant ones are recorded. */
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
  /**
   * `client` for an exchange between a proxy and its client. The proxy's exchange with a target, which is paid, has no
   * side.
   */
  readonly side?: 'client'
  /** The request. */
  readonly request: RecordedRequest
  /** The answer. */
  readonly response: RecordedResponse
  /** Notes of the user or of a tool. */
  readonly notes?: string
  /** `{request, response}` in canonical form, at the time of the last `toolwire check --update`. */
  readonly canonical?: JsonValue
}
