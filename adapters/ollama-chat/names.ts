/** Ollama's own chat API, of the local server and of its cloud. */
export const title = 'Ollama chat'
export const docs = 'https://docs.ollama.com/api/chat'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['ollama'] as const
