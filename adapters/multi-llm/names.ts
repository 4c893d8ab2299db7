/** The JSON of the Rust crate multi-llm: `UnifiedLLMRequest`, `UnifiedMessage`, `Tool`, `ToolCallingRound`, `Response`. */
export const title = 'multi-llm'
export const docs = 'https://docs.rs/multi-llm'

/** Short names of the format, for choosing an adapter by name. */
export const names = ['multillm'] as const
