import type { HostProfile } from '../../src/codec/wire/limits.js'
import { COPILOT, DEEPSEEK, MINIMAX, MOONSHOT, OLLAMA, OPENROUTER, VERTEX, ZAI } from './family.js'
import type { vendors } from './vendors.js'

/** The hosts of the servers. Patterns match the host and the path of a base URL. */
export const vendorHosts: readonly HostProfile<keyof typeof vendors>[] = [
  [/^bedrock-(?:mantle|runtime)(?:-fips)?\.[a-z\d-]+\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\//, 'bedrock'],
  [VERTEX, 'vertex'],
  [/^[a-z\d-]+\.services\.ai\.azure\.com\//, 'foundry'],
  [COPILOT, 'copilot'],
  [DEEPSEEK, 'deepseek'],
  [MINIMAX, 'minimax'],
  [MOONSHOT, 'moonshot'],
  [OPENROUTER, 'openrouter'],
  [ZAI, 'zai'],
  [OLLAMA, 'ollama-compat'],
]
