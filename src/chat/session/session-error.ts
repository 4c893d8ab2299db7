/** A live session ended although nobody closed it here. `messages` of the session has what was said and done until then. */
export class SessionError extends Error {
  override readonly name = 'SessionError'

  constructor(
    message: string,
    /** The close code of the socket (https://www.rfc-editor.org/rfc/rfc6455#section-7.4). Absent when none was opened. */
    readonly code?: number,
    /** The server's reason. */
    readonly reason?: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
  }
}
