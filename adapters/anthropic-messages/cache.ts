import type { CacheField } from '../../src/codec/shape/cache-marks.js'

/** `CacheControlEphemeral` of @anthropic-ai/sdk: a field of blocks, of system text and of tools. */
export const cacheFields: readonly CacheField[] = [
  { field: 'cache_control', says: { type: 'ephemeral' }, usual: true },
]
