import { expectMessages } from '../../base/model/expect.js'
import type { Message } from '../../base/model/types.js'
import type { StoredConversation } from '../conversation/conversation-types.js'
import { requestIn } from '../loop/approvals.js'
import type { WriteOptions } from './serve-types.js'
import { shownMessage } from './shown-events.js'

/** The messages of a chat for a client that opens it. */
export interface ShownHistory {
  /** The messages as stored, without the answers of a running turn. */
  readonly messages: readonly Message[]
  /** The messages as the client sees them. Requests for approval are left out. */
  readonly shown: readonly Message[]
  /** The conversation, if it was given. */
  readonly stored: StoredConversation | undefined
}

/**
 * Selects what a client may see.
 * @throws AdapterError for messages that are not canonical.
 */
export function shownHistory(
  of: StoredConversation | readonly Message[],
  options: Pick<WriteOptions, 'metadata' | 'onError'>,
): ShownHistory {
  const stored = isStored(of) ? of : undefined
  const messages = isStored(of) ? of.earlierMessages : of
  expectMessages(messages)
  const shown = messages.flatMap((message) => shownMessage(withoutRequests(message), options))
  return { messages, shown, stored }
}

function isStored(of: StoredConversation | readonly Message[]): of is StoredConversation {
  return typeof of === 'object' && of !== null && 'earlierMessages' in of
}

function withoutRequests({ parts, ...message }: Message): Message {
  return {
    ...message,
    parts: parts.filter((part) => part.type !== 'tool-result' || requestIn(part) === undefined),
  }
}
