import type { NegligibleSettings } from '../../src/shape/fields.js'
import {
  boolean,
  number,
  sameWords,
  singleText,
  text,
  textMembers,
  texts,
  word,
} from '../../src/shape/settings/forms.js'
import { reasoning } from '../../src/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/shape/settings/table.js'
import { responseFormat } from './family.js'

/** https://docs.mistral.ai/api/#tag/chat */
export const SETTINGS: SettingsTable = {
  model: [text('model')],
  maxOutputTokens: [number('max_tokens'), number('max_completion_tokens', 'max_completion_tokens')],
  temperature: [number('temperature')],
  topP: [number('top_p')],
  stop: [texts('stop'), singleText('stop')],
  stream: [boolean('stream')],
  parallelToolCalls: [boolean('parallel_tool_calls')],
  seed: [number('random_seed')],
  frequencyPenalty: [number('frequency_penalty')],
  presencePenalty: [number('presence_penalty')],
  outputFormat: [responseFormat],
  reasoning: [
    reasoning({
      off: ['reasoning_effort', 'none'],
      effort: ['reasoning_effort', sameWords(['minimal', 'low', 'medium', 'high', 'xhigh'])],
    }),
  ],
  metadata: [textMembers('metadata')],
  cacheKey: [text('prompt_cache_key')],
  serviceTier: [word('service_tier', { standard_only: 'standard' })],
}

/** Defaults: https://docs.mistral.ai/api/#tag/chat */
export const NEGLIGIBLE: NegligibleSettings = {
  // Bookkeeping.
  metadata: 'any',
  // Defaults.
  n: [1],
  safe_prompt: [false],
  service_tier: ['auto'],
}
