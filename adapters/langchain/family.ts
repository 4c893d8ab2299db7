/** Codec of the complete items that OpenAI's integration keeps. */
export { encodeAssistant } from '../openai-responses/assistant.js'
export { ItemReader } from '../openai-responses/items.js'
