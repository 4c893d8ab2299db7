/**
 * OpenAI's Realtime API, also in the versions of Azure, xAI and Qwen: the events of a session, as in
 * transcripts.
 */
export const title = 'OpenAI Realtime'
export const docs = 'https://platform.openai.com/docs/api-reference/realtime'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['realtime'] as const
