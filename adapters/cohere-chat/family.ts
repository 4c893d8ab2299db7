/** Code shared with the wire that has similar messages and tools. */
export { messagesOf, nativeCallsOf, plainResults, toolsOf, viewOf } from '../openai-chat/family.js'
