/**
 * Why a request has no answer: `unreachable` (no connection, or it broke before an answer), `timeout` (no answer began in
 * time, or it fell silent), `cut-off` (the connection broke in the answer), `redirected` (the server answers elsewhere).
 */
export type SendErrorCode = 'unreachable' | 'timeout' | 'cut-off' | 'redirected'

/** A request that got no answer, or not all of one. What a provider answers in place of one is a `ResponseError`. */
export class SendError extends Error {
  override readonly name = 'SendError'

  constructor(
    /** Why, for programs. */
    readonly code: SendErrorCode,
    message: string,
  ) {
    super(message)
  }
}
