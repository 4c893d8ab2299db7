// The packages of the SDK and the wire that each speaks: no other file of this format names a wire. Sources: README.md.

/** A package of the SDK: `names` are its keys in `providerOptions` and `providerMetadata`; the first one is written. */
export interface Package {
  readonly wire: string
  readonly names: readonly [string, ...string[]]
}

export const ANTHROPIC: Package = { wire: 'anthropic-messages', names: ['anthropic'] }
export const OPENAI: Package = { wire: 'openai-responses', names: ['openai', 'azure'] }
/** OpenAI's package for Chat Completions. It has the names of the one for Responses. */
export const OPENAI_CHAT: Package = { wire: 'openai-chat', names: OPENAI.names }
export const GOOGLE: Package = {
  wire: 'google-generate-content',
  names: ['google', 'vertex', 'googleVertex'],
}
export const BEDROCK: Package = { wire: 'bedrock-converse', names: ['bedrock', 'amazonBedrock'] }
