/**
 * The reason why a request has no answer: `unreachable` (no connection, or it broke before an answer),
 * `timeout` (no answer began in time, or the server fell silent), `cut-off` (the connection broke during the
 * answer), `redirected` (the server redirects to another address).
 */
export type SendErrorCode = 'unreachable' | 'timeout' | 'cut-off' | 'redirected'

/**
 * Thrown if a request has no answer, or only part of one. An error response of a provider is a
 * `ResponseError`.
 */
export class SendError extends Error {
  override readonly name = 'SendError'

  constructor(
    /** The reason, for programs. */
    readonly code: SendErrorCode,
    message: string,
  ) {
    super(message)
  }
}
