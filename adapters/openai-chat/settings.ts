import { REASONING_EFFORTS, REASONING_SUMMARIES, VERBOSITIES } from '../../src/base/model/constants.js'
import type { ServiceTier } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { otherFormats, responseFormat } from './output-format.js'

const TIERS: form.Words<ServiceTier> = { default: 'standard', flex: 'flex', priority: 'priority' }
const SUMMARIES = REASONING_SUMMARIES.slice(1).map((value) => [value, value] as const)
const EFFORTS = form.sameWords(REASONING_EFFORTS)

/**
 * The settings of the wire: https://platform.openai.com/docs/api-reference/chat/create, and the names of
 * other vendors of the format.
 */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  // Servers of other vendors mostly accept the older name.
  maxOutputTokens: [
    form.number('max_completion_tokens', form.whole(1)),
    form.number('max_tokens', { name: 'max_tokens', ...form.whole(1) }),
  ],
  temperature: [form.number('temperature', form.between(0, 2))],
  topP: [form.number('top_p', form.between(0, 1))],
  // OpenRouter, vLLM; OpenAI has no `top_k`.
  topK: [form.number('top_k', { name: 'top_k', isWhole: true })],
  stop: [form.texts('stop'), form.singleText('stop')],
  stream: [form.boolean('stream')],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
  seed: [form.number('seed', { isWhole: true })],
  frequencyPenalty: [form.number('frequency_penalty', form.between(-2, 2))],
  presencePenalty: [form.number('presence_penalty', form.between(-2, 2))],
  logProbabilities: [form.logProbabilities('logprobs', 'top_logprobs', true)],
  outputFormat: [responseFormat, ...otherFormats],
  reasoning: [
    reasoning({ off: ['reasoning_effort', 'none'], effort: ['reasoning_effort', EFFORTS] }),
    // z.ai, DeepSeek, Moonshot.
    reasoning({
      name: 'thinking',
      off: ['thinking.type', 'disabled'],
      on: ['thinking.type', 'enabled'],
      effort: ['reasoning_effort', EFFORTS],
    }),
    // OpenRouter, Snowflake.
    reasoning({
      name: 'reasoning',
      off: ['reasoning.enabled', false],
      on: ['reasoning.enabled', true],
      effort: ['reasoning.effort', EFFORTS],
      budget: ['reasoning.max_tokens'],
      isExclusive: true,
      summary: ['reasoning.summary', SUMMARIES],
    }),
    // Alibaba.
    reasoning({
      name: 'enable_thinking',
      off: ['enable_thinking', false],
      on: ['enable_thinking', true],
      budget: ['thinking_budget', ['enable_thinking', true]],
    }),
  ],
  verbosity: [form.word('verbosity', form.sameWords(VERBOSITIES))],
  metadata: [form.textMembers('metadata')],
  endUser: [form.text('safety_identifier'), form.text('user', 'user')],
  cacheKey: [form.text('prompt_cache_key')],
  serviceTier: [form.word('service_tier', TIERS)],
}

/** Defaults: https://platform.openai.com/docs/api-reference/chat/create */
export const NEGLIGIBLE: NegligibleSettings = {
  // The option that requests the usage, which other wires always send. OpenRouter's name for this option is
  // `usage`.
  stream_options: 'any',
  usage: [{ include: true }],
  // Bookkeeping and caching.
  metadata: 'any',
  user: 'any',
  prompt_cache_retention: 'any',
  prompt_cache_options: 'any',
  // Defaults.
  n: [1],
  store: [false],
  service_tier: ['auto'],
  logit_bias: [{}],
  modalities: [['text']],
}
