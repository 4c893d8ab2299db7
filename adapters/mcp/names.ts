/**
 * The Model Context Protocol: lists of tools, calls and their results, recorded exchanges, and what a server asks the
 * client's model (`sampling/createMessage`).
 */
export const title = 'Model Context Protocol'
export const docs = 'https://modelcontextprotocol.io/specification'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['model-context-protocol'] as const
