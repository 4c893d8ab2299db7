import type { CacheField } from '../../src/codec/shape/cache-marks.js'

/**
 * `PromptCacheBreakpoint` of the openai client: a field of input parts, which models before GPT-5.6 reject.
 */
export const cacheFields: readonly CacheField[] = [
  { field: 'prompt_cache_breakpoint', says: { mode: 'explicit' } },
]
