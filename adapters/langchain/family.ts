/** The codec of the items that OpenAI's integration keeps whole. */
export { encodeAssistant } from '../openai-responses/assistant.js'
export { ItemReader } from '../openai-responses/items.js'
