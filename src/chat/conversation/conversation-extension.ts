import { createExtension, provide } from '../../tools/context/extension.js'
import type { RunOptions } from '../../tools/run-tools.js'
import type { StoredConversation } from './conversation-types.js'

/** The key of the conversation in the context of its tools. */
export const CONVERSATION = createExtension<StoredConversation>('conversation')

/**
 * Returns the context for the calls of a conversation: executors distinguish conversations by the id of the
 * context, and tools may open a conversation below this conversation.
 */
export function conversationContext(
  context: RunOptions['context'] = {},
  conversation: StoredConversation,
): RunOptions['context'] {
  const { conversationId = conversation.id } = context
  const changes = { conversationId, extensions: [provide(CONVERSATION, conversation)] }
  if ('derive' in context) return context.derive(changes)
  return { ...context, ...changes, extensions: [...changes.extensions, ...(context.extensions ?? [])] }
}
