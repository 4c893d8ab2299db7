/** The codecs and types that this wire shares with Chat Completions. */
export * from '../openai-chat/family.js'
