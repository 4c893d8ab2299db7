import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Defaults: https://platform.openai.com/docs/api-reference/chat/create */
export const NEGLIGIBLE: NegligibleSettings = {
  // Asks for the usage, which other wires send unasked. OpenRouter's word for the same is `usage`.
  stream_options: 'any',
  usage: [{ include: true }],
  // Bookkeeping and caching.
  metadata: 'any',
  user: 'any',
  safety_identifier: 'any',
  prompt_cache_key: 'any',
  prompt_cache_retention: 'any',
  prompt_cache_options: 'any',
  // Defaults.
  n: [1],
  store: [false],
  service_tier: ['auto', 'default'],
  logprobs: [false],
  top_logprobs: [0],
  logit_bias: [{}],
  frequency_penalty: [0],
  presence_penalty: [0],
  modalities: [['text']],
  response_format: [{ type: 'text' }],
  verbosity: ['medium'],
}
