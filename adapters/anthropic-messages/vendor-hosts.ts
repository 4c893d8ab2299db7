import type { vendors } from './vendors.js'

/** The hosts of the servers. Patterns match the host and the path of a base URL. */
export const vendorHosts: readonly (readonly [address: RegExp, profile: keyof typeof vendors])[] = [
  [/^bedrock-(?:mantle|runtime)(?:-fips)?\.[a-z\d-]+\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\//, 'bedrock'],
  [/^(?:[a-z\d-]+-)?aiplatform(?:\.[a-z]+\.rep)?\.googleapis\.com\//, 'vertex'],
  [/^[a-z\d-]+\.services\.ai\.azure\.com\//, 'foundry'],
  [/^api\.(?:[a-z]+\.)?githubcopilot\.com\//, 'copilot'],
  [/^api\.deepseek\.com\//, 'deepseek'],
  [/^api\.minimaxi?\.(?:io|com|chat)\//, 'minimax'],
  [/^api\.moonshot\.(?:ai|cn)\//, 'moonshot'],
  [/^openrouter\.ai\//, 'openrouter'],
  [/^(?:api\.z\.ai|open\.bigmodel\.cn)\//, 'zai'],
  [/^(?:ollama\.com|[^/]+:11434)\//, 'ollama-compat'],
]
