import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { responseFormat } from './family.js'

/** https://docs.mistral.ai/api/#tag/chat */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [
    form.number('max_tokens', form.whole(0)),
    form.number('max_completion_tokens', { name: 'max_completion_tokens', ...form.whole(0) }),
  ],
  temperature: [form.number('temperature', form.between(0, 1.5))],
  topP: [form.number('top_p', form.between(0, 1))],
  stop: [form.texts('stop'), form.singleText('stop')],
  stream: [form.boolean('stream')],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
  seed: [form.number('random_seed', form.whole(0))],
  frequencyPenalty: [form.number('frequency_penalty', form.between(-2, 2))],
  presencePenalty: [form.number('presence_penalty', form.between(-2, 2))],
  outputFormat: [responseFormat],
  reasoning: [
    reasoning({
      off: ['reasoning_effort', 'none'],
      effort: ['reasoning_effort', form.sameWords(['minimal', 'low', 'medium', 'high', 'xhigh'])],
    }),
  ],
  metadata: [form.textMembers('metadata')],
  cacheKey: [form.text('prompt_cache_key')],
  serviceTier: [form.word('service_tier', { standard_only: 'standard' })],
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
