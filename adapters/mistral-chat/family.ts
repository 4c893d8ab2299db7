/** What this wire shares with the one that it is a relative of. */
export * from '../openai-chat/family.js'
