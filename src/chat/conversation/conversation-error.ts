import type { ApprovalRequest } from '../../tools/policy/policy-types.js'

/**
 * The reason of a ConversationError.
 * - `busy`: another driver runs the conversation.
 * - `lost`: another driver took the conversation over.
 * - `superseded`: the request for approval is no longer open, because the user sent another message or the
 *   call ended.
 * - `unknown-id`: the conversation has no call or request with this id.
 */
export type ConversationErrorCode = 'busy' | 'lost' | 'superseded' | 'unknown-id'

const STATUS: Readonly<Record<ConversationErrorCode, number>> = {
  busy: 409,
  lost: 409,
  superseded: 410,
  'unknown-id': 404,
}

/** An operation that the record of a conversation does not allow. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError'
  /** The HTTP status for a route: 409, 410 or 404. */
  readonly status: number

  constructor(
    /** The reason, for programs. */
    readonly code: ConversationErrorCode,
    /** The id of the conversation. */
    readonly conversationId: string,
    message: string,
    /** The request for approval, for `superseded`. */
    readonly request?: ApprovalRequest,
  ) {
    super(message)
    this.status = STATUS[code]
  }
}
