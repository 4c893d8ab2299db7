/** Anthropic's Messages API, as served by Anthropic itself and (with other transport) by Bedrock, Vertex and Foundry. */
export const title = 'Anthropic Messages'
export const docs = 'https://platform.claude.com/docs/en/api/messages'
/** Another name of the adapter's export. */
export const alias = 'anthropic'

/** What people call the wire for short, where one is chosen by its name. */
export const names = ['anthropic', 'claude'] as const
