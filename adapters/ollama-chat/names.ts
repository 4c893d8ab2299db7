/** Ollama's own chat API, of the server on one's machine and of its cloud. */
export const title = 'Ollama chat'
export const docs = 'https://docs.ollama.com/api/chat'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['ollama'] as const
