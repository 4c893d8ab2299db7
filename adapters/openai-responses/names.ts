/** OpenAI's Responses API, also served by Azure, xAI, DeepSeek, OpenRouter and Bedrock. */
export const title = 'OpenAI Responses'
export const docs = 'https://platform.openai.com/docs/api-reference/responses'

/** Short names that select this wire. */
export const names = ['responses'] as const
