import { AdapterError } from '../../base/json/adapter-error.js'
import type { Message } from '../../base/model/types.js'
import type { StoredConversation } from './conversation-types.js'

/**
 * Checks the options of a loop or a session.
 * @throws AdapterError if both options are given, or if the conversation is not a stored conversation.
 */
export function expectStored(
  {
    messages,
    conversation,
  }: { messages?: readonly Message[] | undefined; conversation?: StoredConversation | undefined },
  owner: string,
): void {
  if (conversation === undefined) return
  if (messages !== undefined)
    throw new AdapterError(
      'wrong-type',
      '/messages',
      `${owner} accepts \`messages\` or a \`conversation\`, not both`,
    )
  if (typeof conversation.drive !== 'function')
    throw new AdapterError(
      'wrong-type',
      '/conversation',
      'expected the result of `await openConversation(id, { store })`',
    )
}
