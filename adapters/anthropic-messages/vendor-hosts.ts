import type { HostProfile } from '../../src/codec/wire/limits.js'
import { COPILOT, DEEPSEEK, MINIMAX, MOONSHOT, OLLAMA, OPENROUTER, VERTEX, ZAI } from './family.js'
import type { vendors } from './vendors.js'

const BEDROCK = /^bedrock-(?:mantle|runtime)(?:-fips)?\.[a-z\d-]+\.(?:amazonaws\.com(?:\.cn)?|api\.aws)\//

/** Names of Claude from 4.6 on: `us.anthropic.claude-opus-4-6-v1`, `claude-sonnet-5`. A date may follow `claude-opus-4`. */
const FROM_4_6 = /claude-[a-z]+-(?:4-(?:[6-9]|\d\d)|[5-9]|\d\d)(?!\d)/

/** The hosts of the servers. Patterns match the host and the path of a base URL. */
export const vendorHosts: readonly HostProfile<keyof typeof vendors>[] = [
  [BEDROCK, 'bedrock-claude-4.6', FROM_4_6],
  [BEDROCK, 'bedrock'],
  [VERTEX, 'vertex-claude-4.6', FROM_4_6],
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
