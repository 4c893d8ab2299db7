/**
 * The Model Context Protocol: lists of tools, calls and their results, recorded exchanges, and requests of a
 * server to the client's model (`sampling/createMessage`).
 */
export const title = 'Model Context Protocol'
export const docs = 'https://modelcontextprotocol.io/specification'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['model-context-protocol'] as const
