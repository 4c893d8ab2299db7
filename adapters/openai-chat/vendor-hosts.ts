import type { HostProfile } from '../../src/codec/wire/limits.js'
import {
  AZURE,
  COPILOT,
  DEEPSEEK,
  LM_STUDIO,
  MINIMAX,
  MOONSHOT,
  OLLAMA,
  OPENROUTER,
  VERTEX,
  XAI,
  ZAI,
} from './hosts.js'
import type { vendors } from './vendors.js'

/**
 * The hosts of vendors and the usual ports of local servers, with their profiles. Patterns match the host and
 * the path of a base URL.
 */
export const vendorHosts: readonly HostProfile<keyof typeof vendors>[] = [
  [/^dashscope[a-z-]*\.aliyuncs\.com\//, 'alibaba'],
  [/^api\.anthropic\.com\//, 'anthropic-compat'],
  [/^models\.(?:github\.ai|inference\.ai\.azure\.com)\//, 'github-models'],
  [AZURE, 'azure'],
  [/^api\.cerebras\.ai\//, 'cerebras-gpt-oss', /gpt-oss/],
  [/^api\.cerebras\.ai\//, 'cerebras-glm', /glm/],
  [/^api\.cerebras\.ai\//, 'cerebras'],
  [/^llm\.chutes\.ai\//, 'chutes'],
  [COPILOT, 'copilot'],
  [DEEPSEEK, 'deepseek'],
  [/^api\.fireworks\.ai\//, 'fireworks'],
  [/^generativelanguage\.googleapis\.com\//, 'gemini-compat'],
  [VERTEX, 'gemini-compat'],
  [/^api\.groq\.com\//, 'groq'],
  [/^router\.huggingface\.co\//, 'huggingface'],
  [MINIMAX, 'minimax'],
  [/^api\.mistral\.ai\//, 'mistral'],
  [MOONSHOT, 'moonshot'],
  [/^integrate\.api\.nvidia\.com\//, 'nim'],
  [OLLAMA, 'ollama-compat'],
  [OPENROUTER, 'openrouter'],
  [/^api\.perplexity\.ai\//, 'perplexity'],
  [/^[a-z\d._-]+\.snowflakecomputing\.com\//, 'snowflake'],
  [/^api\.together\.(?:ai|xyz)\//, 'together'],
  [XAI, 'xai'],
  [ZAI, 'zai'],
  [LM_STUDIO, 'lmstudio'],
]
