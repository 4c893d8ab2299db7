import type { CacheField } from '../../src/codec/shape/cache-marks.js'

/**
 * OpenAI's own field, which models before GPT-5.6 reject on content parts, and OpenRouter's field, which is
 * also used on tools: https://openrouter.ai/docs/features/prompt-caching
 */
export const cacheFields: readonly CacheField[] = [
  { field: 'prompt_cache_breakpoint', says: { mode: 'explicit' } },
  { field: 'cache_control', says: { type: 'ephemeral' } },
]
