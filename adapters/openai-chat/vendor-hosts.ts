import type { vendors } from './vendors.js'

/**
 * The hosts of vendors and the usual ports of local servers, with their profiles. Patterns match the host and
 * the path of a base URL.
 */
export const vendorHosts: readonly (readonly [address: RegExp, profile: keyof typeof vendors])[] = [
  [/^dashscope[a-z-]*\.aliyuncs\.com\//, 'alibaba'],
  [/^api\.anthropic\.com\//, 'anthropic-compat'],
  [/^models\.(?:github\.ai|inference\.ai\.azure\.com)\//, 'github-models'],
  [/^[a-z\d-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com\//, 'azure'],
  [/^api\.cerebras\.ai\//, 'cerebras'],
  [/^llm\.chutes\.ai\//, 'chutes'],
  [/^api\.(?:[a-z]+\.)?githubcopilot\.com\//, 'copilot'],
  [/^api\.deepseek\.com\//, 'deepseek'],
  [/^api\.fireworks\.ai\//, 'fireworks'],
  [/^generativelanguage\.googleapis\.com\//, 'gemini-compat'],
  [/^(?:[a-z\d-]+-)?aiplatform\.googleapis\.com\//, 'gemini-compat'],
  [/^api\.groq\.com\//, 'groq'],
  [/^router\.huggingface\.co\//, 'huggingface'],
  [/^api\.minimaxi?\.(?:io|com|chat)\//, 'minimax'],
  [/^api\.mistral\.ai\//, 'mistral'],
  [/^api\.moonshot\.(?:ai|cn)\//, 'moonshot'],
  [/^integrate\.api\.nvidia\.com\//, 'nim'],
  [/^(?:ollama\.com|[^/]+:11434)\//, 'ollama-compat'],
  [/^openrouter\.ai\//, 'openrouter'],
  [/^api\.perplexity\.ai\//, 'perplexity'],
  [/^[a-z\d._-]+\.snowflakecomputing\.com\//, 'snowflake'],
  [/^api\.together\.(?:ai|xyz)\//, 'together'],
  [/^(?:[a-z\d-]+\.)?api\.x\.ai\//, 'xai'],
  [/^(?:api\.z\.ai|open\.bigmodel\.cn)\//, 'zai'],
  [/^[^/]+:1234\//, 'lmstudio'],
]
