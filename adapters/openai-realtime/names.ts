/** OpenAI's Realtime API, also as spoken by Azure, xAI and Qwen: the events of a session, as transcripts have them. */
export const title = 'OpenAI Realtime'
export const docs = 'https://platform.openai.com/docs/api-reference/realtime'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['realtime'] as const
