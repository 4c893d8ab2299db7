/** The JSON of the Rust crate multi-llm: `UnifiedLLMRequest`, `UnifiedMessage`, `Tool`, `ToolCallingRound`, `Response`. */
export const title = 'multi-llm'
export const docs = 'https://docs.rs/multi-llm'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['multillm'] as const
