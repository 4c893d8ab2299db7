import type { CacheField } from '../../src/codec/shape/cache-marks.js'

/**
 * OpenAI's own, a field of content parts that models before GPT-5.6 refuse, and OpenRouter's, which also stands on tools:
 * https://openrouter.ai/docs/features/prompt-caching
 */
export const cacheFields: readonly CacheField[] = [
  { field: 'prompt_cache_breakpoint', says: { mode: 'explicit' } },
  { field: 'cache_control', says: { type: 'ephemeral' } },
]
