/** Code shared with the wire that has similar messages and tools. */
export { callsOf, messagesOf, plainResults, toolsOf, viewOf } from '../openai-chat/family.js'
