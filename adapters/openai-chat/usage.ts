import type { JsonObject } from '../../src/base/json/json-types.js'
import { numberOr } from '../../src/base/json/read-json.js'
import type { Counts, UsageTable } from '../../src/codec/shape/usage-table.js'

/** Vendors' names for the number of cached tokens: all vendors, DeepSeek, Mistral. */
const CACHED = {
  cached_tokens: 'cachedInputTokens',
  prompt_cache_hit_tokens: 'cachedInputTokens',
  num_cached_tokens: 'cachedInputTokens',
} as const

export const USAGE: UsageTable = {
  rows: {
    prompt_tokens: 'inputTokens',
    completion_tokens: 'outputTokens',
    total_tokens: 'totalTokens',
    prompt_tokens_details: { ...CACHED, cache_write_tokens: 'cacheWriteTokens' },
    completion_tokens_details: { reasoning_tokens: 'reasoningTokens' },
    ...CACHED,
  },
  sums: true,
  always: ['inputTokens', 'outputTokens'],
  correct: addThinking,
}

/**
 * Counts all generated tokens. xAI counts thinking separately from `completion_tokens`, as the total shows
 * (https://github.com/vercel/ai/pull/12425).
 */
function addThinking(counts: Counts, native: JsonObject): void {
  const { outputTokens, totalTokens, reasoningTokens = 0 } = counts
  if (outputTokens === undefined) return
  const all = outputTokens + reasoningTokens
  const isBeside =
    totalTokens === undefined
      ? reasoningTokens > outputTokens
      : totalTokens === numberOr(native.prompt_tokens, 0) + all
  if (isBeside) counts.outputTokens = all
}
