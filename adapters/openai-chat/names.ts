/** OpenAI's Chat Completions format, and the servers that speak it. */
export const title = 'OpenAI Chat Completions and compatible servers'
export const docs = 'https://platform.openai.com/docs/api-reference/chat'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['openai'] as const
