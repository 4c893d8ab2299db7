import { REASONING_EFFORTS, REASONING_SUMMARIES, VERBOSITIES } from '../../src/model/constants.js'
import type { ServiceTier } from '../../src/model/types.js'
import type { NegligibleSettings } from '../../src/shape/fields.js'
import {
  boolean,
  logProbabilities,
  number,
  sameWords,
  singleText,
  text,
  textMembers,
  texts,
  type Words,
  word,
} from '../../src/shape/settings/forms.js'
import { reasoning } from '../../src/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/shape/settings/table.js'
import { responseFormat } from './output-format.js'

const TIERS: Words<ServiceTier> = { default: 'standard', flex: 'flex', priority: 'priority' }
const SUMMARIES = REASONING_SUMMARIES.slice(1).map((value) => [value, value] as const)
const EFFORTS = sameWords(REASONING_EFFORTS)

/** https://platform.openai.com/docs/api-reference/chat/create, and what other vendors of the format call things. */
export const SETTINGS: SettingsTable = {
  model: [text('model')],
  // Servers of other vendors mostly know the older name.
  maxOutputTokens: [number('max_completion_tokens'), number('max_tokens', 'max_tokens')],
  temperature: [number('temperature')],
  topP: [number('top_p')],
  // OpenRouter, vLLM; OpenAI has none.
  topK: [number('top_k', 'top_k')],
  stop: [texts('stop'), singleText('stop')],
  stream: [boolean('stream')],
  parallelToolCalls: [boolean('parallel_tool_calls')],
  seed: [number('seed')],
  frequencyPenalty: [number('frequency_penalty')],
  presencePenalty: [number('presence_penalty')],
  logProbabilities: [logProbabilities('logprobs', 'top_logprobs', true)],
  outputFormat: [responseFormat],
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
  verbosity: [word('verbosity', sameWords(VERBOSITIES))],
  metadata: [textMembers('metadata')],
  endUser: [text('safety_identifier'), text('user', 'user')],
  cacheKey: [text('prompt_cache_key')],
  serviceTier: [word('service_tier', TIERS)],
}

/** Defaults: https://platform.openai.com/docs/api-reference/chat/create */
export const NEGLIGIBLE: NegligibleSettings = {
  // Asks for the usage, which other wires send unasked. OpenRouter's word for the same is `usage`.
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
