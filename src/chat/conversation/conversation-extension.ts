import { createExtension } from '../../tools/context/extension.js'
import type { StoredConversation } from './conversation-types.js'

/** The key of the conversation in the context of its tools. */
export const CONVERSATION = createExtension<StoredConversation>('conversation')
