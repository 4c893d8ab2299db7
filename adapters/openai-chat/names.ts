/** OpenAI's Chat Completions format, and compatible servers. */
export const title = 'OpenAI Chat Completions and compatible servers'
export const docs = 'https://platform.openai.com/docs/api-reference/chat'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['openai'] as const
