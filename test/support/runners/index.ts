import { anthropicRunners } from './anthropic.js'
import { bedrockRunners } from './bedrock.js'
import { cohereRunners } from './cohere.js'
import { googleRunners } from './google.js'
import { interactionsRunners } from './interactions.js'
import { mistralRunners } from './mistral.js'
import { ollamaRunners } from './ollama.js'
import { openaiRunners } from './openai.js'
import type { Runner } from './types.js'

/** Every method of the official SDKs to run several turns. */
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
