/** Cohere's chat, version 2. */
export const title = 'Cohere chat'
export const docs = 'https://docs.cohere.com/reference/chat'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['cohere'] as const
