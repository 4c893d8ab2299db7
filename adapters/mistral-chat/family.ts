/** Code shared with the related wire. */
export * from '../openai-chat/family.js'
