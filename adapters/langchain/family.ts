/** Codecs of data that integrations keep unchanged: blocks of Claude, and items of OpenAI. */
export { isCallBlock as isClaudeCall } from '../anthropic-messages/calls.js'
export { isResultBlock as isClaudeResult } from '../anthropic-messages/results.js'
export { encodeAssistant } from '../openai-responses/assistant.js'
export { ItemReader } from '../openai-responses/items.js'
