import { APICallError } from 'ai'

/**
 * Returns true if another tab changed the conversation, so that the server refused the post: it runs there
 * (409), or the call was answered there (410).
 */
export function isBehind(error: Error): boolean {
  return (
    APICallError.isInstance(error) &&
    (error.statusCode === 409 || error.statusCode === 410)
  )
}

/** Returns the sentence about an error for the user. */
export function explained(error: Error): string {
  if (APICallError.isInstance(error))
    return `The server refused the message: status ${error.statusCode}.`
  if (error instanceof TypeError) return 'The server cannot be reached.'
  return error.message
}
