import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Defaults: https://platform.openai.com/docs/api-reference/responses/create */
export const NEGLIGIBLE: NegligibleSettings = {
  stream_options: 'any',
  // Bookkeeping and caching; `client_metadata` is Codex's.
  metadata: 'any',
  client_metadata: 'any',
  user: 'any',
  safety_identifier: 'any',
  prompt_cache_key: 'any',
  prompt_cache_retention: 'any',
  prompt_cache_options: 'any',
  // The default is to keep answers; no other wire does, unless it is asked to.
  store: [true, false],
  // Another wire's thinking comes in that wire's own form.
  include: [[], ['reasoning.encrypted_content']],
  // Defaults.
  background: [false],
  service_tier: ['auto', 'default'],
  top_logprobs: [0],
  truncation: ['disabled'],
  text: [
    {},
    { verbosity: 'medium' },
    { format: { type: 'text' } },
    { format: { type: 'text' }, verbosity: 'medium' },
  ],
}
