/**
 * Anthropic's Messages API, served by Anthropic and, with other transports, by Bedrock, Vertex and Foundry.
 */
export const title = 'Anthropic Messages'
export const docs = 'https://platform.claude.com/docs/en/api/messages'
/** Another name of the adapter's export. */
export const alias = 'anthropic'

/** Short names of the wire, for choosing an adapter by name. */
export const names = ['anthropic', 'claude'] as const
