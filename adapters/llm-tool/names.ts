/** Logs of `llm-tool` and of `agy-bridge`, which is built on it: calls, results, batches, steps and events. */
export const title = 'llm-tool and agy-bridge'
export const docs = 'https://docs.rs/llm-tool'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['agy-bridge'] as const
