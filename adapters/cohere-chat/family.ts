/** What this wire shares with the one that its messages and tools look like. */
export { callsOf, messagesOf, plainResults, toolsOf, viewOf } from '../openai-chat/family.js'
