/** Cohere's chat, version 2. */
export const title = 'Cohere chat'
export const docs = 'https://docs.cohere.com/reference/chat'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['cohere'] as const
