/** Mistral's chat completions, related to OpenAI's. */
export const title = 'Mistral chat completions'
export const docs = 'https://docs.mistral.ai/api/#tag/chat'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['mistral'] as const
