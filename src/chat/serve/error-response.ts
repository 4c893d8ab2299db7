import { AdapterError, type AdapterErrorCode } from '../../base/json/adapter-error.js'
import { ConversationError } from '../conversation/conversation-error.js'

/** Codes of errors in a body. Other codes are faults of the server. */
const OF_BODY: readonly AdapterErrorCode[] = [
  'untrusted',
  'wrong-type',
  'missing-field',
  'invalid-json',
  'too-deep',
]

/**
 * Answers a request whose body was rejected: status 400 for an AdapterError about the body, the `status` of a
 * ConversationError. The client receives only the code and the path. Log the message.
 * @throws every other error.
 * @example
 * try {
 *   const { messages } = await readUiMessages(body, { conversation })
 * } catch (error) {
 *   return errorResponse(error)
 * }
 */
export function errorResponse(error: unknown): Response {
  if (error instanceof ConversationError)
    return Response.json({ error: error.code }, { status: error.status })
  if (error instanceof AdapterError && OF_BODY.includes(error.code))
    return Response.json({ error: error.code, path: error.path }, { status: 400 })
  throw error
}
