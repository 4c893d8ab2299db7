import type { vendors } from './vendors.js'

/** The hosts of the servers, and the usual ports of local ones. Patterns match the host and the path of a base URL. */
export const vendorHosts: readonly (readonly [address: RegExp, profile: keyof typeof vendors])[] = [
  [/^[a-z\d-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com\//, 'azure'],
  [/^bedrock(?:-mantle|-runtime)\.[a-z\d-]+\.(?:amazonaws\.com|api\.aws)\//, 'bedrock-mantle'],
  [/^api\.(?:[a-z]+\.)?githubcopilot\.com\//, 'copilot'],
  [/^api\.deepseek\.com\//, 'deepseek'],
  [/^(?:ollama\.com|[^/]+:11434)\//, 'ollama-compat'],
  [/^openrouter\.ai\//, 'openrouter'],
  [/^(?:[a-z\d-]+\.)?api\.x\.ai\//, 'xai'],
  [/^[^/]+:1234\//, 'lmstudio'],
]
