/** Mistral's chat completions, a relative of OpenAI's. */
export const title = 'Mistral chat completions'
export const docs = 'https://docs.mistral.ai/api/#tag/chat'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['mistral'] as const
