import { anthropicRunners } from './anthropic.js'
import { bedrockRunners } from './bedrock.js'
import { cohereRunners } from './cohere.js'
import { googleRunners } from './google.js'
import { interactionsRunners } from './interactions.js'
import { mistralRunners } from './mistral.js'
import { ollamaRunners } from './ollama.js'
import { openaiRunners } from './openai.js'
import type { Runner } from './types.js'

/** Every way in which the official SDKs go through several turns. */
export const runners: readonly Runner[] = [
  ...openaiRunners,
  ...anthropicRunners,
  ...googleRunners,
  ...interactionsRunners,
  ...mistralRunners,
  ...cohereRunners,
  ...ollamaRunners,
  ...bedrockRunners,
]
