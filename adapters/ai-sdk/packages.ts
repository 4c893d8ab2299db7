// The packages of the SDK and the wire of each. Other files of this format do not name wires. Sources:
// README.md.

/**
 * A package of the SDK: `names` are its keys in `providerOptions` and `providerMetadata`; the first name is
 * written.
 */
export interface Package {
  readonly wire: string
  readonly names: readonly [string, ...string[]]
}

export const ANTHROPIC: Package = { wire: 'anthropic-messages', names: ['anthropic'] }
export const OPENAI: Package = { wire: 'openai-responses', names: ['openai', 'azure'] }
/** OpenAI's package for Chat Completions. This package has the names of the package for Responses. */
export const OPENAI_CHAT: Package = { wire: 'openai-chat', names: OPENAI.names }
export const GOOGLE: Package = {
  wire: 'google-generate-content',
  names: ['google', 'vertex', 'googleVertex'],
}
export const BEDROCK: Package = { wire: 'bedrock-converse', names: ['bedrock', 'amazonBedrock'] }
