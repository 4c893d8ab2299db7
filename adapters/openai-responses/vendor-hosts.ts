import type { HostProfile } from '../../src/codec/wire/limits.js'
import { AZURE, COPILOT, DEEPSEEK, LM_STUDIO, OLLAMA, OPENROUTER, XAI } from './family.js'
import type { vendors } from './vendors.js'

/** The hosts of the servers, and the usual ports of local ones. Patterns match the host and the path of a base URL. */
export const vendorHosts: readonly HostProfile<keyof typeof vendors>[] = [
  [AZURE, 'azure'],
  [/^bedrock(?:-mantle|-runtime)\.[a-z\d-]+\.(?:amazonaws\.com|api\.aws)\//, 'bedrock-mantle'],
  [COPILOT, 'copilot'],
  [DEEPSEEK, 'deepseek'],
  [OLLAMA, 'ollama-compat'],
  [OPENROUTER, 'openrouter'],
  [XAI, 'xai'],
  [LM_STUDIO, 'lmstudio'],
]
