import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Defaults: https://docs.mistral.ai/api/#tag/chat */
export const NEGLIGIBLE: NegligibleSettings = {
  // Bookkeeping and caching.
  metadata: 'any',
  prompt_cache_key: 'any',
  // Defaults.
  n: [1],
  safe_prompt: [false],
  presence_penalty: [0],
  frequency_penalty: [0],
  response_format: [{ type: 'text' }],
}
