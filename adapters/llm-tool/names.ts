/**
 * Logs of `llm-tool` and of `agy-bridge`, which is based on it: calls, results, batches, steps and events.
 */
export const title = 'llm-tool and agy-bridge'
export const docs = 'https://docs.rs/llm-tool'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['agy-bridge'] as const
