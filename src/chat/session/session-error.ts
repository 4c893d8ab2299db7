/**
 * Thrown if a live session ended without being closed by the program. `messages` of the session contains the
 * conversation until then.
 */
export class SessionError extends Error {
  override readonly name = 'SessionError'

  constructor(
    message: string,
    /**
     * The close code of the socket (https://www.rfc-editor.org/rfc/rfc6455#section-7.4). Absent if no socket
     * was opened.
     */
    readonly code?: number,
    /** The server's reason. */
    readonly reason?: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
  }
}
