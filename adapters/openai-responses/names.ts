/** OpenAI's Responses API, also as spoken by Azure, xAI, DeepSeek, OpenRouter and Bedrock. */
export const title = 'OpenAI Responses'
export const docs = 'https://platform.openai.com/docs/api-reference/responses'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['responses'] as const
